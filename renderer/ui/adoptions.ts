/**
 * How often changes of somebody else have come into a document of this window. A field that has the focus tells by it whether its
 * text was changed here, as by undo, or elsewhere.
 */
let count = 0;
const listeners = new Set<() => void>();

/** To be called where a change of another window or person is put on screen, just before it is. */
export function noteAdoption(): void {
  count += 1;
  for (const listener of listeners) listener();
}

export const adoptionCount = (): number => count;

export function subscribeAdoptions(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
