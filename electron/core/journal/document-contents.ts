import { applyChanges, type DocumentChanges } from '#shared/document/changes.ts';
import type { DocumentBase, DocumentEntry, JournalInFlight } from '#shared/desk/index.ts';
import { UNKNOWN_VERSION } from '#shared/documents/replacing-kind.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import type { DocumentLine } from './journal-line.ts';

/** What the lines of one document add up to: it has edits, each made on what the one before left. */
export interface DocumentContents {
  base: DocumentBase;
  entries: readonly DocumentEntry[];
  /** Requests that were recorded and without a response since. */
  inFlight: readonly JournalInFlight[];
}

/** @returns undefined once the service has all of it. */
export function advanceDocument(
  state: DocumentContents | undefined,
  line: DocumentLine,
): DocumentContents | undefined {
  switch (line.t) {
    case 'replaced': {
      const { entryIds, entries } = line;
      const base = line.base ?? state?.base;
      const removed = new Set([...entryIds, ...entries.map(({ id }) => id)]);
      const all = [...(state?.entries ?? []).filter(({ id }) => !removed.has(id)), ...entries];
      if (base === undefined || all.length === 0) return undefined;
      // Edits of a request that are others now are not what it has in it.
      const isOpen = (request: JournalInFlight) => !request.entryIds.some((id) => removed.has(id));
      return { base, entries: all, inFlight: (state?.inFlight ?? []).filter(isOpen) };
    }
    case 'sending': {
      if (!state) return undefined;
      const ids = new Set(line.inFlight.entryIds);
      // The same edits under a new key: the request before it is over.
      const isUnrelated = ({ entryIds }: JournalInFlight) => !entryIds.some((id) => ids.has(id));
      return { ...state, inFlight: [...state.inFlight.filter(isUnrelated), line.inFlight] };
    }
    case 'taken':
      return state && dropAcknowledged(state, new Set(line.entryIds), line.version ?? UNKNOWN_VERSION);
    default:
      return assertNever(line);
  }
}

/** What the service has is what the edits after it were made on. */
function dropAcknowledged(
  state: DocumentContents,
  ids: ReadonlySet<string>,
  version: number,
): DocumentContents | undefined {
  const first = state.entries.findIndex(({ id }) => !ids.has(id));
  if (first === -1) return undefined;
  if (first === 0) return state;
  const acknowledged = state.entries.slice(0, first);
  const isOpen = ({ entryIds }: JournalInFlight) => !entryIds.some((id) => ids.has(id));
  return {
    base: { version, document: withEntries(state.base.document, acknowledged) },
    entries: state.entries.slice(first),
    inFlight: state.inFlight.filter(isOpen),
  };
}

/** A document with edits. */
export function withEntries(document: unknown, entries: readonly DocumentEntry[]): unknown {
  try {
    // What a page wrote with `changesBetween`.
    return entries.reduce(
      (current, { changes }) => applyChanges(current, changes as DocumentChanges | null),
      document,
    );
  } catch {
    // What does not fit is refused where the edits are read.
    return document;
  }
}
