import type { PatchOperation } from '../api/schemas/documents.ts';
import type { ClashOf } from '../documents/clash.ts';
import { CYCLE } from './connect.ts';
import { cycleClash } from './cycle-clash.ts';
import { connectionKey } from './keys.ts';
import { Merge } from './merge.ts';
import { targetOf } from './operation-table.ts';
import { applyLenient } from './operations.ts';
import type { DroppedOperation } from './rebase-types.ts';
import type { Graph, NodeCatalog } from './types.ts';

export * from './rebase-types.ts';

export interface Rebased {
  /**
   * My changes as operations on `theirs`, at most one a field. All of them apply, in this order.
   */
  operations: PatchOperation[];
  dropped: DroppedOperation[];
  clashes: ClashOf<'graph'>[];
  /** New ids, by the old ones, of nodes of mine whose id a node of theirs has. */
  renamed: ReadonlyMap<string, string>;
  /** My side: `base` with my operations. */
  ours: Graph;
  /** `theirs` with `operations` applied. */
  graph: Graph;
}

/**
 * Applies my operations to a graph that others changed meanwhile. It is a clash where both sides set a field to different values, where one side
 * deleted a node that the other changed, and where a wire of mine would make a cycle with theirs. Positions never clash: mine
 * win. Whatever does not apply any more is dropped with its reason.
 * @param base the graph that both sides started from, `ours` applies to it.
 */
export function rebase(
  base: Graph,
  ours: readonly PatchOperation[],
  theirs: Graph,
  catalog?: NodeCatalog,
): Rebased {
  const local = applyLenient(base, ours);
  const dropped: DroppedOperation[] = local.refused.map(({ operation, rejection }) => ({
    operation,
    reason: rejection.reason,
  }));
  const merge = new Merge(base, local.graph, theirs);
  merge.run();
  dropped.push(...merge.dropped);
  const result = applyLenient(theirs, merge.operations, catalog);
  const clashes = [...merge.clashes];
  let { graph } = result;
  const operations = [...result.applied];
  for (const { operation, rejection } of result.refused) {
    if (operation.op === 'connect' && rejection.code === CYCLE.code) {
      // The wire that was taken away for this one comes back.
      const replaced = merge.freed.get(operation);
      const restored = replaced ? applyLenient(graph, [replaced], catalog) : null;
      if (restored) {
        graph = restored.graph;
        operations.push(...restored.applied);
      }
      const clash = cycleClash(graph, operation, base, local.graph);
      if (clash) {
        clashes.push(clash);
        continue;
      }
    }
    dropped.push({ operation, reason: `Others changed the project meanwhile. ${rejection.reason}` });
  }
  const settled = applyLenient(theirs, omitRestoredWires(operations), catalog);
  return {
    operations: settled.applied,
    dropped,
    clashes,
    renamed: merge.renamed,
    ours: local.graph,
    graph: settled.graph,
  };
}

/**
 * Applies what is left of my side to theirs, with mine for the selected clashes. Where a selected wire would make a cycle, the
 * wires of theirs that close it are taken away.
 * @param sides the graph both began from, mine and theirs. @param operations those of `rebase`. @param selected clashes in which
 * mine is taken.
 * @returns the whole change to `theirs`, and sentences about wires that were taken away.
 */
export function applySelected(
  sides: { base: Graph; ours: Graph; theirs: Graph },
  operations: readonly PatchOperation[],
  selected: readonly ClashOf<'graph'>[],
): { graph: Graph; applied: PatchOperation[]; notes: string[] } {
  let { graph, applied } = applyLenient(sides.theirs, operations);
  const notes: string[] = [];
  const apply = (operation: PatchOperation): void => {
    const result = applyLenient(graph, [operation]);
    graph = result.graph;
    applied = [...applied, ...result.applied];
    const cause = result.refused[0]?.rejection;
    if (cause?.code !== CYCLE.code || operation.op !== 'connect') return;
    const clash = cycleClash(graph, operation, sides.base, sides.ours);
    if (!clash?.reason) return;
    notes.push(clash.reason.replace('It would make', 'A wire was taken away that would have made'));
    for (const item of clash.operations) apply(item);
  };
  const all = selected.flatMap((clash) => clash.operations);
  // Wires last: a node that one of them needs may come back with another choice.
  for (const operation of all) if (operation.op !== 'connect') apply(operation);
  for (const operation of all) if (operation.op === 'connect') apply(operation);
  return { graph, applied, notes };
}

/** Operations without those that together take a wire away and put it back. */
function omitRestoredWires(operations: readonly PatchOperation[]): PatchOperation[] {
  const [connects, disconnects] = [new Set<string>(), new Set<string>()];
  for (const operation of operations) {
    const wire = targetOf(operation);
    if (wire.kind === 'wire') (wire.connected ? connects : disconnects).add(connectionKey(wire));
  }
  return operations.filter((operation) => {
    const wire = targetOf(operation);
    if (wire.kind !== 'wire') return true;
    return !(wire.connected ? disconnects : connects).has(connectionKey(wire));
  });
}
