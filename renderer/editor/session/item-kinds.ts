import { words } from '#renderer/words/index.ts';

const t = words.editorSession.sessionItems;

/** What the kinds of frames, notes, lines and groups are called. */
export const KIND_NAMES = {
  frame: t.frame,
  note: t.note,
  arrow: t.arrow,
  line: t.line,
  group: words.groups.group,
};

/** Colors of frames, notes and lines; amber stays that of running and of what is selected. */
export const itemColors = [
  { name: t.gray, color: undefined },
  { name: t.red, color: '#c2413b' },
  { name: t.green, color: '#3f8f4f' },
  { name: t.teal, color: '#2a8c8c' },
  { name: t.blue, color: '#3b6fc2' },
  { name: t.violet, color: '#8455c4' },
] as const;
