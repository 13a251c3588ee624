import { z } from 'zod';
import type { StoryboardShot } from './document.ts';

/** What the API's document has no field for: it lies under `ext.patchbay`, which other programs leave alone. */
const Own = z.looseObject({ version: z.literal(1), notes: z.string().optional() });

/** What is ours on a shot; null where it is damaged or of a later version, which stays as it is. */
function ownOf(ext: StoryboardShot['ext']): z.infer<typeof Own> | null {
  const stored = ext?.['patchbay'];
  return stored === undefined ? { version: 1 } : (Own.safeParse(stored).data ?? null);
}

/** What is noted on a shot; empty without notes. */
export const notesIn = (ext: StoryboardShot['ext']): string => ownOf(ext)?.notes ?? '';

/**
 * The shot with these notes; empty ones leave nothing behind.
 * @returns null where what is stored is damaged or of a later version: that stays as it is.
 */
export function withNotes(shot: StoryboardShot, notes: string): StoryboardShot | null {
  const stored = ownOf(shot.ext);
  if (!stored) return null;
  const { notes: _before, ...own } = stored;
  const { patchbay: _own, ...remaining } = shot.ext ?? {};
  const next = notes === '' ? own : { ...own, notes };
  const ext = Object.keys(next).length > 1 ? { ...remaining, patchbay: next } : remaining;
  const { ext: _ext, ...remainder } = shot;
  return Object.keys(ext).length > 0 ? { ...remainder, ext } : remainder;
}
