import type { PatchOperation } from '../api/schemas/documents.ts';
import { sameContent, sameGraph, samePosition } from '../graph/diff.ts';
import { findNode, inputConnection } from '../graph/graph.ts';
import { applyWhatFits } from '../graph/operations.ts';
import { rebase } from '../graph/rebase.ts';
import { sameValue } from '../graph/stable-json.ts';
import type { Graph } from '../graph/types.ts';
import { baseOf } from './edit-base.ts';
import type { SyncEffect, SyncEvent, SyncSource } from './sync-events.ts';
import {
  clashId,
  entryOf,
  operationsOf,
  split,
  type PendingEdit,
  type Step,
  type SyncState,
} from './sync-state.ts';

/** What answers of the server make of a state: taken edits leave, waiting ones are carried over to what it holds. */

export const fetchTheirs = (state: SyncState): Step => [{ ...state, fetching: true }, [{ type: 'fetch' }]];

/** Whether a partial answer says of everything the operations touched what is expected of it. */
function agreesWith(expected: Graph, part: Graph, operations: readonly PatchOperation[]): boolean {
  return operations.every((operation) => {
    if (operation.op === 'connect' || operation.op === 'disconnect') {
      const [nodeId, pin] = operation.to;
      return sameValue(inputConnection(expected, nodeId, pin), inputConnection(part, nodeId, pin));
    }
    const nodeId = operation.op === 'addNode' ? operation.node.id : operation.nodeId;
    const [mine, theirs] = [findNode(expected, nodeId), findNode(part, nodeId)];
    return mine && theirs ? sameContent(mine, theirs) && samePosition(mine, theirs) : mine === theirs;
  });
}

export function answered(
  state: SyncState,
  event: Extract<SyncEvent, { type: 'answered' }>,
  source: SyncSource,
): Step {
  if (state.sending?.inFlight.idempotencyKey !== event.key) return [state, []];
  const { inFlight } = state.sending;
  const [taken, rest] = split(state, inFlight);
  const expected = applyWhatFits(state.confirmed, operationsOf(taken)).graph;
  const acknowledge: SyncEffect = { type: 'acknowledge', ids: inFlight.entryIds };
  const next: SyncState = { ...state, sending: null, offline: false, version: event.version };
  const agreed = event.partial
    ? agreesWith(expected, event.graph, operationsOf(taken))
    : sameGraph(expected, event.graph);
  if (agreed) {
    if (rest.length === 0) return [{ ...next, confirmed: expected, pending: rest }, [acknowledge]];
    // Edits made meanwhile stand on what was just taken: kept with their old base they would clash with it.
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
  // The server made something else of it (normalised a value, say): carry on from what it holds.
  if (event.partial) {
    const [fetching, effects] = fetchTheirs({ ...next, confirmed: expected, pending: rest });
    return [fetching, [acknowledge, ...effects]];
  }
  const [rebased, more] = fetched(
    { ...next, confirmed: expected, pending: rest },
    { version: event.version, graph: event.graph },
    new Map(),
    source,
  );
  return [rebased, [acknowledge, ...more]];
}

/** Carries what is pending over to what the server holds now. */
export function fetched(
  state: SyncState,
  theirs: { version: number; graph: Graph },
  choices: ReadonlyMap<string, 'mine' | 'theirs'>,
  source: SyncSource,
): Step {
  // An answer to a request of ours may have brought a newer version while this one was on its way.
  if (theirs.version < state.version)
    return [state, state.pending.length > 0 ? [{ type: 'schedule-save' }] : []];
  if (state.sending) return [state, []];
  const mine = operationsOf(state.pending);
  if (mine.length === 0) {
    const acknowledge: SyncEffect[] =
      state.pending.length > 0 ? [{ type: 'acknowledge', ids: state.pending.map((edit) => edit.id) }] : [];
    if (sameGraph(state.confirmed, theirs.graph)) {
      return [{ ...state, version: theirs.version, pending: [] }, acknowledge];
    }
    return [
      { ...state, confirmed: theirs.graph, version: theirs.version, pending: [] },
      [...acknowledge, { type: 'adopt', graph: theirs.graph }],
    ];
  }
  const rebased = rebase(state.confirmed, mine, theirs.graph);
  const open = rebased.clashes.filter((clash) => !choices.has(clashId(clash)));
  if (open.length > 0) {
    const clash = { version: theirs.version, theirs: theirs.graph, clashes: rebased.clashes };
    return [{ ...state, clash }, []];
  }
  const chosen = rebased.clashes.flatMap((clash) =>
    choices.get(clashId(clash)) === 'theirs' ? [] : clash.operations,
  );
  const { graph, applied } = applyWhatFits(theirs.graph, [...rebased.operations, ...chosen]);
  const last = state.pending.at(-1);
  const pending: PendingEdit[] =
    applied.length === 0
      ? []
      : [
          {
            id: source.newId(),
            label: last?.label ?? 'merged changes',
            at: source.now(),
            baseVersion: theirs.version,
            operations: applied,
            base: baseOf(theirs.graph, applied),
            kept: false,
          },
        ];
  const effects: SyncEffect[] = [
    {
      type: 'replace-journal',
      replaced: state.pending.map((edit) => edit.id),
      entries: pending.map(entryOf),
    },
    { type: 'adopt', graph },
  ];
  const reasons = [...new Set(rebased.dropped.map((dropped) => dropped.reason))];
  if (reasons.length > 0) {
    effects.push({ type: 'tell', message: `Someone else changed this project: ${reasons.join('; ')}` });
  }
  if (pending.length > 0) effects.push({ type: 'schedule-save' });
  return [{ ...state, confirmed: theirs.graph, version: theirs.version, pending, clash: null }, effects];
}
