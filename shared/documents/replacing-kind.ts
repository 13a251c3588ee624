import type { ClashOf } from './clash.ts';
import type { Kind } from './kind.ts';
import type { DocumentRequest } from './requests.ts';
import type { PendingEdit, SavedTypes, SavingKind, SavingSource, EditedDocument } from './saving-kind.ts';
import { joinedSteps } from './saving-state.ts';

/** Documents that are saved whole: a request has the document that is to be there. */

/**
 * An edit is the document before and after it, which share all that it did not touch. On a document that has moved on since it is
 * merged, so that it stands behind whatever came first.
 */
export interface ReplacingEdit<D> extends PendingEdit {
  /** What was done, each name once in a row. */
  steps: readonly string[];
  /** Of the project, whose document `before` is; `UNKNOWN_VERSION` where it stands behind another edit. */
  version: number;
  before: D;
  after: D;
  /** It was to come in the place of edits that the journal has: the document with those, and what was done since comes behind. */
  since?: D;
  /** Of an earlier session: what it wrote, word by word, as a request may have had it so. */
  raw?: D;
}

/** What is saved of a document that is saved whole. */
export interface Replacing<D, Operation> extends SavedTypes {
  document: D;
  edit: ReplacingEdit<D>;
  change: { label: string; operations: readonly Operation[] };
  payload: DocumentRequest<D>;
  answer: unknown;
  clash: ClashOf<'document'>;
}

/** Of a document that is known and whose version is not: no project has it. */
export const UNKNOWN_VERSION = 0;

/** So many edits of a session without a service are written down by themselves; what comes then joins the last. */
const MAX_EDITS = 500;

/** What edits of a kind come to. */
function editsOf<D, Operation>(kind: Kind<D, Operation>, source: SavingSource) {
  type At = EditedDocument<Replacing<D, Operation>>;
  const merged = new WeakMap<ReplacingEdit<D>, { on: D; document: D }>();
  function applyEdit(document: D, edit: ReplacingEdit<D>): D {
    if (document === edit.before) return edit.after;
    const known = merged.get(edit);
    if (known?.on === document) return known.document;
    const found = { on: document, document: kind.merge(edit.before, edit.after, document).document };
    merged.set(edit, found);
    return found.document;
  }
  const apply = (document: D, edits: readonly ReplacingEdit<D>[]): D => edits.reduce(applyEdit, document);
  const isSame = (a: D, b: D): boolean => a === b || kind.between(a, b).length === 0;
  const create = (fields: Pick<ReplacingEdit<D>, 'steps' | 'version' | 'before' | 'after' | 'since'>) => ({
    id: source.newId(),
    journaled: false,
    ...fields,
  });
  const versionOn = ({ version, rebuild }: At): number => (rebuild ? UNKNOWN_VERSION : version);
  /** @param since the document with what the journal has of it in other edits. */
  const carried = (at: At, document: D, step?: string, since?: D) => {
    const { confirmed, pending } = at;
    const steps = joinedSteps(...pending.map((edit) => edit.steps), step === undefined ? [] : [step]);
    const known = since === undefined ? {} : { since };
    return isSame(confirmed, document)
      ? []
      : [create({ steps, version: versionOn(at), before: confirmed, after: document, ...known })];
  };
  /** A document with as much of edits as the journal has. */
  function stored(document: D, edits: readonly ReplacingEdit<D>[]): D {
    const left = edits.findIndex(({ journaled }) => !journaled);
    const [first] = left === -1 ? [] : edits.slice(left);
    const before = apply(document, left === -1 ? edits : edits.slice(0, left));
    return first?.since === undefined ? before : applyEdit(before, { ...first, after: first.since });
  }
  const remaining = (edits: readonly ReplacingEdit<D>[]): readonly ReplacingEdit<D>[] =>
    edits.flatMap((edit) => {
      const { since, steps, after } = edit;
      if (since === undefined) return [edit];
      return isSame(since, after) ? [] : [create({ steps, version: UNKNOWN_VERSION, before: since, after })];
    });
  function edited(
    at: At & { requested: readonly string[]; writing: readonly string[] },
    { label, operations }: Replacing<D, Operation>['change'],
  ): readonly ReplacingEdit<D>[] {
    const { confirmed, pending, requested, writing } = at;
    const current = apply(confirmed, pending);
    const after = kind.apply(current, operations);
    const last = pending.at(-1);
    // What is in a request or on the disk stays as it is.
    const joins =
      last !== undefined &&
      !requested.includes(last.id) &&
      (!(last.journaled || writing.includes(last.id)) || pending.length >= MAX_EDITS);
    const preceding = joins ? pending.slice(0, -1) : pending;
    // Once those before it are saved, what it stands on has a version that nobody knows yet.
    const version = preceding.length === 0 ? versionOn(at) : UNKNOWN_VERSION;
    if (!joins) return [...pending, create({ steps: [label], version, before: current, after })];
    const steps = joinedSteps(last.steps, [label]);
    const before = apply(confirmed, preceding);
    const since = last.journaled ? current : last.since;
    const known = since === undefined ? {} : { since };
    return [...preceding, create({ steps, version, before, after, ...known })];
  }
  function onTop(edits: readonly ReplacingEdit<D>[], document: D, version: number | null) {
    let before = document;
    const all = edits.map((edit) => {
      const { raw: _raw, since, ...fields } = edit;
      const known = since === undefined ? {} : { since: applyEdit(before, { ...edit, after: since }) };
      const after = applyEdit(before, edit);
      const rebased = { ...fields, ...known, version: version ?? UNKNOWN_VERSION, before, after };
      before = after;
      return rebased;
    });
    // Where they stand already, nothing of them has to be written down again.
    return all.every((edit, index) => edit.before === edits[index]?.before) ? edits : all;
  }
  return { apply, isSame, carried, stored, remaining, edited, onTop };
}

/** How documents of a kind are saved whole. */
export function replacingKind<D, Operation>(
  kind: Kind<D, Operation>,
  source: SavingSource,
): SavingKind<Replacing<D, Operation>> {
  const { apply, isSame, carried, stored, remaining, edited, onTop } = editsOf(kind, source);
  return {
    name: kind.kind,
    source,
    backoff: { firstMs: 1000, maxMs: 30_000, minShare: 1 },
    offlineAfter: { unreachable: 0, busy: Number.POSITIVE_INFINITY },
    savesOnResponse: true,
    read(before, answer) {
      const checked = kind.check(answer);
      return checked.ok ? kind.reuse(before, checked.document) : null;
    },
    apply,
    isSame,
    edited,
    carried,
    remaining,
    // Where they are applied they are merged.
    rebasedOn: (edits) => edits,
    isOnVersion: (edit, version) => edit.version === version,
    baseOf: ([first]) =>
      first === undefined
        ? null
        : { version: first.version === UNKNOWN_VERSION ? null : first.version, document: first.before },
    onTop,
    behind: (_used, edits) => edits,
    before: ([first], document) => first?.before ?? document,
    isAccepted: ({ confirmed }, edits, theirs) => kind.has(theirs, confirmed, apply(confirmed, edits)),
    responded({ confirmed }, edits, { document }) {
      const expected = apply(confirmed, edits);
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
    payload({ confirmed, pending }, edits, { key, expectedVersion, isCurrent }) {
      const [first, last] = [edits[0], edits.at(-1)];
      const steps = joinedSteps(...pending.map((edit) => edit.steps));
      const base = isCurrent || first === undefined ? confirmed : first.before;
      return { key, expectedVersion, document: last?.raw ?? apply(base, edits), steps };
    },
    rejected: () => null,
    merge(at, theirs) {
      const { document, clashes } = kind.merge(
        at.confirmed,
        apply(at.confirmed, at.pending),
        theirs.document,
      );
      const ours = stored(at.confirmed, at.pending);
      const isAll = at.pending.every(({ journaled }) => journaled);
      const since = isAll ? document : kind.merge(at.confirmed, ours, theirs.document).document;
      const pending = carried({ ...at, ...theirs, confirmed: theirs.document }, document, undefined, since);
      return { open: [], pending, settled: clashes, renamed: new Map(), message: null };
    },
    question: ({ path }) => path,
  };
}
