import type { PatchOperation } from '../api/schemas/documents.ts';
import { diff, keepIdentity, sameContent, sameGraph, samePosition } from '../graph/diff.ts';
import { findNode, inputConnection } from '../graph/graph.ts';
import { targetOf } from '../graph/operation-table.ts';
import { applyLenient } from '../graph/operations.ts';
import { applyChosen, rebase, type RebaseClash } from '../graph/rebase.ts';
import { sameValue } from '../graph/stable-json.ts';
import type { Graph } from '../graph/types.ts';
import { assertNever } from '../language/assert-never.ts';
import { baseOf, documentBefore, rebaseEntries } from './edit-base.ts';
import { fetchedByFollower } from './following.ts';
import type { Side, SyncEffect, SyncEvent, SyncSource } from './sync-events.ts';
import {
  clashId,
  entryOf,
  fetchTheirs,
  openClash,
  openRequest,
  operationsOf,
  questionOf,
  screenOf,
  split,
  type OpenClash,
  type OwnPhase,
  type OwnState,
  type PendingEdit,
  type Step,
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
        return sameValue(inputConnection(expected, nodeId, pin), inputConnection(part, nodeId, pin));
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

export function responded(state: SyncState, event: Extract<SyncEvent, { type: 'responded' }>): Step {
  const request = openRequest(state);
  if (state.writer === 'following' || request?.inFlight.idempotencyKey !== event.key) return [state, []];
  const { inFlight } = request;
  const [taken, rest] = split(state, inFlight);
  const expected = applyLenient(state.confirmed, operationsOf(taken)).graph;
  const acknowledge: SyncEffect = { type: 'acknowledge', ids: inFlight.entryIds };
  const next: OwnState = { ...state, phase: { kind: 'idle' }, offline: false, version: event.version };
  if (inFlight.expectedVersion !== state.version || state.rebuild) {
    // Another window sent it first, on a document that is not known here.
    const pending = rebaseEntries(taken, rest);
    const confirmed = state.rebuild ? state.confirmed : expected;
    const [fetching, effects] = fetchTheirs({ ...next, version: state.version, confirmed, pending });
    const replaced = [...inFlight.entryIds, ...rest.map((edit) => edit.id)];
    return [fetching, [{ type: 'replace-journal', replaced, entries: pending.map(entryOf) }, ...effects]];
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
      base: baseOf(expected, edit.operations),
    }));
    const replaced = [...inFlight.entryIds, ...rest.map((edit) => edit.id)];
    return [
      { ...next, confirmed: expected, pending: onTop },
      [{ type: 'replace-journal', replaced, entries: onTop.map(entryOf) }, { type: 'schedule-save' }],
    ];
  }
  // The server made something else of it (normalized a value, say), or did not say all of it: what it holds now is read.
  const [fetching, effects] = fetchTheirs({ ...next, confirmed: expected, pending: rest });
  return [fetching, [acknowledge, ...effects]];
}

/**
 * Carries what is pending over to what the server holds now.
 * @param choices answers just given, by `clashId`.
 */
export function fetched(
  state: SyncState,
  response: { version: number; graph: Graph },
  choices: ReadonlyMap<string, Side>,
  source: SyncSource,
): Step {
  // Fetched beside a request of a window before this one: what it will bring is read after it.
  if (openRequest(state)) return [state, []];
  if (state.writer === 'own' && state.rebuild) {
    const base = documentBefore(state.pending.map(entryOf), response.graph);
    const [next, effects] = fetched(
      { ...state, rebuild: false, confirmed: base, version: Math.min(state.version, response.version) },
      response,
      choices,
      source,
    );
    const shows = effects.some((effect) => effect.type === 'adopt') || openClash(next) !== null;
    return [next, shows ? effects : [{ type: 'adopt', graph: screenOf(next) }, ...effects]];
  }
  const theirs = { version: response.version, graph: keepIdentity(state.confirmed, response.graph) };
  if (state.writer === 'following') return fetchedByFollower(state, theirs);
  if (theirs.version < state.version) return wentBack(state, theirs);
  if (state.phase.kind === 'older') return [state, []];
  if (state.doubtful.length > 0) {
    const [settled, effects] = settleDoubt(state, theirs.graph);
    const [next, more] = fetched(settled, response, choices, source);
    return [next, [...effects, ...more]];
  }
  const moved = { ...state, confirmed: theirs.graph, version: theirs.version };
  const mine = operationsOf(state.pending);
  if (mine.length === 0) {
    const acknowledge: SyncEffect[] =
      state.pending.length > 0 ? [{ type: 'acknowledge', ids: state.pending.map((edit) => edit.id) }] : [];
    const next: SyncState = { ...moved, pending: [], answers: new Map() };
    if (theirs.graph === state.confirmed) return [next, acknowledge];
    return [next, [...acknowledge, { type: 'adopt', graph: theirs.graph }]];
  }
  // Only the name changed, or nothing: the edits stand on the same graph as before.
  if (theirs.graph === state.confirmed) return [moved, [{ type: 'schedule-save' }]];
  return merge(state, theirs, mine, choices, source);
}

/**
 * Takes edits out that the document shows to be taken: every field they changed is as they left it. Merged instead, a
 * node that they added and that was edited on since would come a second time.
 */
function settleDoubt(state: OwnState, theirs: Graph): [OwnState, SyncEffect[]] {
  const ids = new Set(state.doubtful);
  const taken = state.pending.filter((edit) => ids.has(edit.id));
  const rest = state.pending.filter((edit) => !ids.has(edit.id));
  const settled: OwnState = { ...state, doubtful: [] };
  const operations = operationsOf(taken);
  const expected = applyLenient(state.confirmed, operations).graph;
  if (taken.length === 0 || !agreesWith(expected, theirs, operations)) return [settled, []];
  const pending = rest.map((edit): PendingEdit => ({ ...edit, base: baseOf(expected, edit.operations) }));
  const replaced = state.pending.map((edit) => edit.id);
  return [
    { ...settled, confirmed: expected, pending },
    [{ type: 'replace-journal', replaced, entries: pending.map(entryOf) }],
  ];
}

function merge(
  state: OwnState,
  theirs: { version: number; graph: Graph },
  mine: readonly PatchOperation[],
  choices: ReadonlyMap<string, Side>,
  source: SyncSource,
): Step {
  const rebased = rebase(state.confirmed, mine, theirs.graph);
  const merging: SyncEffect = { type: 'merging', version: state.version, mine: screenOf(state) };
  const answerTo = (clash: (typeof rebased.clashes)[number]): Side | undefined =>
    choices.get(clashId(clash)) ?? state.answers.get(questionOf(clash));
  const open = rebased.clashes.filter((clash) => answerTo(clash) === undefined);
  if (open.length > 0) {
    const clash: OpenClash = { version: theirs.version, theirs: theirs.graph, clashes: open };
    return [{ ...state, phase: { kind: 'conflict', clash } }, [merging]];
  }
  const chosen = rebased.clashes.filter((clash) => answerTo(clash) === 'mine');
  const sides = { base: state.confirmed, mine: rebased.mine, theirs: theirs.graph };
  const { graph, applied, notes } = applyChosen(sides, rebased.operations, chosen);
  const last = state.pending.at(-1);
  const pending: PendingEdit[] =
    applied.length === 0 ? [] : [editOn(theirs, applied, last?.label ?? 'merged changes', source)];
  const effects: SyncEffect[] = [
    merging,
    {
      type: 'replace-journal',
      replaced: state.pending.map((edit) => edit.id),
      entries: pending.map(entryOf),
    },
  ];
  if (rebased.renamed.size > 0) effects.push({ type: 'rename', ids: rebased.renamed });
  effects.push({ type: 'adopt', graph });
  const reasons = [...new Set([...rebased.dropped.map(({ reason }) => reason), ...notes])];
  if (reasons.length > 0) {
    effects.push({ type: 'notify', message: `Someone else changed this project: ${reasons.join('; ')}` });
  }
  if (pending.length > 0) effects.push({ type: 'schedule-save' });
  const answers = pending.length > 0 ? state.answers : new Map<string, Side>();
  const phase: OwnPhase = state.phase.kind === 'conflict' ? { kind: 'idle' } : state.phase;
  return [{ ...state, confirmed: theirs.graph, version: theirs.version, pending, phase, answers }, effects];
}

/**
 * The questions of an open clash as they stand now: edits go on beside it, and what was typed since is what is asked
 * about.
 */
export function openQuestions(state: SyncState): RebaseClash[] {
  const clash = openClash(state);
  if (!clash) return [];
  const { clashes } = rebase(state.confirmed, operationsOf(state.pending), clash.theirs);
  return clashes.filter((item) => !state.answers.has(questionOf(item)));
}

/** Operations as one edit that stands on a document. */
export const editOn = (
  document: { version: number; graph: Graph },
  operations: PatchOperation[],
  label: string,
  source: SyncSource,
): PendingEdit => ({
  id: source.newId(),
  label,
  at: source.now(),
  baseVersion: document.version,
  operations,
  base: baseOf(document.graph, operations),
  journaled: false,
});

/** The service holds an older state than it had confirmed, restored from a backup perhaps. Nothing is decided here. */
function wentBack(state: OwnState, theirs: { version: number; graph: Graph }): Step {
  const merging: SyncEffect = { type: 'merging', version: state.version, mine: screenOf(state) };
  return [{ ...state, phase: { kind: 'older', theirs } }, [merging]];
}

/** Either everything on screen becomes an edit of what the service holds now, or that stands and only unsaved edits go on. */
export function olderResolved(state: SyncState, side: Side, source: SyncSource): Step {
  if (state.writer === 'following' || state.phase.kind !== 'older') return [state, []];
  const { theirs: older } = state.phase;
  const back: OwnState = { ...state, phase: { kind: 'idle' }, version: older.version };
  if (side === 'theirs') return fetched(back, older, new Map(), source);
  const operations = diff(older.graph, screenOf(state));
  const replaced = state.pending.map((edit) => edit.id);
  const pending = operations.length === 0 ? [] : [editOn(older, operations, 'keep the newer state', source)];
  const effects: SyncEffect[] = [
    { type: 'replace-journal', replaced, entries: pending.map(entryOf) },
    { type: 'adopt', graph: applyLenient(older.graph, operations).graph },
  ];
  if (pending.length > 0) effects.push({ type: 'schedule-save' });
  return [{ ...back, confirmed: older.graph, pending }, effects];
}
