import { assertNever } from '../language/assert-never.ts';
import type { Kind } from './kind.ts';
import type { LeftDraft } from './left-drafts.ts';
import type { DoubtfulRequest, OpenRequest, SentRequest } from './requests.ts';
import type { SavingEffect, SavingEvent } from './saving-events.ts';

/** An edit that the service has not taken yet. */
export interface PendingEdit<Operation> {
  id: string;
  /** What was done, each name once in a row. */
  steps: readonly string[];
  operations: readonly Operation[];
  /** True when the journal has it on disk. */
  journaled: boolean;
}

/**
 * How far a request is. `writing`: it is being written into the journal; `sent`: on its way; `waiting`: to be sent again
 * when the wait ends, `asked` when the service itself said how long.
 */
type SendStage = { stage: 'writing' | 'sent' } | { stage: 'waiting'; asked: boolean };

/**
 * Why the document is read. `look`: there may be a newer version. `stale`: a request came too late, the `conflicts`th in a
 * row, and perhaps it had been taken all the same. `drafts`: what became of the requests of these drafts is not read yet.
 */
export type Reading<D> =
  | { for: 'look' }
  | { for: 'stale'; sent: D; conflicts: number }
  | { for: 'drafts'; drafts: readonly LeftDraft<D>[] };

/**
 * What saving is doing; edits go on in all of it. `refusal`: what the service refused before stays refused until somebody
 * does something.
 */
export type SavingPhase<D> =
  /** Nothing is asked of the service: what is pending goes out when its time comes. */
  | { kind: 'idle' }
  | { kind: 'fetching'; refusal: string | null; reading: Reading<D> }
  /** The service asked for a pause when the document was read: nothing is asked of it until that is over. */
  | { kind: 'resting'; refusal: string | null; reading: Reading<D> }
  /** Drafts of windows that are gone are being taken up. */
  | { kind: 'claiming'; refusal: string | null }
  | ({ kind: 'sending'; request: OpenRequest<D>; conflicts: number } & SendStage)
  /** A request of a window that is gone is asked about, under its key. */
  | ({ kind: 'settling'; refusal: string | null; key: string } & SendStage)
  /** The service does not take the key any more. The request is sent again when there is another key. */
  | { kind: 'key-needed'; request: OpenRequest<D> }
  /** The service refused the change; a sentence. Over with the next edit or a retry. */
  | { kind: 'refused'; message: string }
  /** The service holds an older state than it had confirmed: nothing is sent until somebody says what stands. */
  | { kind: 'older'; theirs: { version: number; document: D }; reading: Reading<D> }
  /** The project was deleted elsewhere. */
  | { kind: 'gone' }
  /** The window is closed. */
  | { kind: 'stopped' };

/** What is to be done once the present phase is over and nobody holds the document, in this sequence. */
type Task = 'look' | 'claim' | 'save';

/** An answer of the service or of the person that came while somebody held the document. */
type Arrived<D> = Extract<
  SavingEvent<D, never>,
  { type: 'responded' | 'fetched' | 'claimed' | 'older-resolved' }
>;

export interface SavingState<D, Operation> {
  /** What the service holds at `version`. */
  confirmed: D;
  version: number;
  /** Edits the service has not taken yet, in order. `confirmed` with all of them applied is the document on screen. */
  pending: readonly PendingEdit<Operation>[];
  /** Requests of windows that are gone: what became of them is asked before anything else. */
  doubtful: readonly DoubtfulRequest<D>[];
  phase: SavingPhase<D>;
  tasks: ReadonlySet<Task>;
  /** A pointer is down: nothing comes in and nothing goes out. */
  held: boolean;
  arrived: Arrived<D> | null;
  /** The last request did not reach the service. */
  offline: boolean;
  /** Requests and reads without a result since the service took something last. */
  failures: number;
  /** Why the journal could not be written: edits are only as safe as this page. Null when it could. */
  journalProblem: string | null;
}

/** What one event makes of a state: the next state, and what is to be done. */
export type Step<D, Operation> = [SavingState<D, Operation>, SavingEffect<D>[]];

/** What the machine takes from outside: unique ids and keys. */
export interface SavingSource {
  newId(): string;
  newKey(): string;
}

/** The document on screen. */
export const screenOf = <D, Operation>(
  kind: Kind<D, Operation>,
  { confirmed, pending }: Pick<SavingState<D, Operation>, 'confirmed' | 'pending'>,
): D =>
  pending.length === 0
    ? confirmed
    : kind.apply(
        confirmed,
        pending.flatMap((edit) => edit.operations),
      );

/** The request whose outcome is open, if there is one. */
export function openRequest<D>({ phase }: { phase: SavingPhase<D> }): OpenRequest<D> | null {
  return phase.kind === 'sending' || phase.kind === 'key-needed' ? phase.request : null;
}

/** All requests that the service may have taken without anybody knowing: a draft has to name them. */
export function sentOf<D>(state: Pick<SavingState<D, never>, 'phase' | 'doubtful'>): SentRequest<D>[] {
  const open = openRequest(state);
  return [
    ...(open === null ? [] : [{ before: open.before, request: open.request }]),
    ...state.doubtful.map(({ before, request }) => ({ before, request })),
  ];
}

export const isUnsaved = ({
  pending,
  doubtful,
}: Pick<SavingState<unknown, unknown>, 'pending' | 'doubtful'>) => pending.length > 0 || doubtful.length > 0;

/** Why the service does not take what is pending, a sentence; null where it does. */
export function refusalOf<D>({ phase }: { phase: SavingPhase<D> }): string | null {
  switch (phase.kind) {
    case 'refused':
      return phase.message;
    case 'fetching':
    case 'resting':
    case 'claiming':
    case 'settling':
      return phase.refusal;
    case 'key-needed':
      return 'The service does not accept the key. Enter a new one under Connections.';
    case 'older':
      return 'The service went back to an older state. Choose first which one stands.';
    case 'gone':
      return 'This project was deleted elsewhere. What is on screen is still here.';
    case 'idle':
    case 'sending':
    case 'stopped':
      return null;
    default:
      return assertNever(phase);
  }
}

/** Names of steps in a row, each once. */
export function joinedSteps(...lists: readonly (readonly string[])[]): string[] {
  return lists.flat().filter((step, index, all) => step !== all[index - 1]);
}
