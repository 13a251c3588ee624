import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { pagePaths, projectIn, projectPath } from '#shared/desk/index.ts';
import { activeConnectionOf, describeWrite, useConnections } from '#renderer/desk/index.ts';
import { projectKeys } from '#renderer/projects/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { emptyProject } from './make-project.ts';

const t = words.appParts.useNewProject;

/** Begins a new project and opens it, on pages that have no list of projects. @returns what does it; pressed twice it makes one. */
export function useNewProject(): () => void {
  const [location, navigate] = useLocation();
  const client = useQueryClient();
  const connections = useConnections();
  const isCreating = useRef(false);
  const make = async (connectionId: string): Promise<void> => {
    const current = projectIn(location);
    const currentId = current?.connectionId === connectionId ? current.projectId : null;
    const { id } = await emptyProject(connectionId, currentId);
    if (id === currentId) showToast({ id: 'still empty', title: words.projects.emptyAlready });
    void client.invalidateQueries({ queryKey: projectKeys.all(connectionId) });
    navigate(projectPath(connectionId, id));
  };
  return () => {
    const active = connections.data ? activeConnectionOf(connections.data) : null;
    if (active === null) return navigate(pagePaths.connections);
    if (isCreating.current) return undefined;
    isCreating.current = true;
    void make(active.id)
      .catch((error: unknown) =>
        showToast({
          kind: 'error',
          title: t.projectNotCreated,
          description: describeWrite(error, t.newProject),
        }),
      )
      .finally(() => {
        isCreating.current = false;
      });
    return undefined;
  };
}
