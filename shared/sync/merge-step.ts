import type { PatchOperation } from '../api/schemas/documents.ts';
import { canvasBefore } from '../canvas/base.ts';
import { chosenOperation, mergeCanvas } from '../canvas/merge.ts';
import { savedCanvas, withItems, type SavedCanvas } from '../canvas/metadata.ts';
import { applyCanvasLenient } from '../canvas/operations.ts';
import { diff, keepIdentity, sameContent, sameGraph, samePosition } from '../graph/diff.ts';
import { findNode, inputConnection } from '../graph/graph.ts';
import { targetOf } from '../graph/operation-table.ts';
import { applyLenient } from '../graph/operations.ts';
import { applyChosen, rebase } from '../graph/rebase.ts';
import { clashId, type Side } from '../documents/clash.ts';
import { jsonEqual } from '../language/json-equal.ts';
import type { Graph } from '../graph/types.ts';
import { assertNever } from '../language/assert-never.ts';
import { CANVAS_LOST, canvasAgrees, canvasPartOf } from './canvas-edits.ts';
import { editOn, mergedEdits, mergeItems } from './merged-edits.ts';
import { basesOf, documentBefore, rebaseEntries } from './edit-base.ts';
import { fetchedByFollower } from './following.ts';
import type { SyncEffect, SyncEvent, SyncSource, TheirDocument } from './sync-events.ts';
import {
  adoptScreen,
  canvasOf,
  entryOf,
  fetchTheirs,
  openClash,
  openRequest,
  operationsOf,
  questionOf,
  screenCanvasOf,
  screenOf,
  split,
  type OpenClash,
  type OwnPhase,
  type OwnState,
  type PendingEdit,
  type Step,
  type SyncClash,
  type SyncState,
} from './sync-state.ts';

/** What responses of the server make of a state: taken edits leave, waiting ones are carried over to what it holds. */

/** Whether a partial response says of everything the operations touched what is expected of it. */
function agreesWith(expected: Graph, part: Graph, operations: readonly PatchOperation[]): boolean {
  return operations.every((operation) => {
    const target = targetOf(operation);
    switch (target.kind) {
      case 'wire': {
        const [nodeId, pin] = target.to;
        return jsonEqual(inputConnection(expected, nodeId, pin), inputConnection(part, nodeId, pin));
      }
      case 'node':
      case 'field': {
        const [mine, theirs] = [findNode(expected, target.nodeId), findNode(part, target.nodeId)];
        return mine && theirs ? sameContent(mine, theirs) && samePosition(mine, theirs) : mine === theirs;
      }
      default:
        return assertNever(target);
    }
  });
}

export function responded(
  state: SyncState,
  event: Extract<SyncEvent, { type: 'responded' }>,
  source: SyncSource,
): Step {
  const request = openRequest(state);
  if (state.writer === 'following' || request?.inFlight.idempotencyKey !== event.key) return [state, []];
  const { inFlight } = request;
  const [taken, rest] = split(state, inFlight);
  const expected = applyLenient(state.confirmed, operationsOf(taken)).graph;
  const canvas = canvasTaken(state, taken, event);
  const acknowledge: SyncEffect = { type: 'acknowledge', ids: inFlight.entryIds };
  const next: OwnState = {
    ...state,
    phase: { kind: 'idle' },
    offline: false,
    version: event.version,
    canvas,
  };
  if (inFlight.expectedVersion !== state.version || state.rebuild) {
    // Another window sent it first, on a document that is not known here.
    const pending = rebaseEntries(taken, rest);
    const confirmed = state.rebuild ? state.confirmed : expected;
    const [fetching, effects] = fetchTheirs({ ...next, version: state.version, confirmed, pending });
    const replaced = [...inFlight.entryIds, ...rest.map((edit) => edit.id)];
    const entries = pending.map(entryOf);
    return [fetching, [{ type: 'replace-journal', replaced, entries, taken: inFlight.entryIds }, ...effects]];
  }
  if (!canvasAgrees(applyCanvasLenient(state.canvas.items, canvasOf(taken)).items, canvas, canvasOf(taken))) {
    return canvasLost({ ...next, confirmed: expected }, canvasPartOf(taken, source), rest, inFlight.entryIds);
  }
  const agreed = event.partial
    ? agreesWith(expected, event.graph, operationsOf(taken))
    : sameGraph(expected, event.graph);
  if (agreed) {
    if (rest.length === 0) {
      return [{ ...next, confirmed: expected, pending: rest, answers: new Map() }, [acknowledge]];
    }
    // Edits made meanwhile stand on what was just taken: journaled with their old base they would clash with it.
    const onTop = rest.map((edit): PendingEdit => ({
      ...edit,
      baseVersion: event.version,
      ...basesOf({ graph: expected, items: canvas.items }, edit.operations, edit.canvas),
    }));
    const replaced = [...inFlight.entryIds, ...rest.map((edit) => edit.id)];
    return [
      { ...next, confirmed: expected, pending: onTop },
      [
        { type: 'replace-journal', replaced, entries: onTop.map(entryOf), taken: inFlight.entryIds },
        { type: 'schedule-save' },
      ],
    ];
  }
  // The server made something else of it (normalized a value, say), or did not say all of it: what it holds now is read.
  const [fetching, effects] = fetchTheirs({ ...next, confirmed: expected, pending: rest });
  return [fetching, [acknowledge, ...effects]];
}

/** What the service has beside the graph once it took these edits. */
function canvasTaken(state: OwnState, taken: readonly PendingEdit[], event: TheirDocument): SavedCanvas {
  const operations = canvasOf(taken);
  if (operations.length === 0) return state.canvas;
  if (event.metadata) return savedCanvas(event.metadata, state.canvas);
  return withItems(state.canvas, applyCanvasLenient(state.canvas.items, operations).items);
}

/** The service took a change and has no canvas items of it: these stay here. What else it did is read. */
function canvasLost(
  state: OwnState,
  kept: PendingEdit[],
  rest: readonly PendingEdit[],
  taken: readonly string[],
): Step {
  const pending = [...kept, ...rest];
  const replaced = [...taken, ...rest.map((edit) => edit.id)];
  const next: OwnState = { ...state, pending, canvasHold: { kind: 'refused', message: CANVAS_LOST } };
  const [fetching, effects] = fetchTheirs(next);
  return [
    fetching,
    [
      { type: 'replace-journal', replaced, entries: pending.map(entryOf) },
      { type: 'notify', message: CANVAS_LOST },
      ...effects,
    ],
  ];
}

/**
 * Carries what is pending over to what the server holds now.
 * @param choices answers just given, by `clashId`.
 */
export function fetched(
  state: SyncState,
  response: TheirDocument,
  choices: ReadonlyMap<string, Side>,
  source: SyncSource,
): Step {
  // Fetched beside a request of a window before this one: what it will bring is read after it.
  if (openRequest(state)) return [state, []];
  if (state.writer === 'own' && state.rebuild) {
    const entries = state.pending.map(entryOf);
    const version = Math.min(state.version, response.version);
    const now = savedCanvas(response.metadata ?? {}, state.canvas);
    const canvas = withItems(now, canvasBefore(entries, now.items));
    const [next, effects] = fetched(
      { ...state, rebuild: false, confirmed: documentBefore(entries, response.graph), canvas, version },
      response,
      choices,
      source,
    );
    const shows = effects.some((effect) => effect.type === 'adopt') || openClash(next) !== null;
    return [next, shows ? effects : [adoptScreen(next), ...effects]];
  }
  const theirs = {
    version: response.version,
    graph: keepIdentity(state.confirmed, response.graph),
    canvas: savedCanvas(response.metadata ?? {}, state.canvas),
  };
  if (state.writer === 'following') return fetchedByFollower(state, theirs);
  if (theirs.version < state.version) return wentBack(state, response);
  if (state.phase.kind === 'older') return [state, []];
  if (state.doubtful.length > 0) {
    const [settled, effects] = settleDoubt(state, theirs);
    const [next, more] = fetched(settled, response, choices, source);
    return [next, [...effects, ...more]];
  }
  const moved = { ...state, confirmed: theirs.graph, canvas: theirs.canvas, version: theirs.version };
  const mine = operationsOf(state.pending);
  if (mine.length === 0 && canvasOf(state.pending).length === 0) {
    const acknowledge: SyncEffect[] =
      state.pending.length > 0 ? [{ type: 'acknowledge', ids: state.pending.map((edit) => edit.id) }] : [];
    const next: SyncState = { ...moved, pending: [], answers: new Map() };
    if (theirs.graph === state.confirmed && theirs.canvas === state.canvas) return [next, acknowledge];
    return [next, [...acknowledge, adoptScreen(next)]];
  }
  // Only the name changed, or nothing: the edits stand on the same graph as before.
  if (theirs.graph === state.confirmed && theirs.canvas === state.canvas)
    return [moved, [{ type: 'schedule-save' }]];
  return merge(state, theirs, mine, choices, source);
}

/**
 * Takes edits out that the document shows to be taken: every field they changed is as they left it. Merged instead, a
 * node that they added and that was edited on since would come a second time.
 */
function settleDoubt(
  state: OwnState,
  theirs: { graph: Graph; canvas: SavedCanvas },
): [OwnState, SyncEffect[]] {
  const ids = new Set(state.doubtful);
  const taken = state.pending.filter((edit) => ids.has(edit.id));
  const rest = state.pending.filter((edit) => !ids.has(edit.id));
  const settled: OwnState = { ...state, doubtful: [] };
  const operations = operationsOf(taken);
  const expected = applyLenient(state.confirmed, operations).graph;
  const { items } = applyCanvasLenient(state.canvas.items, canvasOf(taken));
  const agreed =
    agreesWith(expected, theirs.graph, operations) && canvasAgrees(items, theirs.canvas, canvasOf(taken));
  if (taken.length === 0 || !agreed) return [settled, []];
  const pending = rest.map((edit): PendingEdit => ({
    ...edit,
    ...basesOf({ graph: expected, items }, edit.operations, edit.canvas),
  }));
  const replaced = state.pending.map((edit) => edit.id);
  return [
    { ...settled, confirmed: expected, canvas: withItems(state.canvas, items), pending },
    [
      {
        type: 'replace-journal',
        replaced,
        entries: pending.map(entryOf),
        taken: taken.map((edit) => edit.id),
      },
    ],
  ];
}

function merge(
  state: OwnState,
  theirs: { version: number; graph: Graph; canvas: SavedCanvas },
  mine: readonly PatchOperation[],
  choices: ReadonlyMap<string, Side>,
  source: SyncSource,
): Step {
  const rebased = rebase(state.confirmed, mine, theirs.graph);
  const items = mergeItems(state, theirs.canvas);
  const merging = mergingOf(state);
  const answerTo = (clash: SyncClash): Side | undefined =>
    choices.get(clashId(clash)) ?? state.answers.get(questionOf(clash));
  const isOpen = (clash: SyncClash): boolean => answerTo(clash) === undefined;
  const clashes = [...rebased.clashes, ...items.clashes].filter(isOpen);
  if (clashes.length > 0) {
    const { version, graph } = theirs;
    const clash: OpenClash = { version, theirs: graph, metadata: theirs.canvas.metadata, clashes };
    return [{ ...state, phase: { kind: 'conflict', clash } }, [merging]];
  }
  const isMine = (clash: SyncClash): boolean => answerTo(clash) === 'mine';
  const chosen = rebased.clashes.filter(isMine);
  const sides = { base: state.confirmed, mine: rebased.mine, theirs: theirs.graph };
  const { applied, notes } = applyChosen(sides, rebased.operations, chosen);
  const ofCanvas = [...items.operations, ...items.clashes.filter(isMine).map(chosenOperation)];
  const pending = mergedEdits(
    state,
    theirs,
    { operations: applied, canvas: ofCanvas, renamed: rebased.renamed },
    source,
  );
  const effects: SyncEffect[] = [
    merging,
    {
      type: 'replace-journal',
      replaced: state.pending.map((edit) => edit.id),
      entries: pending.map(entryOf),
    },
  ];
  if (rebased.renamed.size > 0) effects.push({ type: 'rename', ids: rebased.renamed });
  const answers = pending.length > 0 ? state.answers : new Map<string, Side>();
  const phase: OwnPhase = state.phase.kind === 'conflict' ? { kind: 'idle' } : state.phase;
  const { graph: confirmed, canvas: saved, version } = theirs;
  const next: OwnState = { ...state, confirmed, canvas: saved, version, pending, phase, answers };
  effects.push(adoptScreen(next));
  const reasons = [...new Set([...rebased.dropped.map(({ reason }) => reason), ...notes])];
  if (reasons.length > 0) {
    effects.push({ type: 'notify', message: `Someone else changed this project: ${reasons.join('; ')}` });
  }
  if (pending.length > 0) effects.push({ type: 'schedule-save' });
  return [next, effects];
}

/** Before a merge gives up anything: everything here. */
const mergingOf = (state: SyncState): SyncEffect => ({
  type: 'merging',
  version: state.version,
  mine: screenOf(state),
  canvas: screenCanvasOf(state).items,
});

/**
 * The questions of an open clash as they stand now: edits go on beside it, and what was typed since is what is asked
 * about.
 */
export function openQuestions(state: SyncState): SyncClash[] {
  const clash = openClash(state);
  if (!clash) return [];
  const { clashes } = rebase(state.confirmed, operationsOf(state.pending), clash.theirs);
  const items =
    state.writer === 'own' ? mergeItems(state, savedCanvas(clash.metadata, state.canvas)).clashes : [];
  return [...clashes, ...items].filter((item) => !state.answers.has(questionOf(item)));
}

/** The service holds an older state than it had confirmed, restored from a backup perhaps. Nothing is decided here. */
function wentBack(state: OwnState, theirs: TheirDocument): Step {
  return [{ ...state, phase: { kind: 'older', theirs } }, [mergingOf(state)]];
}

/** Either everything on screen becomes an edit of what the service holds now, or that stands and only unsaved edits go on. */
export function olderResolved(state: SyncState, side: Side, source: SyncSource): Step {
  if (state.writer === 'following' || state.phase.kind !== 'older') return [state, []];
  const { theirs: older } = state.phase;
  const back: OwnState = { ...state, phase: { kind: 'idle' }, version: older.version };
  if (side === 'theirs') return fetched(back, older, new Map(), source);
  const operations = diff(older.graph, screenOf(state));
  const canvas = savedCanvas(older.metadata ?? {}, state.canvas);
  const ofCanvas =
    canvas.problem === null
      ? mergeCanvas(canvas.items, screenCanvasOf(state).items, canvas.items).operations
      : [];
  const replaced = state.pending.map((edit) => edit.id);
  const document = { ...older, canvas };
  const pending =
    operations.length + ofCanvas.length === 0
      ? []
      : [editOn(document, operations, 'keep the newer state', source, ofCanvas)];
  const next: OwnState = { ...back, confirmed: older.graph, canvas, pending };
  const effects: SyncEffect[] = [
    { type: 'replace-journal', replaced, entries: pending.map(entryOf) },
    adoptScreen(next),
  ];
  if (pending.length > 0) effects.push({ type: 'schedule-save' });
  return [next, effects];
}
