import { assertNever } from '../language/assert-never.ts';
import type { Side } from './clash.ts';
import type { SavingEffect, SavingEvent } from './saving-events.ts';
import type { OpenRequest, SavedTypes, SavingKind, EditedDocument } from './saving-kind.ts';

/**
 * How far a request is. `writing`: it is being written into the journal; `sent`: on its way; `waiting`: to be sent again
 * when the wait ends, `asked` when the service itself said how long.
 */
type SendStage = { stage: 'writing' | 'sent' } | { stage: 'waiting'; asked: boolean };

/** Why the document is read. `look`: there may be a newer version. `stale`: a request came too late, the `conflicts`th in a row. */
export type Reading = { for: 'look' } | { for: 'stale'; conflicts: number };

/** A document of the service. */
export interface Theirs<T extends SavedTypes> {
  version: number;
  document: T['document'];
}

/**
 * What saving is doing; edits go on in all of it. `refusal`: what the service refused before stays refused until somebody
 * does something. A window that follows another one is never in those of requests and questions.
 */
export type SavingPhase<T extends SavedTypes> =
  /** Nothing is asked of the service: what is pending goes out when its time comes. */
  | { kind: 'idle' }
  /** `isOutdated`: what is being read may be older than what is known since, and is read again. */
  | { kind: 'fetching'; refusal: string | null; reading: Reading; isOutdated?: boolean }
  /** The service asked for a pause when the document was read: nothing is asked of it until that is over. */
  | { kind: 'resting'; refusal: string | null; reading: Reading }
  | ({ kind: 'sending'; request: OpenRequest<T> } & SendStage)
  /** The service does not take the key any more. The request is sent again when there is another key. */
  | { kind: 'key-needed'; request: OpenRequest<T> | null }
  /** The service refused the change; a sentence. Over with the next edit or a retry. */
  | { kind: 'refused'; message: string }
  /** Both sides changed the same: somebody has to choose. `clashes`: those without an answer. */
  | { kind: 'conflict'; clash: Theirs<T> & { clashes: readonly T['clash'][] } }
  /** The service holds an older state than it had confirmed: nothing is sent until somebody says what stands. */
  | { kind: 'older'; theirs: Theirs<T>; reading: Reading }
  /** The project was deleted elsewhere. */
  | { kind: 'gone' }
  /** The window is closed. */
  | { kind: 'stopped' };

/** What is to be done once the present phase is over and nobody holds the document, in this sequence. */
export type Task = 'look' | 'save';

/** What came of the service, of the person or of another window while somebody held the document. */
type Arrived<T extends SavedTypes> = Extract<
  SavingEvent<T>,
  { type: 'responded' | 'fetched' | 'older-resolved' | 'mirrored' | 'promoted' }
>;

export interface SavingState<T extends SavedTypes> extends EditedDocument<T> {
  /** `following`: another window of this computer writes; `pending` mirrors what it journals, and nothing is sent from here. */
  writer: 'own' | 'following';
  /**
   * For a follower: what the window that writes has in the journal, for when the document is here that it stands on.
   * `fetchAgain`: what is being fetched may be older than this.
   */
  mirror: { entries: readonly T['edit'][]; fetchAgain: boolean } | null;
  /**
   * Edits of a request whose outcome nobody received and whose key tells no more: the document will show whether they were
   * taken.
   */
  uncertain: readonly string[];
  /**
   * A request of this window that was out when another one began to write, with edits that the journal has no room for: nobody else
   * knows of it. `isAccepted`: the service has said that it took it.
   */
  orphaned: (Pick<OpenRequest<T>, 'key' | 'expectedVersion' | 'entryIds'> & { isAccepted: boolean }) | null;
  /** Edits that are on their way to the journal as they are: what is done now does not join them. */
  writing: readonly string[];
  phase: SavingPhase<T>;
  tasks: ReadonlySet<Task>;
  /** A pointer is down: nothing comes in and nothing goes out. */
  held: boolean;
  arrived: readonly Arrived<T>[];
  /** Answers given while their edits are not saved yet, so that a merge that is repeated does not ask again. */
  answers: ReadonlyMap<string, Side>;
  /** The service could not be reached. */
  offline: boolean;
  /** Requests and reads without a result since the service took something last. */
  failures: number;
  /** Why the journal could not be written: edits are only as safe as this page. Null when it could. */
  journalProblem: string | null;
}

/** What one event makes of a state: the next state, and what is to be done. */
export type Step<T extends SavedTypes> = [SavingState<T>, SavingEffect<T>[]];

/** Saving of a document that nobody has edited yet. */
export const initialState = <T extends SavedTypes>(
  confirmed: T['document'],
  version: number,
): SavingState<T> => ({
  confirmed,
  version,
  pending: [],
  withheld: null,
  writer: 'own',
  mirror: null,
  rebuild: false,
  uncertain: [],
  orphaned: null,
  writing: [],
  phase: { kind: 'idle' },
  tasks: new Set(),
  held: false,
  arrived: [],
  answers: new Map(),
  offline: false,
  failures: 0,
  journalProblem: null,
});

/** The document on screen. */
export const screenOf = <T extends SavedTypes>(
  kind: SavingKind<T>,
  { confirmed, pending }: Pick<EditedDocument<T>, 'confirmed' | 'pending'>,
): T['document'] => (pending.length === 0 ? confirmed : kind.apply(confirmed, pending));

/** The request whose outcome is open, if there is one. */
export function openRequest<T extends SavedTypes>({ phase }: SavingState<T>): OpenRequest<T> | null {
  return phase.kind === 'sending' || phase.kind === 'key-needed' ? phase.request : null;
}

/** Whether the response to a request or a read is awaited. */
export const isAwaiting = <T extends SavedTypes>(state: SavingState<T>): boolean =>
  state.phase.kind === 'fetching' || openRequest(state) !== null;

/** The question about what both sides changed, if it is open. */
export const openClash = <T extends SavedTypes>({ phase }: SavingState<T>) =>
  phase.kind === 'conflict' ? phase.clash : null;

export const isUnsaved = <T extends SavedTypes>({ pending }: SavingState<T>) => pending.length > 0;

/** Why the service does not take what is pending, a sentence; null where it does. */
export function rejectionOf<T extends SavedTypes>({ phase }: SavingState<T>): string | null {
  switch (phase.kind) {
    case 'refused':
      return phase.message;
    case 'fetching':
    case 'resting':
      return phase.refusal;
    case 'idle':
    case 'sending':
    case 'key-needed':
    case 'conflict':
    case 'older':
    case 'gone':
    case 'stopped':
      return null;
    default:
      return assertNever(phase);
  }
}

/** The edits of a request, and those made after it. */
export function split<T extends SavedTypes>(
  { pending }: Pick<EditedDocument<T>, 'pending'>,
  entryIds: readonly string[],
): [T['edit'][], T['edit'][]] {
  const ids = new Set(entryIds);
  return [pending.filter(({ id }) => ids.has(id)), pending.filter(({ id }) => !ids.has(id))];
}

/** Names of steps in a row, each once. */
export function joinedSteps(...lists: readonly (readonly string[])[]): string[] {
  return lists.flat().filter((step, index, all) => step !== all[index - 1]);
}
