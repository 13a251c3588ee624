/** What is looked for on the storyboard and timeline of a project: what these nodes, this run or this output made. */
export interface FilmUsesAsked {
  connectionId: string;
  projectId: string;
  /** What a person calls it. */
  title: string;
  of: { nodeIds: readonly string[] } | { runId: string } | { fileId: string };
}

let asked: FilmUsesAsked | null = null;
const listeners = new Set<() => void>();

/** What is asked for now; null while nothing is. */
export const filmUsesAsked = (): FilmUsesAsked | null => asked;

/** Shows where on the storyboard and timeline something is used; null when that was looked at. */
export function askForFilmUses(next: FilmUsesAsked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Tells whenever something else is asked for. @returns what ends that. */
export function onFilmUsesAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
