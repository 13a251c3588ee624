import { mergeDocuments } from '../document/merge.ts';
import { replaceKind, type ReplaceKind } from '../document/replace-kind.ts';
import { TEXT_FIELDS } from '../document/texts.ts';
import type { TimelineDocument } from './document.ts';
import { validateTimeline } from './timeline.ts';

/** Timelines as saving sees them. */
export const timelineSaving: ReplaceKind<TimelineDocument> = replaceKind({
  kind: 'timeline',
  check: validateTimeline,
  merge: (base, ours, theirs) => mergeDocuments(base, ours, theirs, TEXT_FIELDS),
});
