import type { TextFields } from './merge.ts';

/** Fields of storyboards and timelines that people write in. Names are of one line. */
export const TEXT_FIELDS: TextFields = new Map([
  ['name', ' '],
  ['description', '\n'],
  ['notes', '\n'],
  ['text', '\n'],
  ['words', '\n'],
]);
