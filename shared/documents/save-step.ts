import { backoffMs, type Backoff } from '../http/backoff.ts';
import type { Kind } from './kind.ts';
import type { DoubtfulRequest, OpenRequest } from './requests.ts';
import {
  joinedSteps,
  screenOf,
  type SavingPhase,
  type SavingSource,
  type SavingState,
  type Step,
} from './saving-state.ts';

/** What goes to the service when the time has come, and what is asked of it. */

const BACKOFF: Backoff = { firstMs: 1000, maxMs: 30_000, minShare: 1 };
/** Requests that came too late, one after another, before the next attempt waits as after a failure. */
const MAX_CONFLICTS = 8;

export const withTasks = <State extends Pick<SavingState<never, never>, 'tasks'>>(
  state: State,
  change: { add?: readonly ('look' | 'claim' | 'save')[]; remove?: 'look' | 'claim' | 'save' },
): State => {
  const tasks = new Set([...state.tasks, ...(change.add ?? [])]);
  if (change.remove) tasks.delete(change.remove);
  return { ...state, tasks };
};

/** A phase is over: nothing is asked of the service. @param refusal what still stands. */
export const atRest = (refusal: string | null): SavingPhase<never> =>
  refusal === null ? { kind: 'idle' } : { kind: 'refused', message: refusal };

/** The refusal that stands while something is asked of the service. */
const standing = ({ phase }: { phase: SavingPhase<unknown> }): string | null =>
  phase.kind === 'refused' ? phase.message : null;

/** Waits before the next attempt: longer after each failure in a row, or as long as the service asked for. */
export function waiting<D, Operation>(
  state: SavingState<D, Operation>,
  askedMs: number | null = null,
): Step<D, Operation> {
  const failures = state.failures + 1;
  const ms = Math.max(askedMs ?? 0, backoffMs(BACKOFF, failures, 0));
  return [{ ...state, failures }, [{ type: 'wait', ms }]];
}

/** Does what is to be done next, once nothing else is asked of the service and nobody holds the document. */
export function proceed<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  source: SavingSource,
): Step<D, Operation> {
  const isFree = state.phase.kind === 'idle' || state.phase.kind === 'refused';
  if (!isFree || state.held || state.tasks.size === 0) return [state, []];
  // What became of a request comes first: what it did is not somebody else's change.
  const open = state.doubtful.find(({ outcome }) => outcome === 'unknown');
  if (open) return settle(state, open);
  if (state.doubtful.length > 0 || state.tasks.has('look') || state.tasks.has('claim')) return look(state);
  return startSave(kind, state, source);
}

const look = <D, Operation>(state: SavingState<D, Operation>): Step<D, Operation> => [
  {
    ...withTasks(state, { remove: 'look' }),
    phase: { kind: 'fetching', refusal: standing(state), reading: { for: 'look' } },
  },
  [{ type: 'fetch' }],
];

const settle = <D, Operation>(
  state: SavingState<D, Operation>,
  { request }: DoubtfulRequest<D>,
): Step<D, Operation> => [
  { ...state, phase: { kind: 'settling', refusal: standing(state), key: request.key, stage: 'sent' } },
  [{ type: 'send', request }],
];

/** @param conflicts how often in a row what was sent came too late. */
export function startSave<D, Operation>(
  kind: Kind<D, Operation>,
  before: SavingState<D, Operation>,
  source: SavingSource,
  conflicts = 0,
): Step<D, Operation> {
  if (before.held) return [withTasks(before, { add: ['save'] }), []];
  const state = withTasks(before, { remove: 'save' });
  if (state.phase.kind !== 'idle') return [state, []];
  const document = screenOf(kind, state);
  if (kind.between(state.confirmed, document).length === 0) {
    // Everything was taken back again: there is nothing to tell the service.
    return [{ ...state, pending: [] }, [{ type: 'journal', when: 'now' }]];
  }
  if (conflicts > MAX_CONFLICTS) return waiting(state);
  const request: OpenRequest<D> = {
    before: state.confirmed,
    request: {
      key: source.newKey(),
      expectedVersion: state.version,
      document,
      steps: joinedSteps(...state.pending.map(({ steps }) => steps)),
    },
    entryIds: state.pending.map(({ id }) => id),
    behind: null,
  };
  return [
    { ...state, phase: { kind: 'sending', request, conflicts, stage: 'writing' } },
    [{ type: 'record-request', key: request.request.key }],
  ];
}

/** Sends a request, for the first time or again. */
export const send = <D, Operation>(
  state: SavingState<D, Operation>,
  request: OpenRequest<D>,
  conflicts: number,
): Step<D, Operation> => [
  { ...state, phase: { kind: 'sending', request, conflicts, stage: 'sent' } },
  [{ type: 'send', request: request.request }],
];

/**
 * Sends again what waits for that, or reads again. @param hastened somebody asked for it now; nothing hastens a wait that the service itself
 * asked for.
 */
export function sendAgain<D, Operation>(
  state: SavingState<D, Operation>,
  hastened: boolean,
): Step<D, Operation> | null {
  const { phase } = state;
  if (phase.kind === 'key-needed') return send(state, phase.request, 0);
  if (phase.kind === 'resting')
    return hastened ? null : [{ ...state, phase: { ...phase, kind: 'fetching' } }, [{ type: 'fetch' }]];
  if (phase.kind !== 'sending' && phase.kind !== 'settling') return null;
  if (phase.stage !== 'waiting' || (hastened && phase.asked)) return null;
  if (phase.kind === 'sending') return send(state, phase.request, phase.conflicts);
  const open = state.doubtful.find(({ request }) => request.key === phase.key);
  return open ? settle({ ...state, phase: atRest(phase.refusal) }, open) : null;
}
