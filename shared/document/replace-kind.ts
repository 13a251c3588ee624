import type { Kind } from '../documents/kind.ts';
import { changesBetween, type DocumentChanges } from './changes.ts';
import type { Merged } from './merge.ts';
import type { Checked } from './problems.ts';
import { reuseJson } from './same.ts';

/**
 * The operation of documents that are saved whole: the document that is to be there. It costs an edit nothing, as it shares all
 * that the edit did not touch; what changed is worked out where it is written down or merged.
 */
export interface Replace<D> {
  op: 'replace';
  document: D;
}

/** A kind of document that is saved whole. */
export interface ReplaceKind<D> extends Kind<D, Replace<D>> {
  check: (input: unknown) => Checked<D>;
}

/** @param merge as of `mergeDocuments`, for documents that came from `check`. */
export function replaceKind<D>(options: {
  kind: string;
  check: (input: unknown) => Checked<D>;
  merge: (base: D, ours: D, theirs: D) => Merged<D>;
}): ReplaceKind<D> {
  return {
    ...options,
    apply: (document, operations) => operations.at(-1)?.document ?? document,
    between: (from, to) => (changesBetween(from, to) === null ? [] : [{ op: 'replace', document: to }]),
    reuse: reuseJson,
    has: (document, before, after) => {
      const missing = changesBetween(document, options.merge(before, after, document).document);
      if (missing === null) return true;
      // In whatever sequence, as others may have moved things since, unless nothing but that was changed.
      return isSequenceOnly(missing) && !isSequenceOnly(changesBetween(before, after));
    },
  };
}

function isSequenceOnly(changes: DocumentChanges | null): boolean {
  if (changes === null) return true;
  if ('set' in changes) return false;
  if ('fields' in changes) {
    // The order of a scene, shot or panel is the number of its place.
    return Object.entries(changes.fields).every(
      ([field, change]) => field === 'order' || (change !== null && isSequenceOnly(change)),
    );
  }
  const { gone, added, items } = changes;
  return gone.length + added.length === 0 && Object.values(items).every(isSequenceOnly);
}
