import { joinKey } from '#shared/language/join-key.ts';

/** Runs that this page follows: how they end is shown where they were started, and needs no notice. */
const tracked = new Set<string>();

/** Marks a run as followed on this page. @returns what removes the mark. */
export function markTracked(connectionId: string, runId: string): () => void {
  const key = joinKey(connectionId, runId);
  tracked.add(key);
  return () => void tracked.delete(key);
}

export const isTracked = (connectionId: string, runId: string): boolean =>
  tracked.has(joinKey(connectionId, runId));
