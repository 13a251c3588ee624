import { backoffMs } from '../http/backoff.ts';
import type { OpenRequest, SavedTypes, SavingKind } from './saving-kind.ts';
import type { SavedDocument, SavingEffect } from './saving-events.ts';
import {
  rejectionOf,
  split,
  type Reading,
  type SavingPhase,
  type SavingState,
  type Step,
  type Task,
} from './saving-state.ts';

/** What goes to the service when the time has come, and what is asked of it. */

/** Requests that came too late, one after another, before the next attempt waits as after a failure. */
const MAX_CONFLICTS = 8;

export const withTasks = <State extends { tasks: ReadonlySet<Task> }>(
  state: State,
  change: { add?: readonly Task[]; remove?: Task },
): State => {
  const tasks = new Set([...state.tasks, ...(change.add ?? [])]);
  if (change.remove) tasks.delete(change.remove);
  return { ...state, tasks };
};

/** Nothing comes in while somebody holds the document: it comes when that is over. @param behind what comes after it. */
export const withArrived = <T extends SavedTypes>(
  state: SavingState<T>,
  event: SavingState<T>['arrived'][number],
  behind: SavingState<T>['arrived'] | null = null,
): Step<T> => [{ ...state, arrived: behind ? [event, ...behind] : [...state.arrived, event] }, []];

/** The same window, writing: what it was told while it followed is older than what it writes. */
export const asWriter = <T extends SavedTypes>(state: SavingState<T>): SavingState<T> => ({
  ...state,
  writer: 'own',
  mirror: null,
  writing: [],
  arrived: state.arrived.filter(({ type }) => type !== 'mirrored' && type !== 'promoted'),
});

/** Goes on after a step: what that does is done behind it. */
export function andThen<T extends SavedTypes>(
  [state, effects]: Step<T>,
  next: (state: SavingState<T>) => Step<T>,
): Step<T> {
  const [after, additional] = next(state);
  return [after, [...effects, ...additional]];
}

/** A phase is over: nothing is asked of the service. @param rejection what still stands. */
export const atRest = (rejection: string | null) =>
  rejection === null ? ({ kind: 'idle' } as const) : ({ kind: 'refused', message: rejection } as const);

/**
 * What the journal is to do to have other edits than before.
 * @param accepted those that the service has.
 * @param saved what the service holds with those that leave, where that is known.
 */
export function journaling<T extends SavedTypes>(
  before: readonly T['edit'][],
  after: readonly T['edit'][],
  accepted: readonly string[] = [],
  saved: SavedDocument<T> | null = null,
): Extract<SavingEffect<T>, { type: 'journal' }> {
  const present = new Set(before);
  const effect = { type: 'journal', accepted, saved } as const;
  const start = before.findIndex((edit, at) => edit !== after[at]);
  if (start === -1) return { ...effect, replaced: [], entries: after.slice(before.length) };
  if (after.every((edit) => present.has(edit))) {
    const left = new Set(after);
    return { ...effect, replaced: before.filter((edit) => !left.has(edit)).map(({ id }) => id), entries: [] };
  }
  return { ...effect, replaced: before.slice(start).map(({ id }) => id), entries: after.slice(start) };
}

/** Waits before the next attempt: longer after each failure in a row, or as long as the service asked for. */
export function withBackoff<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  requestedMs: number | null = null,
): Step<T> {
  const failures = state.failures + 1;
  const ms = Math.max(requestedMs ?? 0, Math.round(backoffMs(kind.backoff, failures, kind.source.random())));
  return [{ ...state, failures }, [{ type: 'wait', ms }]];
}

/** Reads the document as the service has it now; what was read before is older. */
export const fetching = <T extends SavedTypes>(
  state: SavingState<T>,
  reading: Reading = { for: 'look' },
): Step<T> => [
  {
    ...withTasks(state, { remove: 'look' }),
    arrived: state.arrived.filter(({ type }) => type !== 'fetched'),
    phase: { kind: 'fetching', refusal: rejectionOf(state), reading },
  },
  [{ type: 'fetch' }],
];

/** Does what is to be done next, once nothing else is asked of the service and nobody holds the document. */
export function proceed<T extends SavedTypes>(kind: SavingKind<T>, state: SavingState<T>): Step<T> {
  const isFree = state.phase.kind === 'idle' || state.phase.kind === 'refused';
  if (!isFree || state.held || state.tasks.size === 0) return [state, []];
  // What is sent stands on what is known, so that has to be read first.
  return state.tasks.has('look') || state.rebuild ? fetching(state) : startSave(kind, state);
}

/** Something is on its way into the journal, and may be refused there: another window may write. */
export const isBeingJournaled = <T extends SavedTypes>({
  writer,
  pending,
  journalProblem,
}: SavingState<T>): boolean =>
  writer === 'own' && journalProblem === null && pending.some(({ journaled }) => !journaled);

/** Whether the journal may have some of the edits and not the others: after a kill those alone would be found, and change something. */
const isPartlyJournaled = <T extends SavedTypes>(state: SavingState<T>): boolean =>
  isBeingJournaled(state) ||
  (state.pending.some(({ journaled }) => !journaled) &&
    (state.writing.length > 0 || state.pending.some(({ journaled }) => journaled)));

/**
 * While the disk is full a request has edits that the journal has, or those that it has not: one with both could be sent again by nobody
 * else, who would meet their own edits in it as somebody's.
 */
export function requestable<T extends SavedTypes>(
  { journalProblem }: SavingState<T>,
  edits: readonly T['edit'][],
): readonly T['edit'][] {
  const count = edits.findIndex(({ journaled }) => !journaled);
  return journalProblem === null || count <= 0 ? edits : edits.slice(0, count);
}

/** @param conflicts how often in a row what was sent came too late. */
export function startSave<T extends SavedTypes>(
  kind: SavingKind<T>,
  before: SavingState<T>,
  conflicts = 0,
): Step<T> {
  if (before.held) return [withTasks(before, { add: ['save'] }), []];
  const state = withTasks(before, { remove: 'save' });
  if (state.writer === 'following' || state.phase.kind !== 'idle' || state.pending.length === 0)
    return [state, []];
  const batch = kind.batch(state);
  const next: SavingState<T> = { ...state, withheld: batch.withheld };
  switch (batch.kind) {
    case 'wait':
      return [next, []];
    case 'nothing': {
      if (isPartlyJournaled(state)) return [state, [{ type: 'schedule-save' }]];
      const pending = state.pending.filter((edit) => !batch.edits.includes(edit));
      const saved = { version: state.version, document: state.confirmed };
      return [{ ...next, pending }, [journaling<T>(state.pending, pending, [], saved)]];
    }
    case 'replace':
      return [
        { ...next, pending: batch.pending },
        [
          journaling<T>(state.pending, batch.pending),
          ...(batch.message === null ? [] : [{ type: 'notify', message: batch.message } as const]),
          ...(batch.pending.length > 0 ? [{ type: 'schedule-save' } as const] : []),
        ],
      ];
    case 'send': {
      if (conflicts > MAX_CONFLICTS) return withBackoff(kind, next);
      const edits = requestable(state, batch.edits);
      const identity = { key: kind.source.newKey(), expectedVersion: state.version };
      const request: OpenRequest<T> = {
        ...identity,
        entryIds: edits.map(({ id }) => id),
        payload: kind.payload(next, edits, { ...identity, isCurrent: true }),
        attempts: 0,
        conflicts,
      };
      return [
        { ...next, phase: { kind: 'sending', request, stage: 'writing' } },
        [{ type: 'record-request', key: request.key, request }],
      ];
    }
    default:
      return batch satisfies never;
  }
}

/** Sends a request, for the first time or again. */
export function send<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  request: OpenRequest<T>,
): Step<T> {
  const { key, expectedVersion } = request;
  const isCurrent = !state.rebuild && expectedVersion === state.version;
  const [edits] = split(state, request.entryIds);
  const payload = request.payload ?? kind.payload(state, edits, { key, expectedVersion, isCurrent });
  // What it had in it cannot be said any more: the document shows what became of it.
  if (payload === null)
    return fetching({ ...state, phase: { kind: 'idle' }, uncertain: [...request.entryIds] });
  return [
    { ...state, phase: { kind: 'sending', request, stage: 'sent' } },
    [{ type: 'send', key, expectedVersion, payload }],
  ];
}

/**
 * Sends again what waits for that, or reads again. @param hastened somebody asked for it now; nothing hastens a wait that the
 * service itself asked for.
 */
export function resend<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  hastened: boolean,
): Step<T> | null {
  const { phase } = state;
  switch (phase.kind) {
    case 'key-needed':
      return phase.request === null ? null : send(kind, state, phase.request);
    case 'resting':
      return hastened ? null : fetching({ ...state, phase: atRest(phase.refusal) }, phase.reading);
    case 'sending':
      return isPending(phase, hastened) ? send(kind, state, phase.request) : null;
    default:
      return null;
  }
}

const isPending = (
  phase: Extract<SavingPhase<SavedTypes>, { kind: 'sending' }>,
  hastened: boolean,
): boolean => phase.stage === 'waiting' && !(hastened && phase.asked);
