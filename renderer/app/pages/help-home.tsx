import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { endpoints } from '#shared/api/index.ts';
import { projectPath } from '#shared/desk/index.ts';
import { activeConnectionOf, apiFor, describeProblem, useConnections } from '#renderer/desk/index.ts';
import { HelpPage, startTour } from '#renderer/help/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.appPages.helpHome;

/** Help, with the way to the tour on the project that was changed last. */
export function HelpHome(): ReactElement {
  const [, navigate] = useLocation();
  const connections = useConnections();
  const active = connections.data ? activeConnectionOf(connections.data) : undefined;
  const tour = async (connectionId: string) => {
    const [project] = (await apiFor(connectionId)(endpoints.projects.list, { query: { limit: 1 } })).data;
    if (!project) {
      showToast({ title: t.tourNeedsProject, description: t.makeProjectsPageFirst });
      return;
    }
    startTour();
    navigate(projectPath(connectionId, project.id));
  };
  const failed = (error: unknown) =>
    showToast({ kind: 'error', title: t.tourCouldNotBegin, description: describeProblem(error) });
  return <HelpPage onTour={active?.state === 'ready' ? () => void tour(active.id).catch(failed) : null} />;
}
