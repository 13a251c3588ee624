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
   * What is left to do on top of theirs, in normal form: at most one operation a field, whatever the way there was.
   * They apply to `theirs` in this order, all of them.
   */
  operations: PatchOperation[];
  dropped: DroppedOperation[];
  clashes: ClashOf<'graph'>[];
  /** Nodes of mine that got another id because theirs took it: my id → the new one. */
  renamed: ReadonlyMap<string, string>;
  /** My side: `base` with my operations. */
  ours: Graph;
  /** `theirs` with `operations` applied. */
  graph: Graph;
}

/**
 * Carries my operations over to a graph that others changed meanwhile. A field changed on both sides to different values is a clash, and so is a
 * node that one side deleted and the other changed, and a wire that would close a cycle with theirs; positions never
 * clash, mine win; everything else stays. The result always applies to `theirs`.
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
      // The wire that made room for this one stays.
      const removed = merge.freed.get(operation);
      const retried = removed ? applyLenient(graph, [removed], catalog) : null;
      if (retried) {
        graph = retried.graph;
        operations.push(...retried.applied);
      }
      const clash = cycleClash(graph, operation, base, local.graph);
      if (clash) {
        clashes.push(clash);
        continue;
      }
    }
    dropped.push({ operation, reason: `Others changed the project meanwhile. ${rejection.reason}` });
  }
  // A wire that was put back is as if it had never gone.
  const settled = applyLenient(theirs, omitReturns(operations), catalog);
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
 * The graph with what was chosen in the place of theirs. A wire that was chosen and would make a cycle takes the wires of
 * theirs that are in its way with it.
 * @param ours my side as a graph. @param selected clashes in which mine stands.
 * @returns the whole change to `theirs`, and sentences about what went with a choice.
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
    const rejected = result.refused[0];
    if (rejected?.rejection.code !== CYCLE.code || operation.op !== 'connect') return;
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

/** Operations without those that take a wire away and put it back. */
function omitReturns(operations: readonly PatchOperation[]): PatchOperation[] {
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
