import type { ClashOf } from './clash.ts';
import type { Kind } from './kind.ts';
import type { SentRequest } from './requests.ts';

/**
 * What windows left that are gone. What the service took of their requests is no change of somebody else: taken for one, it
 * would bring back what was taken away again while the request was out.
 */

/** A draft of a window that is gone, with the requests that it had out. */
export interface LeftDraft<D> {
  window: string;
  /** The version that `base` is of. */
  version: number;
  base: unknown;
  /** The document as the window had it; undefined where the draft cannot be read. */
  document: unknown;
  taken: readonly SentRequest<D>[];
  /** The service says it has not, or not any more, as it forgets keys after a day. */
  notTaken: readonly SentRequest<D>[];
  /** The service is away and cannot say. */
  unknown: readonly SentRequest<D>[];
}

/** A document with drafts merged into it. */
export interface WithDrafts<D> {
  document: D;
  clashes: ClashOf<'document'>[];
  /** Windows whose drafts are in it. */
  windows: string[];
  /** Windows whose drafts cannot be read; they stay on the disk. */
  unreadable: string[];
  /** Requests of theirs of which nobody knows yet whether the service took them. */
  doubtful: SentRequest<D>[];
}

/** What of a kind tells what a draft has changed. */
export type DraftKind<D> = Pick<Kind<D, never>, 'check' | 'merge' | 'reuse' | 'has'>;

/** A document with what these requests did, as far as it does not have it. */
export const withRequests = <D>(
  kind: Pick<Kind<D, never>, 'merge'>,
  document: D,
  requests: readonly SentRequest<D>[],
): D =>
  requests.reduce(
    (current, { before, request }) => kind.merge(before, request.document, current).document,
    document,
  );

/** Whether a document has all that a request would do. */
export const hasRequest = <D>(
  kind: Pick<Kind<D, never>, 'has'>,
  document: D,
  { before, request }: SentRequest<D>,
): boolean => kind.has(document, before, request.document);

/** Drafts whose requests have to be asked for again: what the service has taken of them could not be read. */
export const asUnknown = <D>(drafts: readonly LeftDraft<D>[]): LeftDraft<D>[] =>
  drafts.map((draft) => ({ ...draft, taken: [], unknown: [...draft.taken, ...draft.unknown] }));

/**
 * What windows left that are there no more, merged into the document as it is here.
 * @param base what the service has.
 */
export function mergeDrafts<D>(
  kind: DraftKind<D>,
  drafts: readonly LeftDraft<D>[],
  base: D,
  document: D,
): WithDrafts<D> {
  const result: WithDrafts<D> = { document, clashes: [], windows: [], unreadable: [], doubtful: [] };
  for (const draft of drafts) {
    const isThere = (submitted: SentRequest<D>) => hasRequest(kind, base, submitted);
    const used = [...draft.taken, ...[...draft.notTaken, ...draft.unknown].filter(isThere)];
    const states = statesOf(kind, draft, used, base);
    if (!states) {
      result.unreadable.push(draft.window);
      continue;
    }
    result.doubtful.push(...draft.unknown.filter((submitted) => !used.includes(submitted)));
    const merged = kind.merge(states.base, states.changed, result.document);
    result.document = merged.document;
    result.clashes.push(...merged.clashes);
    result.windows.push(draft.window);
  }
  return result;
}

/**
 * The document before and after the changes of a draft; null for one that cannot be read. What the service took of the draft's
 * window comes before them.
 */
function statesOf<D>(
  kind: DraftKind<D>,
  draft: LeftDraft<D>,
  used: readonly SentRequest<D>[],
  current: D,
): { base: D; changed: D } | null {
  if (draft.document === undefined) return null;
  try {
    const [start, after] = [kind.check(draft.base), kind.check(draft.document)];
    if (!start.ok || !after.ok) return null;
    // Requests are as they were written: what does not fit is refused by the check.
    const before = kind.check(withRequests(kind, start.document, used));
    if (!before.ok) return null;
    const base = kind.reuse(current, before.document);
    return { base, changed: kind.reuse(base, after.document) };
  } catch {
    return null;
  }
}
