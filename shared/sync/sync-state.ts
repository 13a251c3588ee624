import type { PatchOperation } from '../api/schemas/documents.ts';
import type { CanvasKind } from '../canvas/items.ts';
import { noCanvas, type SavedCanvas } from '../canvas/metadata.ts';
import { applyCanvasLenient, coalesceCanvas, type CanvasOperation } from '../canvas/operations.ts';
import type { JournalEntry, JournalInFlight } from '../desk/journal.ts';
import { clashId, type ClashOf, type Side } from '../documents/clash.ts';
import { coalesce } from '../graph/coalesce.ts';
import { applyLenient } from '../graph/operations.ts';
import { stableStringify } from '../graph/stable-json.ts';
import type { Graph } from '../graph/types.ts';
import { assertNever } from '../language/assert-never.ts';
import type { Metadata, ScreenCanvas, SyncEffect, TheirDocument } from './sync-events.ts';

export interface PendingEdit extends JournalEntry {
  /** True when the journal has it on disk. */
  journaled: boolean;
}

/** A request that saves, under one idempotency key. */
export interface SaveRequest {
  inFlight: JournalInFlight;
  /** Sends that ended without a known outcome. */
  attempts: number;
}

/**
 * How far a request is. `writing`: it is being written into the journal; `sent`: on its way; `waiting`: to be sent again
 * when the wait ends, `asked` when the service itself said how long.
 */
type SendStage = { stage: 'writing' | 'sent' } | { stage: 'waiting'; asked: boolean };

export interface OpenClash {
  version: number;
  theirs: Graph;
  metadata: Metadata;
  /** Those that nobody has answered yet. */
  clashes: SyncClash[];
}

/** What either kind of window can be doing. Edits go on in all of them. */
type CommonPhase =
  /** Nothing is asked of the service: what is pending goes out when its time comes. */
  | { kind: 'idle' }
  /** The document is being read. `refusal`: what the server refused before stays refused until somebody does something. */
  | { kind: 'fetching'; refusal: string | null }
  /** The service asked for a pause when the document was read: nothing is asked of it until that is over. */
  | { kind: 'resting' }
  /** The server refused the change; a sentence. Over with the next edit or a retry. */
  | { kind: 'refused'; message: string }
  /** The project was deleted elsewhere. */
  | { kind: 'gone' };

type FollowingPhase = CommonPhase | { kind: 'key-needed'; request: null };

export type OwnPhase =
  | CommonPhase
  | ({ kind: 'sending' } & SaveRequest & SendStage)
  /** The service does not take the key any more. `request` is sent again when there is another key. */
  | { kind: 'key-needed'; request: SaveRequest | null }
  /** Both sides changed the same: somebody has to choose. */
  | { kind: 'conflict'; clash: OpenClash }
  /** The service holds an older state than it had confirmed: nothing is sent until somebody says what stands. */
  | { kind: 'older'; theirs: TheirDocument };

/**
 * Why canvas items are not sent with the graph. `apart`: a change of both was refused, so that each is sent by itself;
 * `refused`: the service refuses or loses them; `size`: they take more room than a project has. The last two stay on this
 * computer.
 */
type CanvasHold = { kind: 'apart' } | { kind: 'refused' | 'size'; message: string };

interface CommonState {
  /** What the server holds at `version`. */
  confirmed: Graph;
  /** What it holds beside the graph. */
  canvas: SavedCanvas;
  canvasHold: CanvasHold | null;
  version: number;
  /** Edits the server has not taken yet, in order. `confirmed` with all of them applied is the graph on screen. */
  pending: readonly PendingEdit[];
  /** The last request did not reach the service. */
  offline: boolean;
  /** Answers given while their edits are not saved yet, so that a merge that is repeated does not ask again. */
  answers: ReadonlyMap<string, Side>;
  /** Why the journal could not be written: edits are only as safe as this page. Null when it could. */
  journalProblem: string | null;
  /**
   * Edits of a request whose outcome nobody received and whose key tells no more (expired, or the whole graph was sent and
   * is another one now): the document will show whether they were taken.
   */
  doubtful: readonly string[];
  /** Patch operations the server has; null when it did not say. */
  supported: ReadonlySet<string> | null;
}

/** This window writes. */
export interface OwnState extends CommonState {
  writer: 'own';
  phase: OwnPhase;
  /** `confirmed` is not what the pending edits stand on: their own bases count when the document is here. */
  rebuild: boolean;
}

/** What the window that writes has in the journal, for when the document is here that it stands on. */
interface Mirror {
  entries: readonly PendingEdit[];
  /** What is being fetched may be older than this. */
  fetchAgain: boolean;
}

/** Another window of this computer writes; `pending` mirrors what it has journaled, and nothing is sent from here. */
export interface FollowingState extends CommonState {
  writer: 'following';
  phase: FollowingPhase;
  mirror: Mirror | null;
}

/** Who writes decides which phases there are: a window that follows cannot send, and no question is open in it. */
export type SyncState = OwnState | FollowingState;

/** @param unsettled a request of an earlier session that nobody received a response to; it waits to be sent again. */
export function initialSync(
  confirmed: Graph,
  version: number,
  pending: readonly PendingEdit[],
  supported: ReadonlySet<string> | null,
  unsettled: JournalInFlight | null = null,
  canvas: SavedCanvas = noCanvas,
): OwnState {
  return {
    confirmed,
    canvas,
    canvasHold: null,
    version,
    pending,
    offline: false,
    answers: new Map(),
    journalProblem: null,
    doubtful: [],
    supported,
    writer: 'own',
    phase: unsettled ? unsettledPhase(unsettled) : { kind: 'idle' },
    rebuild: false,
  };
}

/** A request of a window before this one, to be sent again. */
export const unsettledPhase = (inFlight: JournalInFlight): OwnPhase => ({
  kind: 'sending',
  inFlight,
  attempts: 1,
  stage: 'waiting',
  asked: false,
});

/** The same window, following: what it was sending or asking is the business of the window that writes. */
export function asFollower(state: SyncState): FollowingState {
  if (state.writer === 'following') return state;
  const { rebuild: _rebuild, phase, ...common } = state;
  return { ...common, writer: 'following', phase: followingPhase(phase), mirror: null };
}

function followingPhase(phase: OwnPhase): FollowingPhase {
  switch (phase.kind) {
    case 'sending':
    case 'conflict':
    case 'older':
      return { kind: 'idle' };
    case 'key-needed':
      return { kind: 'key-needed', request: null };
    case 'idle':
    case 'fetching':
    case 'resting':
    case 'refused':
    case 'gone':
      return phase;
    default:
      return assertNever(phase);
  }
}

/** The request whose outcome is open, if there is one. */
export function openRequest({ phase }: Pick<SyncState, 'phase'>): SaveRequest | null {
  if (phase.kind === 'sending') return phase;
  return phase.kind === 'key-needed' ? phase.request : null;
}

/** The question about fields that both sides changed, if it is open. */
export const openClash = ({ phase }: Pick<SyncState, 'phase'>): OpenClash | null =>
  phase.kind === 'conflict' ? phase.clash : null;

/** Why the server refused the change, as long as that stands. */
export function refusalOf({ phase }: Pick<SyncState, 'phase'>): string | null {
  if (phase.kind === 'refused') return phase.message;
  return phase.kind === 'fetching' ? phase.refusal : null;
}

/** Whether the response to a request or a read is awaited. */
export const isAwaiting = (state: SyncState): boolean =>
  state.phase.kind === 'fetching' || openRequest(state) !== null;

/** A field of a node or of a canvas item that both sides changed. */
export type SyncClash = ClashOf<'graph' | 'canvas', CanvasKind>;

/** The very question: another value on either side makes it another one. */
export const questionOf = (clash: SyncClash): string =>
  stableStringify([clashId(clash), clash.mine, clash.theirs]);

/** What one event makes of a state: the next state, and what is to be done. */
export type Step = [SyncState, SyncEffect[]];

/** The canvas items on screen. */
export const screenCanvasOf = (state: SyncState): ScreenCanvas => ({
  items: applyCanvasLenient(state.canvas.items, canvasOf(state.pending)).items,
  problem: state.canvas.problem,
});

/** Everything on screen is to be this. */
export const adoptScreen = (state: SyncState): SyncEffect => ({
  type: 'adopt',
  graph: screenOf(state),
  canvas: screenCanvasOf(state),
});

/** The graph on screen. */
export const screenOf = (state: SyncState): Graph =>
  applyLenient(
    state.confirmed,
    state.pending.flatMap((edit) => edit.operations),
  ).graph;

export const entryOf = ({ journaled: _journaled, ...entry }: PendingEdit): JournalEntry => entry;

/** The operations of edits in as few as say the same. */
export const operationsOf = (edits: readonly PendingEdit[]): PatchOperation[] =>
  coalesce(edits.flatMap((edit) => edit.operations));

/** The changes of canvas items of edits in as few as say the same. */
export const canvasOf = (edits: readonly Pick<JournalEntry, 'canvas'>[]): CanvasOperation[] =>
  coalesceCanvas(edits.flatMap((edit) => edit.canvas ?? []));

/** The edits of a request, and those made after it. */
export function split(state: SyncState, inFlight: JournalInFlight): [PendingEdit[], PendingEdit[]] {
  const ids = new Set(inFlight.entryIds);
  return [
    state.pending.filter((edit) => ids.has(edit.id)),
    state.pending.filter((edit) => !ids.has(edit.id)),
  ];
}

/** Reads the document as the server has it now. */
export const fetchTheirs = (state: SyncState): Step => [
  { ...state, phase: { kind: 'fetching', refusal: refusalOf(state) } },
  [{ type: 'fetch' }],
];
