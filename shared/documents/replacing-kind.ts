import type { ClashOf } from './clash.ts';
import type { Kind } from './kind.ts';
import type { SentRequest } from './requests.ts';
import type { PendingEdit, SavedTypes, SavingKind, SavingSource, EditedDocument } from './saving-kind.ts';
import { joinedSteps, openRequest, type SavingState } from './saving-state.ts';

/** Documents that are saved whole: a request has the document that is to be there. */

interface ReplacingEdit<Operation> extends PendingEdit {
  /** What was done, each name once in a row. */
  steps: readonly string[];
  operations: readonly Operation[];
}

/** What is saved of a document that is saved whole. */
export interface Replacing<D, Operation> extends SavedTypes {
  document: D;
  edit: ReplacingEdit<Operation>;
  change: { label: string; operations: readonly Operation[] };
  payload: SentRequest<D>;
  answer: unknown;
  clash: ClashOf<'document'>;
}

/** How documents of a kind are saved whole. */
export function replacingKind<D, Operation>(
  kind: Kind<D, Operation>,
  source: SavingSource,
): SavingKind<Replacing<D, Operation>> {
  type At = EditedDocument<Replacing<D, Operation>>;
  const apply = (document: D, edits: readonly ReplacingEdit<Operation>[]): D =>
    edits.length === 0
      ? document
      : kind.apply(
          document,
          edits.flatMap(({ operations }) => operations),
        );
  const carried = ({ confirmed, pending }: At, document: D, step?: string) => {
    const operations = kind.between(confirmed, document);
    const steps = joinedSteps(...pending.map((edit) => edit.steps), step === undefined ? [] : [step]);
    return operations.length === 0 ? [] : [{ id: source.newId(), steps, operations, journaled: false }];
  };
  const isSame = (a: D, b: D): boolean => a === b || kind.between(a, b).length === 0;
  return {
    name: kind.kind,
    source,
    backoff: { firstMs: 1000, maxMs: 30_000, minShare: 1 },
    offlineAfter: { unreachable: 0, busy: Number.POSITIVE_INFINITY },
    savesOnResponse: true,
    drafts: { kind, payload: ({ before, request }) => ({ before, request }) },
    read(before, answer) {
      const checked = kind.check(answer);
      return checked.ok ? kind.reuse(before, checked.document) : null;
    },
    apply,
    isSame,
    edited({ confirmed, pending, requested }, { label, operations }) {
      const edit = { id: source.newId(), steps: [label], operations, journaled: false };
      const last = pending.at(-1);
      // What is in a request stays as it was sent.
      if (last === undefined || requested.includes(last.id)) return [...pending, edit];
      const steps = joinedSteps(last.steps, edit.steps);
      const joined = { ...edit, steps, operations: kind.coalesce([...last.operations, ...operations]) };
      const next = [...pending.slice(0, -1), joined];
      return requested.length === 0 && apply(confirmed, next) === confirmed ? [] : next;
    },
    carried,
    isOnVersion: () => true,
    onTop: (edits) => edits,
    behind: (_used, edits) => edits,
    before: (_edits, document) => document,
    isAccepted: ({ confirmed }, edits, theirs) => isSame(apply(confirmed, edits), theirs),
    responded({ confirmed }, edits, { document, payload }) {
      const expected = payload?.request.document ?? apply(confirmed, edits);
      const checked = kind.check(document);
      return {
        expected,
        actual: checked.ok ? kind.reuse(expected, checked.document) : expected,
        dropped: null,
      };
    },
    batch({ confirmed, pending }) {
      const isEmpty = isSame(confirmed, apply(confirmed, pending));
      return { kind: isEmpty ? 'nothing' : 'send', edits: pending, withheld: null };
    },
    payload({ confirmed, pending }, edits, { key, expectedVersion }) {
      const steps = joinedSteps(...pending.map((edit) => edit.steps));
      const document = apply(confirmed, edits);
      return { before: confirmed, request: { key, expectedVersion, document, steps } };
    },
    rejected: () => null,
    merge(at, theirs) {
      const { document, clashes } = kind.merge(
        at.confirmed,
        apply(at.confirmed, at.pending),
        theirs.document,
      );
      const pending = carried({ ...at, confirmed: theirs.document }, document);
      return { open: [], pending, settled: clashes, renamed: new Map(), message: null };
    },
    question: ({ path }) => path,
  };
}

/** All requests that the service may have taken without anybody knowing: a draft has to name them. */
export function sentOf<D, Operation>(state: SavingState<Replacing<D, Operation>>): SentRequest<D>[] {
  const submitted = openRequest(state)?.payload;
  return [
    ...(submitted ? [submitted] : []),
    ...state.doubtful.map(({ before, request }) => ({ before, request })),
  ];
}
