import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { projectIn, projectPath } from '#shared/desk/places.ts';
import { cutText } from '#shared/language/cut-text.ts';
import type { SavedSettings } from '#shared/saved-settings/settings.ts';
import { activeConnectionOf, describeWrite, queryClient, useConnections } from '#renderer/desk/index.ts';
import { projectKeys } from '#renderer/projects/index.ts';
import { offeredSettings, SettingsDrop } from '#renderer/saved-settings/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { SavedSettingsDialog } from './lazy-pages.ts';
import { makeProject } from '../parts/make-project.ts';

const t = words.appFrame.savedSettingsDialogs;

/** Room for ", from a file" within the name of a project. */
const MAX_NAME = 100;

/** Files with the settings that made them, wherever they are dropped. */
export function SavedSettingsDialogs(): ReactElement {
  const [location, navigate] = useLocation();
  const { suggested } = useStore(offeredSettings);
  const connections = useConnections();
  const currentConnectionId = projectIn(location)?.connectionId;
  const connection = connections.data
    ? (connections.data.connections.find(({ id }) => id === currentConnectionId) ??
      activeConnectionOf(connections.data))
    : null;
  const open = async (connectionId: string, { graph, project, output }: SavedSettings): Promise<void> => {
    const name = `${cutText(project.name ?? output.title ?? words.common.untitledProject, MAX_NAME)}${words.appFrame.savedSettingsDialogs.fromFile}`;
    let createdId: string;
    try {
      createdId = (await makeProject(connectionId, name, graph)).id;
    } catch (error) {
      throw new Error(describeWrite(error, 'a new project'), { cause: error });
    }
    void queryClient.invalidateQueries({ queryKey: projectKeys.all(connectionId) });
    navigate(projectPath(connectionId, createdId));
    showToast({ kind: 'ok', title: t.project });
  };
  return (
    <>
      <SettingsDrop />
      {suggested && connection ? (
        <SavedSettingsDialog
          suggested={suggested}
          connectionName={connection.name}
          onOpen={(settings) => open(connection.id, settings)}
          onClose={() => offeredSettings.setState({ suggested: null })}
        />
      ) : null}
    </>
  );
}
