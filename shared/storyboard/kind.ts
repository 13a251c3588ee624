import { replaceKind, type ReplaceKind } from '../document/replace-kind.ts';
import { TEXT_FIELDS } from '../document/texts.ts';
import type { StoryboardDocument } from './document.ts';
import { sortedStoryboard, mergeStoryboards } from './merge.ts';
import { validateStoryboard } from './storyboard.ts';

/** Storyboards as saving sees them. */
export const storyboardSaving: ReplaceKind<StoryboardDocument> = replaceKind({
  kind: 'storyboard',
  check(input) {
    const checked = validateStoryboard(input);
    return checked.ok ? { ok: true, document: sortedStoryboard(checked.document) } : checked;
  },
  merge: (base, ours, theirs) => mergeStoryboards(base, ours, theirs, TEXT_FIELDS),
});
