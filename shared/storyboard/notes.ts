import { z } from 'zod';
import type { StoryboardShot } from './document.ts';

/** What the API's document has no field for: it lies under `ext.patchbay`, which other programs leave alone. */
const NotesExt = z.looseObject({ version: z.literal(1), notes: z.string().optional() });

/** What is ours on a shot; null where it is damaged or of a later version, which stays as it is. */
function notesExt(ext: StoryboardShot['ext']): z.infer<typeof NotesExt> | null {
  const stored = ext?.['patchbay'];
  return stored === undefined ? { version: 1 } : (NotesExt.safeParse(stored).data ?? null);
}

/** What is noted on a shot; empty without notes. */
export const notesIn = (ext: StoryboardShot['ext']): string => notesExt(ext)?.notes ?? '';

/**
 * The shot with these notes; empty ones leave nothing behind.
 * @returns null where what is stored is damaged or of a later version: that stays as it is.
 */
export function withNotes(shot: StoryboardShot, notes: string): StoryboardShot | null {
  const stored = notesExt(shot.ext);
  if (!stored) return null;
  const { notes: _before, ...remainingExt } = stored;
  const { patchbay: _patchbay, ...remaining } = shot.ext ?? {};
  const next = notes === '' ? remainingExt : { ...remainingExt, notes };
  const ext = Object.keys(next).length > 1 ? { ...remaining, patchbay: next } : remaining;
  const { ext: _ext, ...remainder } = shot;
  return Object.keys(ext).length > 0 ? { ...remainder, ext } : remainder;
}
