import { words } from '#renderer/words/index.ts';

/** Fields of scenes, shots, tracks and clips that say nothing to people. */
export const hiddenFields: ReadonlySet<string> = new Set([
  'id',
  'ext',
  'order',
  'shots',
  'trackId',
  'storageType',
]);

const names: Readonly<Record<string, string>> = words.agents.proposal.fields;

/** What people call a field of a document: its own name where there is none, as of a newer document. */
export const fieldName = (field: string): string =>
  (Object.hasOwn(names, field) ? names[field] : undefined) ?? field;
