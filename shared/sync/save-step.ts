import type { PatchOperation } from '../api/schemas/documents.ts';
import { writeCanvas } from '../canvas/metadata.ts';
import { applyCanvasLenient, type CanvasOperation } from '../canvas/operations.ts';
import type { JournalInFlight } from '../desk/journal.ts';
import { changeNothing } from '../graph/no-change.ts';
import { applyLenient } from '../graph/operations.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { batchOf, isApart, separated } from './canvas-edits.ts';
import { editOn } from './merged-edits.ts';
import type { SentChange, SyncSource } from './sync-events.ts';
import {
  canvasOf,
  entryOf,
  fetchTheirs,
  operationsOf,
  split,
  type OwnState,
  type PendingEdit,
  type SaveRequest,
  type Step,
  type SyncState,
} from './sync-state.ts';

/** What goes to the service when the time has come, and what is sent again. */

export function startSave(state: SyncState, source: SyncSource): Step {
  if (state.writer === 'following' || state.phase.kind !== 'idle') return [state, []];
  if (state.pending.length === 0) return [state, []];
  const sized = withSizeHold(state);
  const apart = isApart(sized) ? separated(sized, source) : null;
  if (apart) return apart;
  const batch = batchOf(sized);
  if (batch.length === 0) return [sized, []];
  const inFlight: JournalInFlight = {
    idempotencyKey: source.newKey(),
    expectedVersion: state.version,
    entryIds: batch.map((edit) => edit.id),
  };
  const operations = operationsOf(batch);
  const canvas = canvasOf(batch);
  const { applied, refused } = applyLenient(state.confirmed, operations);
  const items = applyCanvasLenient(state.canvas.items, canvas);
  if (refused.length > 0 || items.applied.length < canvas.length) {
    return leaveOut(sized, batch, { operations: applied, canvas: items.applied }, source);
  }
  const changesGraph = operations.length > 0 && !changeNothing(state.confirmed, operations);
  if (!changesGraph && jsonEqual(items.items, state.canvas.items)) {
    // Everything was taken back again: there is nothing to tell the server.
    const pending = state.pending.filter((edit) => !batch.includes(edit));
    return [{ ...sized, pending }, [{ type: 'acknowledge', ids: inFlight.entryIds }]];
  }
  return [
    { ...sized, phase: { kind: 'sending', inFlight, attempts: 0, stage: 'writing' } },
    [{ type: 'record-request', inFlight }],
  ];
}

/** Notes how canvas items stand against the room that a project has for them. */
function withSizeHold(state: OwnState): OwnState {
  const hold = state.canvasHold;
  if ((hold !== null && hold.kind !== 'size') || state.canvas.problem !== null) return state;
  const canvas = canvasOf(state.pending);
  if (canvas.length === 0) return hold === null ? state : { ...state, canvasHold: null };
  const written = writeCanvas(state.canvas.metadata, applyCanvasLenient(state.canvas.items, canvas).items);
  return { ...state, canvasHold: written.ok ? null : { kind: 'size', message: written.reason } };
}

/**
 * An edit met a document in which what it is about is gone, as when two windows change the same nodes in one moment: the
 * server would refuse all that goes with it, again and again. What fits goes on, and the person is notified.
 */
function leaveOut(
  state: OwnState,
  batch: readonly PendingEdit[],
  fits: { operations: PatchOperation[]; canvas: CanvasOperation[] },
  source: SyncSource,
): Step {
  const { confirmed: graph, version, canvas } = state;
  const label = batch.at(-1)?.label ?? '';
  const isAllOut = fits.operations.length + fits.canvas.length === 0;
  const left = isAllOut
    ? []
    : [editOn({ version, graph, canvas }, fits.operations, label, source, fits.canvas)];
  const pending = [...left, ...state.pending.filter((edit) => !batch.includes(edit))];
  const what = isAllOut ? 'Your last step was' : 'A part of your last step was';
  return [
    { ...state, pending },
    [
      {
        type: 'replace-journal',
        replaced: state.pending.map(({ id }) => id),
        entries: pending.map(entryOf),
      },
      { type: 'notify', message: `${what} left out: what it changes has been deleted meanwhile.` },
      ...(pending.length > 0 ? [{ type: 'schedule-save' } as const] : []),
    ],
  ];
}

export function send(state: OwnState, { inFlight, attempts }: SaveRequest): Step {
  const [edits] = split(state, inFlight);
  const change = changeOf(state, edits, inFlight);
  // The whole of another version would take away what others did: the document shows what became of the request.
  if (change === null) return fetchTheirs(withDoubt(state, { inFlight, attempts: 1 }));
  const { idempotencyKey: key, expectedVersion } = inFlight;
  return [
    { ...state, phase: { kind: 'sending', inFlight, attempts, stage: 'sent' } },
    [{ type: 'send', key, expectedVersion, change }],
  ];
}

/** What of a request goes to the service; null when that cannot be said of the document that is known here. */
function changeOf(
  state: OwnState,
  edits: readonly PendingEdit[],
  inFlight: JournalInFlight,
): SentChange | null {
  const operations = operationsOf(edits);
  const canvas = canvasOf(edits);
  const { supported } = state;
  if (canvas.length === 0) {
    return supported && operations.some((operation) => !supported.has(operation.op))
      ? { graph: applyLenient(state.confirmed, operations).graph }
      : { operations };
  }
  if (state.rebuild || inFlight.expectedVersion !== state.version) return null;
  const items = applyCanvasLenient(state.canvas.items, canvas).items;
  const written = writeCanvas(state.canvas.metadata, items);
  if (!written.ok) return null;
  const { metadata } = written;
  return operations.length === 0
    ? { metadata }
    : { graph: applyLenient(state.confirmed, operations).graph, metadata };
}

export const refusedCanvas = (message: string): string =>
  `The service did not take your frames and notes: ${message} They are saved on this computer only.`;

/** The service refused a change with canvas items in it: both are tried by themselves, and the items stay here if need be. */
export function canvasRefused(
  state: OwnState,
  edits: readonly PendingEdit[],
  message: string,
  source: SyncSource,
): Step {
  const idle: OwnState = { ...state, phase: { kind: 'idle' } };
  const apart = separated({ ...idle, canvasHold: { kind: 'apart' } }, source);
  if (edits.some((edit) => edit.operations.length > 0) && apart) return apart;
  return [
    { ...idle, canvasHold: { kind: 'refused', message } },
    [{ type: 'notify', message }, { type: 'schedule-save' }],
  ];
}

/** The request is over. One that was lost before it was refused may have been taken all the same. */
export const withDoubt = (state: OwnState, { attempts, inFlight }: SaveRequest): OwnState => ({
  ...state,
  phase: { kind: 'idle' },
  doubtful: attempts > 0 ? inFlight.entryIds : [],
});
