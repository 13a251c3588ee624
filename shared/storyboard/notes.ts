import { z } from 'zod';
import type { StoryboardShot } from './document.ts';

/** What the API's document has no field for: it lies under `ext.patchbay`, which other programs leave alone. */
const Own = z.looseObject({ version: z.literal(1), notes: z.string().optional() });

const ownOf = (ext: StoryboardShot['ext']) =>
  Own.safeParse(ext?.['patchbay']).data ?? { version: 1 as const };

/** What is noted on a shot; empty without notes. */
export const notesIn = (ext: StoryboardShot['ext']): string => ownOf(ext).notes ?? '';

/** The shot with these notes; empty ones leave nothing behind. */
export function withNotes(shot: StoryboardShot, notes: string): StoryboardShot {
  const { notes: _before, ...own } = ownOf(shot.ext);
  const { patchbay: _own, ...others } = shot.ext ?? {};
  const next = notes === '' ? own : { ...own, notes };
  const ext = Object.keys(next).length > 1 ? { ...others, patchbay: next } : others;
  const { ext: _ext, ...rest } = shot;
  return Object.keys(ext).length > 0 ? { ...rest, ext } : rest;
}
