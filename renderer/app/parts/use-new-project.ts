import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { projectPath } from '#shared/desk/index.ts';
import { activeConnectionOf, describeWrite, useConnections } from '#renderer/desk/index.ts';
import { projectKeys, UNTITLED } from '#renderer/projects/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { makeProject } from './make-project.ts';

/** Begins a new project and opens it, on pages that have no list of projects. @returns what does it; pressed twice it makes one. */
export function useNewProject(): () => void {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const connections = useConnections();
  const isCreating = useRef(false);
  const make = async (connectionId: string): Promise<void> => {
    const { id } = await makeProject(connectionId, UNTITLED, null);
    void client.invalidateQueries({ queryKey: projectKeys.all(connectionId) });
    navigate(projectPath(connectionId, id));
  };
  return () => {
    const active = connections.data ? activeConnectionOf(connections.data) : null;
    if (active === null) return navigate('/connections');
    if (isCreating.current) return undefined;
    isCreating.current = true;
    void make(active.id)
      .catch((error: unknown) =>
        showToast({
          kind: 'error',
          title: 'The project was not created',
          description: describeWrite(error, 'a new project'),
        }),
      )
      .finally(() => {
        isCreating.current = false;
      });
    return undefined;
  };
}
