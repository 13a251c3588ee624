import type { ClashOf } from './clash.ts';

/** Two changes of one document in one. */
interface MergedDocument<D> {
  document: D;
  /** What the merged document has of them is said by `clashRule`; none of them is asked about. */
  clashes: ClashOf<'document'>[];
}

/**
 * Documents of one kind, as saving and merging see them. All of it is pure, and parts of a document that nobody changed are
 * the same objects before and after.
 */
export interface Kind<D, Operation> {
  /** What people call it: `storyboard`. */
  readonly kind: string;
  /** The document with every default filled in, of what a service or a disk holds. */
  check: (input: unknown) => { ok: true; document: D } | { ok: false };
  apply: (document: D, operations: readonly Operation[]) => D;
  /** What makes `to` of `from`; none where both say the same. With the sides changed, it takes that back. */
  between: (from: D, to: D) => Operation[];
  merge: (base: D, ours: D, theirs: D) => MergedDocument<D>;
  /** `fresh`, made of parts of `known` wherever they say the same. */
  reuse: (existing: D, fresh: D) => D;
  /** Whether a document has all that made `after` of `before`; others may have changed it since. */
  has: (document: D, before: D, after: D) => boolean;
}
