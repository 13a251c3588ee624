/** What is looked for on the storyboard and timeline of a project: what these nodes, this run or this output made. */
export interface FilmUsesRequest {
  connectionId: string;
  projectId: string;
  /** What a person calls it. */
  title: string;
  of: { nodeIds: readonly string[] } | { runId: string } | { fileId: string };
}

let current: FilmUsesRequest | null = null;
const listeners = new Set<() => void>();

/** What is asked for now; null while nothing is. */
export const filmUsesRequest = (): FilmUsesRequest | null => current;

/** Shows where on the storyboard and timeline something is used; null when that was looked at. */
export function requestFilmUses(next: FilmUsesRequest | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Tells whenever something else is asked for. @returns what ends that. */
export function onFilmUsesRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
