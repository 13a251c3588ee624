import { useEffect } from 'react';

const lockName = (connectionId: string, projectId: string): string =>
  `patchbay project ${connectionId} ${projectId}`;

/** Lets the other windows of this browser know that a page of the project is open. */
export function useProjectPresence(connectionId: string, projectId: string): void {
  useEffect(() => {
    const closed = Promise.withResolvers<void>();
    const controller = new AbortController();
    const options = { mode: 'shared', signal: controller.signal } as const;
    navigator.locks
      .request(lockName(connectionId, projectId), options, () => closed.promise)
      .catch(() => undefined);
    return () => {
      controller.abort();
      closed.resolve();
    };
  }, [connectionId, projectId]);
}

/** How many windows of this browser have a page of the project open. */
export async function countOpenPages(connectionId: string, projectId: string): Promise<number> {
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name === lockName(connectionId, projectId)).length;
}
