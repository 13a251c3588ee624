import { assertNever } from '../language/assert-never.ts';
import type { Kind } from './kind.ts';
import { asUnknown, hasRequest, mergeDrafts, withRequests, type LeftDraft } from './left-drafts.ts';
import { atRest, proceed, startSave, waiting, withTasks } from './save-step.ts';
import type { Failure, SavingEffect, SavingEvent } from './saving-events.ts';
import {
  joinedSteps,
  openRequest,
  screenOf,
  type PendingEdit,
  type Reading,
  type SavingSource,
  type SavingState,
  type Step,
} from './saving-state.ts';

/** What answers of the service make of a state: taken edits leave, waiting ones are carried over to what it holds. */

/** The step of what a window left that is gone. */
export const FOUND_STEP = 'unsaved changes found here';

/** The step of what was newer here than what the service went back to. */
const NEWER_STEP = 'keep the newer state';

/** Goes on after a step: what that does is done behind it. */
export function andThen<D, Operation>(
  [state, effects]: Step<D, Operation>,
  next: (state: SavingState<D, Operation>) => Step<D, Operation>,
): Step<D, Operation> {
  const [after, more] = next(state);
  return [after, [...effects, ...more]];
}

/** A document as one edit of what is confirmed now, in the place of others; none where both say the same. */
function carried<D, Operation>(
  kind: Kind<D, Operation>,
  { confirmed, pending }: SavingState<D, Operation>,
  document: D,
  source: SavingSource,
): PendingEdit<Operation>[] {
  const operations = kind.between(confirmed, document);
  const steps = joinedSteps(...pending.map((edit) => edit.steps));
  return operations.length === 0 ? [] : [{ id: source.newId(), steps, operations, journaled: false }];
}

/** The document on screen, if it says something else than before. */
function adoptions<D, Operation>(
  kind: Kind<D, Operation>,
  before: SavingState<D, Operation>,
  after: SavingState<D, Operation>,
): SavingEffect<D>[] {
  const document = screenOf(kind, after);
  return kind.between(screenOf(kind, before), document).length === 0 ? [] : [{ type: 'adopt', document }];
}

export function responded<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  event: Extract<SavingEvent<D, never>, { type: 'responded' }>,
  source: SavingSource,
): Step<D, Operation> {
  const { phase } = state;
  if (phase.kind === 'settling' && phase.key === event.key) return settledAs(kind, state, 'taken', source);
  const open = openRequest(state);
  if (open?.request.key !== event.key) return [state, []];
  const { document: sent } = open.request;
  const checked = kind.check(event.document);
  const confirmed = checked.ok ? kind.reuse(sent, checked.document) : sent;
  // The service may have made something else of it, such as a rounded number: that comes in when nobody holds the document.
  if (confirmed !== sent && state.held) return [{ ...state, arrived: event }, []];
  const rest = state.pending.filter(({ id }) => !open.entryIds.includes(id));
  const taken: SavingState<D, Operation> = {
    ...state,
    confirmed,
    version: event.version,
    pending: rest,
    phase: { kind: 'idle' },
    offline: false,
    failures: 0,
  };
  const next =
    confirmed === sent
      ? taken
      : {
          ...taken,
          pending: carried(kind, taken, kind.merge(sent, screenOf(kind, state), confirmed).document, source),
        };
  const step: Step<D, Operation> = [
    withTasks(next, { add: ['save'] }),
    [
      ...adoptions(kind, state, next),
      ...(open.behind === null ? [] : [{ type: 'superseded', behind: open.behind } as const]),
      { type: 'journal', when: 'soon' },
    ],
  ];
  return andThen(step, (after) => proceed(kind, after, source));
}

/** It is known what became of a request of a window that is gone. */
export function settledAs<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  outcome: 'taken' | 'not-taken',
  source: SavingSource,
): Step<D, Operation> {
  const { phase } = state;
  if (phase.kind !== 'settling') return [state, []];
  const doubtful = state.doubtful.map((sent) =>
    sent.request.key === phase.key ? { ...sent, outcome } : sent,
  );
  return proceed(kind, { ...state, doubtful, phase: atRest(phase.refusal) }, source);
}

export function fetched<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  event: Extract<SavingEvent<D, never>, { type: 'fetched' }>,
  source: SavingSource,
): Step<D, Operation> {
  if (state.phase.kind !== 'fetching') return [state, []];
  if (state.held) return [{ ...state, arrived: event }, []];
  const { reading, refusal } = state.phase;
  const here: SavingState<D, Operation> = { ...state, phase: atRest(refusal), offline: false };
  const checked = kind.check(event.document);
  if (event.version < state.version && checked.ok) {
    // Restored from a backup perhaps: merged, it would take away what was saved since.
    const theirs = { version: event.version, document: kind.reuse(state.confirmed, checked.document) };
    return [{ ...here, phase: { kind: 'older', theirs, reading } }, []];
  }
  const isNews = reading.for === 'stale' || state.doubtful.length > 0 || event.version !== state.version;
  const merged = isNews
    ? mergedWith(kind, here, event, reading, source)
    : ([here, []] satisfies Step<D, Operation>);
  return andThen(merged, (next) => afterReading(kind, next, reading, isNews, source));
}

/** Either what is on screen becomes an edit of what the service went back to, or that stands and only unsaved edits go on. */
export function olderResolved<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  event: Extract<SavingEvent<D, never>, { type: 'older-resolved' }>,
  source: SavingSource,
): Step<D, Operation> {
  if (state.phase.kind !== 'older') return [state, []];
  if (state.held) return [{ ...state, arrived: event }, []];
  const { theirs, reading } = state.phase;
  const here: SavingState<D, Operation> = { ...state, phase: { kind: 'idle' } };
  const known = { ...here, confirmed: theirs.document, version: theirs.version, doubtful: [] };
  const carriedOver = carried(kind, known, screenOf(kind, state), source);
  const pending = carriedOver.map((edit) => ({ ...edit, steps: joinedSteps(edit.steps, [NEWER_STEP]) }));
  const step: Step<D, Operation> =
    event.side === 'theirs'
      ? mergedWith(kind, here, theirs, reading, source)
      : [{ ...known, pending }, [{ type: 'journal', when: 'soon' }]];
  return andThen(step, (next) => afterReading(kind, next, reading, true, source));
}

/** Merges what the service has into what is on screen. */
function mergedWith<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  { version, document }: { version: number; document: unknown },
  reading: Reading<D>,
  source: SavingSource,
): Step<D, Operation> {
  const checked = kind.check(document);
  if (!checked.ok) {
    const message = `The ${kind.kind} was changed elsewhere to one that has problems and cannot be shown. Correct it there, then try again.`;
    return [{ ...state, phase: { kind: 'refused', message } }, []];
  }
  const taken = state.doubtful.filter(
    (sent) => sent.outcome === 'taken' || hasRequest(kind, checked.document, sent),
  );
  // What was sent may have come to the service, though nobody said so.
  const isOurs = reading.for === 'stale' && kind.between(reading.sent, checked.document).length === 0;
  const base = isOurs ? reading.sent : withRequests(kind, state.confirmed, taken);
  const confirmed = kind.reuse(base, checked.document);
  const merged = kind.merge(base, screenOf(kind, state), confirmed);
  const known: SavingState<D, Operation> = { ...state, confirmed, version, doubtful: [] };
  const next = { ...known, pending: carried(kind, known, merged.document, source) };
  return [
    next,
    [
      ...adoptions(kind, state, next),
      ...(merged.clashes.length > 0 ? [{ type: 'merged', clashes: merged.clashes } as const] : []),
      { type: 'journal', when: 'soon' },
    ],
  ];
}

/** @param isNews whether something was merged in. */
function afterReading<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  reading: Reading<D>,
  isNews: boolean,
  source: SavingSource,
): Step<D, Operation> {
  switch (reading.for) {
    case 'stale':
      return startSave(kind, state, source, reading.conflicts);
    case 'drafts':
      return withDrafts(kind, state, reading.drafts, source);
    case 'look': {
      // After that: a draft may take back what its window had saved and this one had not seen yet.
      if (state.tasks.has('claim')) return claim(state);
      const isLeft = isNews && state.pending.length > 0;
      return andThen([state, isLeft ? [{ type: 'schedule-save' }] : []], (next) =>
        proceed(kind, next, source),
      );
    }
    default:
      return assertNever(reading);
  }
}

const claim = <D, Operation>(state: SavingState<D, Operation>): Step<D, Operation> => [
  {
    ...withTasks(state, { remove: 'claim' }),
    phase: { kind: 'claiming', refusal: state.phase.kind === 'refused' ? state.phase.message : null },
  },
  [{ type: 'claim' }],
];

export function fetchFailed<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  outcome: Failure,
  source: SavingSource,
): Step<D, Operation> {
  if (state.phase.kind !== 'fetching') return [state, []];
  const { reading, refusal } = state.phase;
  if (outcome.kind === 'busy' && outcome.retryAfterMs !== null)
    return waiting({ ...state, phase: { kind: 'resting', refusal, reading } }, outcome.retryAfterMs);
  const here: SavingState<D, Operation> = { ...state, phase: atRest(refusal) };
  switch (reading.for) {
    case 'stale':
      return waiting(here);
    case 'drafts':
      return withDrafts(kind, here, asUnknown(reading.drafts), source);
    case 'look':
      if (state.doubtful.length > 0) return waiting({ ...here, offline: true });
      // Drafts wait for the next look; what somebody waits for does not.
      return here.tasks.has('save') ? startSave(kind, here, source) : [here, []];
    default:
      return assertNever(reading);
  }
}

export function claimed<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  event: Extract<SavingEvent<D, never>, { type: 'claimed' }>,
  source: SavingSource,
): Step<D, Operation> {
  const { phase } = state;
  if (phase.kind !== 'claiming') return [state, []];
  if (state.held) return [{ ...state, arrived: event }, []];
  const { drafts } = event;
  if (drafts.some(({ taken }) => taken.length > 0)) {
    // What the service has taken when it was asked again is not on screen yet.
    const reading: Reading<D> = { for: 'drafts', drafts };
    return [{ ...state, phase: { kind: 'fetching', refusal: phase.refusal, reading } }, [{ type: 'fetch' }]];
  }
  return withDrafts(kind, { ...state, phase: atRest(phase.refusal) }, drafts, source);
}

/** Takes up what windows left that are gone. */
function withDrafts<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  drafts: readonly LeftDraft<D>[],
  source: SavingSource,
): Step<D, Operation> {
  const before = screenOf(kind, state);
  const found = mergeDrafts(kind, drafts, state.confirmed, before);
  const doubtful = found.doubtful.map((sent) => ({ ...sent, outcome: 'unknown' as const }));
  const known: SavingState<D, Operation> = { ...state, doubtful: [...state.doubtful, ...doubtful] };
  const effects: SavingEffect<D>[] = [
    { type: 'settled', windows: found.windows },
    { type: 'unreadable', windows: found.unreadable },
  ];
  const isChanged = kind.between(before, found.document).length > 0;
  const pending = isChanged ? carried(kind, known, found.document, source) : known.pending;
  const next: SavingState<D, Operation> = {
    ...known,
    // Over with the next edit, as this is one.
    ...(isChanged && known.phase.kind === 'refused' && { phase: { kind: 'idle' } }),
    pending: isChanged
      ? pending.map((edit) => ({ ...edit, steps: joinedSteps(edit.steps, [FOUND_STEP]) }))
      : pending,
  };
  if (isChanged) effects.push({ type: 'restored', before, document: screenOf(kind, next) });
  if (found.clashes.length > 0) effects.push({ type: 'merged', clashes: found.clashes });
  effects.push({ type: 'journal', when: isChanged ? 'soon' : 'now' });
  if (next.pending.length > 0 || next.doubtful.length > 0) effects.push({ type: 'schedule-save' });
  return andThen([next, effects], (after) => proceed(kind, after, source));
}
