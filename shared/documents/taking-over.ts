import {
  adoptScreen,
  baseVersionOf,
  journaledEdits,
  latestOf,
  reading,
  savedWith,
  stacked,
  unjournaledOf,
  unsettledPhase,
  settleOrphaned,
} from './following.ts';
import { carryOver } from './merge-step.ts';
import type { SavedTypes, SavingKind } from './saving-kind.ts';
import type { SavingEffect, SavingEvent } from './saving-events.ts';
import { andThen, asWriter, journaling, withArrived } from './save-step.ts';
import { screenOf, type SavingState, type Step } from './saving-state.ts';

/**
 * A window begins to write. The rule: what is on screen stays there, and every edit stands on a document that has all that was on
 * screen when it was made. So of what this window knows of the service and what the journal stands on, the newer counts.
 */

type Promoted<T extends SavedTypes> = Extract<SavingEvent<T>, { type: 'promoted' }>;

/** What was edited here and is not among what the journal had. */
function localEdits<T extends SavedTypes>(
  state: SavingState<T>,
  { entries, hidden }: Promoted<T>,
): T['edit'][] {
  const ids = new Set([...entries.map(({ id }) => id), ...(hidden ?? [])]);
  const edits = hidden === undefined ? unjournaledOf(state) : state.pending;
  return edits.filter(({ id }) => !ids.has(id));
}

/** This window writes from now on, with everything that is in the journal. */
export function promoted<T extends SavedTypes>(
  kind: SavingKind<T>,
  before: SavingState<T>,
  event: Promoted<T>,
): Step<T> {
  if (before.writer === 'own' && event.hidden === undefined) return [before, []];
  const { request } = event;
  const entries = journaledEdits<T>(event.entries);
  const state = settleOrphaned(kind, before, savedWith(kind, entries, event.saved));
  const local = localEdits(state, event);
  // Of what came while it was held, what was done then is on its way.
  const unconfirmed = event.hidden === undefined ? [] : state.writing;
  const [next, merging] = withEntries(kind, state, {
    ...event,
    entries,
    local,
    writing: unconfirmed,
    // Of a request that could not be written down nobody knows here.
    uncertain: request ? state.uncertain : entries.map(({ id }) => id),
  });
  const stored = event.hidden === undefined ? entries : [...entries, ...local];
  const writing = journaling<T>(stored, next.pending);
  const writes = writing.replaced.length + writing.entries.length > 0 ? [writing] : [];
  if (state.held && !kind.isSame(screenOf(kind, state), screenOf(kind, next)))
    return [whenReleased(state, event, next), writes];
  const after: SavingState<T> = { ...next, ...(request && { phase: unsettledPhase(request) }) };
  // Held, nothing came in that was not on screen.
  const effects: SavingEffect<T>[] = state.held ? [...merging] : [adoptScreen(kind, after), ...merging];
  effects.push(...writes);
  if (request) effects.push({ type: 'wait', ms: 0 });
  if (after.pending.length > 0) effects.push({ type: 'schedule-save' });
  const isCurrent = !after.rebuild && after.version === state.version && state.phase.kind !== 'fetching';
  if (isCurrent || request) return [after, effects];
  return andThen([after, effects], reading);
}

/** The journal has it at once, with what is done meanwhile behind; on screen it comes when it is let go of. */
function whenReleased<T extends SavedTypes>(
  state: SavingState<T>,
  event: Promoted<T>,
  next: SavingState<T>,
): SavingState<T> {
  const present = new Set(state.pending.map(({ id }) => id));
  const hidden = state.pending.flatMap(({ id, journaled }) => (journaled ? [id] : []));
  const entries = next.pending.filter(({ id, journaled }) => journaled || !present.has(id));
  const covered = [...event.entries, ...entries].flatMap(({ id }) => (present.has(id) ? [] : [id]));
  const owner = asWriter(state);
  return withArrived(owner, { ...event, entries, hidden, covered }, owner.arrived)[0];
}

/** While it is held the journal has what is done on the document that it knows, and not on the one on screen. */
export function journalingEdits<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  pending: readonly T['edit'][],
): SavingEffect<T> {
  const effect = journaling<T>(state.pending, pending);
  const deferred = state.arrived.find((event) => event.type === 'promoted');
  if (!deferred?.saved || deferred.entries.length > 0) return effect;
  const { confirmed, version } = latestOf(state, deferred.saved);
  const local = kind.onTop(localEdits({ ...state, pending }, deferred), confirmed, version);
  const byId = new Map(local.map((edit) => [edit.id, edit]));
  return { ...effect, entries: effect.entries.map((edit) => byId.get(edit.id) ?? edit) };
}

interface Found<T extends SavedTypes> extends Promoted<T> {
  /** What was edited here besides. */
  local: readonly T['edit'][];
  /** Edits of it that are on their way to the journal. */
  writing: readonly string[];
  /** Edits that the service may have. */
  uncertain: readonly string[];
}

/** The edits of the journal, and those made here behind them. */
function withEntries<T extends SavedTypes>(
  kind: SavingKind<T>,
  before: SavingState<T>,
  { entries, local, writing, uncertain, request, saved }: Found<T>,
): Step<T> {
  const ids = new Set(entries.map(({ id }) => id));
  const pending = stacked(kind, { confirmed: before.confirmed, writing }, entries, local);
  const state: SavingState<T> = { ...asWriter(before), writing, uncertain, pending };
  // The service has taken them: what is known here is older.
  const isBehind = before.pending.some((edit) => edit.journaled && !ids.has(edit.id));
  const version = baseVersionOf(kind, entries);
  const isRead = !state.rebuild;
  if (entries.length === 0 && saved && (isRead || saved.document !== undefined)) {
    const base = latestOf(state, saved);
    return [{ ...base, pending: kind.onTop(local, base.confirmed, base.version) }, []];
  }
  // What is in a request stays as it is.
  if (version === null || (request && isRead && version < state.version)) {
    const rebuild = !isRead || isBehind || entries.some((entry) => !kind.isOnVersion(entry, state.version));
    if (!rebuild && entries.length > 0) return [{ ...state, rebuild }, []];
    if (!rebuild)
      return [{ ...state, rebuild, pending: kind.onTop(local, state.confirmed, state.version) }, []];
    if (entries.length > 0)
      return [{ ...state, rebuild, confirmed: kind.before(state.pending, state.confirmed) }, []];
    return [onScreen(kind, before, { ...state, rebuild }, local), []];
  }
  if (isRead && version === state.version) return [state, []];
  const confirmed = kind.before(entries, state.confirmed);
  if (!isRead || version > state.version) return [{ ...state, rebuild: false, confirmed, version }, []];
  // They were made on an older document than is known here: as when that is read.
  const theirs = { document: state.confirmed, version: state.version };
  const [carried, effects] = carryOver(
    kind,
    { ...state, confirmed, version, pending: entries },
    theirs,
    new Map(),
  );
  const visible = effects.filter(({ type }) => type !== 'journal' && type !== 'adopt');
  const behind =
    carried.pending.length > 0
      ? stacked(kind, { confirmed: carried.confirmed, writing }, carried.pending, local)
      : kind.onTop(local, carried.confirmed, carried.version);
  return [{ ...carried, pending: behind }, visible];
}

/** Nothing waits in the journal, and what did is part of a document that is not known here: what is on screen stands for it. */
function onScreen<T extends SavedTypes>(
  kind: SavingKind<T>,
  before: SavingState<T>,
  state: SavingState<T>,
  local: readonly T['edit'][],
): SavingState<T> {
  const confirmed = kind.apply(
    before.confirmed,
    before.pending.filter(({ journaled }) => journaled),
  );
  return { ...state, confirmed, pending: kind.onTop(local, confirmed, null) };
}
