import { joinKey } from '#shared/language/join-key.ts';

/** Runs that this page follows: how they end is shown where they were started, and needs no notice. */
const followed = new Set<string>();

/** Marks a run as followed on this page. @returns what removes the mark. */
export function markFollowed(connectionId: string, runId: string): () => void {
  const key = joinKey(connectionId, runId);
  followed.add(key);
  return () => void followed.delete(key);
}

export const isFollowedHere = (connectionId: string, runId: string): boolean =>
  followed.has(joinKey(connectionId, runId));
