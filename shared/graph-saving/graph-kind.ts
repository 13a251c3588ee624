import { canvasBefore } from '../canvas/base.ts';
import { mergeCanvas } from '../canvas/merge.ts';
import { noCanvas, savedCanvas, withItems, writeCanvas, type SavedCanvas } from '../canvas/metadata.ts';
import { applyCanvasLenient, type CanvasOperation } from '../canvas/operations.ts';
import type { PatchOperation } from '../api/schemas/documents.ts';
import type { JournalInFlight } from '../desk/journal.ts';
import { clashId } from '../documents/clash.ts';
import { unsettledPhase } from '../documents/following.ts';
import type { Batch, SavingKind, SavingSource } from '../documents/saving-kind.ts';
import { initialState, screenOf } from '../documents/saving-state.ts';
import { openQuestions } from '../documents/merge-step.ts';
import { diff, keepIdentity, sameGraph } from '../graph/diff.ts';
import { isNoOp } from '../graph/no-change.ts';
import { applyLenient } from '../graph/operations.ts';
import { stableStringify } from '../graph/stable-json.ts';
import type { Graph } from '../graph/types.ts';
import { jsonEqual } from '../language/json-equal.ts';
import {
  canvasAgrees,
  canvasEditsOf,
  CANVAS_LOST,
  canvasRejection,
  sendable,
  separated,
  sizeWithheld,
} from './canvas-edits.ts';
import { basesOf, documentBefore, rebaseEntries } from './edit-base.ts';
import { mergeLocalTexts, type IsText } from './local-texts.ts';
import {
  canvasOf,
  editOn,
  operationsOf,
  type GraphClash,
  type GraphDocument,
  type GraphState,
  type EditedGraph,
  type PendingEdit,
  type SavedGraph,
  type PatchChange,
} from './graph-edits.ts';
import { agreesWith, mergeGraph } from './graph-merge.ts';

/** A document with these edits; what of them does not fit any more is left out. */
function apply({ graph, canvas }: GraphDocument, edits: readonly PendingEdit[]): GraphDocument {
  const operations = edits.flatMap((edit) => edit.operations);
  const items = applyCanvasLenient(canvas.items, canvasOf(edits)).items;
  return {
    graph: operations.length === 0 ? graph : applyLenient(graph, operations).graph,
    canvas: withItems(canvas, items),
  };
}

/** Keys of other programs count: what is written has them as they are known here. */
const isSameCanvas = (a: SavedCanvas, b: SavedCanvas): boolean =>
  a === b || (a.problem === b.problem && jsonEqual(a.items, b.items) && jsonEqual(a.metadata, b.metadata));

const isSame = (a: GraphDocument, b: GraphDocument): boolean =>
  (a.graph === b.graph || sameGraph(a.graph, b.graph)) && isSameCanvas(a.canvas, b.canvas);

function read(
  before: GraphDocument,
  { graph: response, metadata = {} }: SavedGraph['answer'],
): GraphDocument {
  const graph = keepIdentity(before.graph, response);
  const canvas = savedCanvas(metadata, before.canvas);
  return graph === before.graph && canvas === before.canvas ? before : { graph, canvas };
}

function carried(
  { confirmed, version, pending }: EditedGraph,
  document: GraphDocument,
  source: SavingSource,
  step: string | undefined,
): PendingEdit[] {
  const { canvas } = confirmed;
  const operations = diff(confirmed.graph, document.graph);
  const ofCanvas =
    canvas.problem === null ? mergeCanvas(canvas.items, document.canvas.items, canvas.items).operations : [];
  const label = step ?? pending.at(-1)?.label ?? 'merged changes';
  return operations.length + ofCanvas.length === 0
    ? []
    : [editOn({ version, document: confirmed }, { label, operations, canvas: ofCanvas }, source)];
}

/** Edits made meanwhile stand on what was just taken: journaled with their old base they would clash with it. */
const onTop = (
  edits: readonly PendingEdit[],
  { graph, canvas: { items } }: GraphDocument,
  version: number | null,
): PendingEdit[] =>
  edits.map((edit) => ({
    ...edit,
    baseVersion: version ?? edit.baseVersion,
    ...basesOf({ graph, items }, edit.operations, edit.canvas),
  }));

function isAccepted(
  { confirmed }: EditedGraph,
  edits: readonly PendingEdit[],
  theirs: GraphDocument,
): boolean {
  const expected = apply(confirmed, edits);
  return (
    agreesWith(expected.graph, theirs.graph, operationsOf(edits)) &&
    canvasAgrees(expected.canvas.items, theirs.canvas, canvasOf(edits))
  );
}

function responded(
  { confirmed }: EditedGraph,
  edits: readonly PendingEdit[],
  { document: { graph, metadata }, partial }: { document: SavedGraph['answer']; partial?: boolean },
  source: SavingSource,
): ReturnType<SavingKind<SavedGraph>['responded']> {
  const operations = operationsOf(edits);
  const canvas = canvasOf(edits);
  const local = apply(confirmed, edits);
  const saved = canvas.length > 0 && metadata ? savedCanvas(metadata, confirmed.canvas) : local.canvas;
  const expected = { graph: local.graph, canvas: saved };
  const isDropped = !canvasAgrees(local.canvas.items, saved, canvas);
  const agreed = partial ? agreesWith(local.graph, graph, operations) : sameGraph(local.graph, graph);
  return {
    expected,
    actual: agreed ? expected : null,
    dropped: isDropped ? { edits: canvasEditsOf(edits, source), message: CANVAS_LOST } : null,
  };
}

function batch(at: EditedGraph, source: SavingSource): Batch<SavedGraph> {
  const withheld = sizeWithheld(at);
  const sized = { ...at, withheld };
  const pending = separated(sized, source);
  if (pending) return { kind: 'replace', pending, message: null, withheld };
  const edits = sendable(sized);
  if (edits.length === 0) return { kind: 'wait', withheld };
  const { graph, canvas } = at.confirmed;
  const [operations, ofCanvas] = [operationsOf(edits), canvasOf(edits)];
  const { applied, refused } = applyLenient(graph, operations);
  const items = applyCanvasLenient(canvas.items, ofCanvas);
  if (refused.length > 0 || items.applied.length < ofCanvas.length)
    return { ...leftOut(at, edits, { operations: applied, canvas: items.applied }, source), withheld };
  const changesGraph = operations.length > 0 && !isNoOp(graph, operations);
  const isEmpty = !changesGraph && jsonEqual(items.items, canvas.items);
  return { kind: isEmpty ? 'nothing' : 'send', edits, withheld };
}

/**
 * An edit met a document in which what it is about is gone, as when two windows change the same nodes in one moment: the
 * service would refuse all that goes with it, again and again. What fits goes on, and the person is notified.
 */
function leftOut(
  { confirmed, version, pending }: EditedGraph,
  edits: readonly PendingEdit[],
  fits: { operations: PatchOperation[]; canvas: CanvasOperation[] },
  source: SavingSource,
) {
  const label = edits.at(-1)?.label ?? '';
  const isAllOut = fits.operations.length + fits.canvas.length === 0;
  const left = isAllOut ? [] : [editOn({ version, document: confirmed }, { label, ...fits }, source)];
  const kind = isAllOut ? 'Your last step was' : 'A part of your last step was';
  return {
    kind: 'replace',
    pending: [...left, ...pending.filter((edit) => !edits.includes(edit))],
    message: `${kind} left out: what it changes has been deleted meanwhile.`,
  } as const;
}

/** @param isKnown whether the request was made for the document that is known here: the whole of another version would take away what others did. */
function patchOf(
  { confirmed: { graph, canvas } }: EditedGraph,
  edits: readonly PendingEdit[],
  isCurrent: boolean,
  supported: ReadonlySet<string> | null,
): PatchChange | null {
  const operations = operationsOf(edits);
  const ofCanvas = canvasOf(edits);
  if (ofCanvas.length === 0) {
    return supported && operations.some((operation) => !supported.has(operation.op))
      ? { graph: applyLenient(graph, operations).graph }
      : { operations };
  }
  if (!isCurrent) return null;
  const result = writeCanvas(canvas.metadata, applyCanvasLenient(canvas.items, ofCanvas).items);
  if (!result.ok) return null;
  const { metadata } = result;
  return operations.length === 0 ? { metadata } : { graph: applyLenient(graph, operations).graph, metadata };
}

/** The service refused a change with canvas items in it: both are tried by themselves, and the items stay here if need be. */
function rejected(
  at: EditedGraph,
  edits: readonly PendingEdit[],
  reason: string | null,
  source: SavingSource,
): ReturnType<SavingKind<SavedGraph>['rejected']> {
  const isOfGraph = edits.some((edit) => edit.operations.length > 0);
  // Without a reason it is gone, or a service without the way that canvas items go: that is seen at the next look.
  if (canvasOf(edits).length === 0 || (reason === null && operationsOf(edits).length > 0)) return null;
  const message = reason === null ? CANVAS_LOST : canvasRejection(reason);
  const apart = separated({ ...at, withheld: { kind: 'apart' } }, source);
  if (isOfGraph && apart) return { pending: apart, withheld: { kind: 'apart' }, message: null };
  return { pending: at.pending, withheld: { kind: 'refused', message }, message };
}

/**
 * How a graph with its canvas items is saved.
 * @param supported operations that the service knows; null when it did not say. @param isText which inputs hold texts that people
 * write: of these nothing is replaced that another window wrote.
 */
export const graphKind = (
  supported: ReadonlySet<string> | null,
  source: SavingSource,
  isText: IsText = () => false,
): SavingKind<SavedGraph> => ({
  name: 'graph',
  source,
  backoff: { firstMs: 200, maxMs: 20_000 },
  // One lost request is not "offline" yet; a second one in a row is.
  offlineAfter: { unreachable: 1, busy: 3 },
  savesOnResponse: false,
  read,
  apply,
  isSame,
  edited: ({ pending, version, base }, change) => [
    ...pending,
    editOn({ version, document: base }, change, source),
  ],
  carried: (at, document, step) => carried(at, document, source, step),
  remaining: (edits) => edits,
  rebasedOn: (edits, document) => mergeLocalTexts(edits, document, isText),
  isOnVersion: ({ baseVersion }, version) => baseVersion === version,
  baseOf: () => null,
  onTop: (edits, document, version) => onTop(mergeLocalTexts(edits, document, isText), document, version),
  behind: rebaseEntries,
  before: (edits, { graph, canvas }) => ({
    graph: documentBefore(edits, graph),
    canvas: withItems(canvas, canvasBefore(edits, canvas.items)),
  }),
  isAccepted,
  responded: (at, edits, response) => responded(at, edits, response, source),
  batch: (at) => batch(at, source),
  payload: (at, edits, { isCurrent }) => patchOf(at, edits, isCurrent, supported),
  rejected: (at, edits, reason) => rejected(at, edits, reason, source),
  merge: (at, theirs, answerTo) => mergeGraph(at, theirs, answerTo, source),
  question: (clash) => stableStringify([clashId(clash), clash.mine, clash.theirs]),
});

/** @param unsettled a request of an earlier session that nobody received a response to; it waits to be sent again. */
export function initialGraph(
  graph: Graph,
  version: number,
  start: { pending?: readonly PendingEdit[]; unsettled?: JournalInFlight | null; canvas?: SavedCanvas } = {},
): GraphState {
  const { pending = [], unsettled = null, canvas = noCanvas } = start;
  const state = initialState<SavedGraph>({ graph, canvas }, version);
  return {
    ...state,
    pending,
    ...(unsettled && { phase: unsettledPhase(requestOf(unsettled)) }),
  };
}

/** Looked at only: nothing of it is sent or stored. */
const anyGraph = graphKind(null, { newId: () => '', newKey: () => '', now: () => '', random: () => 0 });

/** The graph on screen, with its canvas items. */
export const graphOnScreen = (state: GraphState): GraphDocument => screenOf(anyGraph, state);

/** The questions of an open clash as they stand now. */
export const graphQuestions = (state: GraphState): readonly GraphClash[] => openQuestions(anyGraph, state);

/** A request as the journal has it. */
export const requestOf = ({ idempotencyKey, ...request }: JournalInFlight) => ({
  key: idempotencyKey,
  ...request,
});

/** A request as the journal is to have it. */
export const inFlightOf = ({
  key,
  expectedVersion,
  entryIds,
}: {
  key: string;
  expectedVersion: number;
  entryIds: readonly string[];
}): JournalInFlight => ({ idempotencyKey: key, expectedVersion, entryIds: [...entryIds] });
