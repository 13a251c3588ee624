import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { endpoints } from '#shared/api/index.ts';
import { projectPath } from '#shared/desk/index.ts';
import { activeConnectionOf, apiFor, describeWrite, useConnections } from '#renderer/desk/index.ts';
import { numberedName, projectKeys, UNTITLED } from '#renderer/projects/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { makeProject } from './make-project.ts';

/** Projects whose names a new one is numbered after. */
const MAX_NAMES = 100;

/** Begins a new project and opens it, on pages that have no list of projects. @returns what does it; pressed twice it makes one. */
export function useNewProject(): () => void {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const connections = useConnections();
  const isMaking = useRef(false);
  const make = async (connectionId: string): Promise<void> => {
    const api = apiFor(connectionId);
    const query = { search: UNTITLED, limit: MAX_NAMES };
    const { data } = await api(endpoints.projects.list, { query });
    const name = numberedName(
      UNTITLED,
      data.map((project) => project.name),
    );
    const { id } = await makeProject(connectionId, name, null);
    void client.invalidateQueries({ queryKey: projectKeys.all(connectionId) });
    navigate(projectPath(connectionId, id));
  };
  return () => {
    const active = connections.data ? activeConnectionOf(connections.data) : null;
    if (active === null) return navigate('/connections');
    if (isMaking.current) return undefined;
    isMaking.current = true;
    void make(active.id)
      .catch((error: unknown) =>
        showToast({
          kind: 'error',
          title: 'The project was not created',
          description: describeWrite(error, 'a new project'),
        }),
      )
      .finally(() => {
        isMaking.current = false;
      });
    return undefined;
  };
}
