import type { PatchOperation } from '../api/schemas/documents.ts';
import { isRejection, type Step, type StepOptions } from './apply-steps.ts';
import { indexOf, moveIndex, type GraphIndex } from './graph-index.ts';
import { applyToIndex, nodesOf, targetOf } from './operation-table.ts';
import type { Applied, Graph, NodeCatalog, Rejection } from './types.ts';

/**
 * Applying and inverting operations. Cost: each operation is about a microsecond beside the search for cycles of
 * `connect`; a call of `applyOperations` adds one copy of each list that changed (pointers only; nodes and wires that
 * did not change are shared). The index that makes this cheap is built once and moves along with the newest graph, so
 * an editor that applies to what the last call gave never pays for it again.
 */

export interface ApplyOptions {
  /** Refuse `addNode` of a type that the catalog does not know, unless the graph has a node of it already. */
  rejectUnknownTypes?: boolean;
}

export type AppliedWithInverse =
  | {
      ok: true;
      graph: Graph;
      inverse: PatchOperation[];
      /** Nodes that came, went or changed, and those whose wires did. */
      touched: ReadonlySet<string>;
    }
  | { ok: false; rejection: Rejection };

/** Operations tried in place on the index of a graph; nothing is decided until `commit` or `rollback`. */
class Trial {
  readonly steps: Step[] = [];
  private readonly index: GraphIndex;
  private readonly graph: Graph;

  constructor(graph: Graph) {
    this.graph = graph;
    this.index = indexOf(graph);
  }

  /** @returns the refusal, and then nothing has changed; null when it was applied. */
  apply(operation: PatchOperation, options: StepOptions): Rejection | null {
    const result = applyToIndex(this.index, operation, options);
    if (isRejection(result)) return result;
    this.steps.push(result);
    return null;
  }

  inverse(): PatchOperation[] {
    return this.steps.toReversed().flatMap((step) => step.inverse);
  }

  /** Every node that the steps may have changed: what they undo names all of them. */
  touched(): Set<string> {
    const touched = new Set<string>();
    for (const step of this.steps) {
      for (const operation of step.inverse) for (const id of nodesOf(targetOf(operation))) touched.add(id);
    }
    return touched;
  }

  rollback(): void {
    for (const step of this.steps.toReversed()) for (const undo of step.rollback.toReversed()) undo();
    this.steps.length = 0;
  }

  commit(): Graph {
    const nodes = this.steps.some((step) => step.nodes);
    const wires = this.steps.some((step) => step.wires);
    if (!nodes && !wires) return this.graph;
    const graph = this.index.toGraph(this.graph, { nodes, wires });
    moveIndex(this.graph, graph);
    return graph;
  }
}

/**
 * Applies operations in order, all or none.
 * @param catalog checks pins of the types it knows; without it only the shape of the graph is checked.
 * @returns the new graph and the operations that undo it, or the first refusal with its `operationIndex`.
 */
export function applyWithInverse(
  graph: Graph,
  operations: readonly PatchOperation[],
  catalog?: NodeCatalog,
  options: ApplyOptions = {},
): AppliedWithInverse {
  const trial = new Trial(graph);
  let stored: Set<string> | undefined;
  const isTypeRejected =
    options.rejectUnknownTypes && catalog
      ? (type: string) => {
          if (catalog.pinsOf(type)) return false;
          stored ??= new Set(graph.nodes.map((node) => node.type));
          return !stored.has(type);
        }
      : undefined;
  for (const [operationIndex, operation] of operations.entries()) {
    const rejection = trial.apply(operation, { catalog, isTypeRejected });
    if (rejection) {
      trial.rollback();
      return { ok: false, rejection: { ...rejection, operationIndex } };
    }
  }
  return { ok: true, inverse: trial.inverse(), touched: trial.touched(), graph: trial.commit() };
}

/** Applies operations in order, all or none. See `applyWithInverse`. */
export function applyOperations(
  graph: Graph,
  operations: readonly PatchOperation[],
  catalog?: NodeCatalog,
  options?: ApplyOptions,
): Applied {
  const applied = applyWithInverse(graph, operations, catalog, options);
  return applied.ok ? { ok: true, graph: applied.graph } : applied;
}

/** Applies one operation. See `applyWithInverse`. */
export const applyOperation = (
  graph: Graph,
  operation: PatchOperation,
  catalog?: NodeCatalog,
  options?: ApplyOptions,
): Applied => applyOperations(graph, [operation], catalog, options);

/**
 * The operations that undo `operations`, to be applied to their result.
 * @param graph the graph from before.
 * @throws Error when the operations do not apply to the graph.
 */
export function invert(graph: Graph, operations: readonly PatchOperation[]): PatchOperation[] {
  const trial = new Trial(graph);
  try {
    for (const operation of operations) {
      const rejection = trial.apply(operation, { catalog: undefined });
      if (rejection) throw new Error(`Cannot invert what does not apply: ${rejection.reason}`);
    }
    return trial.inverse();
  } finally {
    trial.rollback();
  }
}

/**
 * Applies those operations that can be applied, in order, and hands the others back with their refusals.
 * @returns the new graph, the operations that went in, and those that did not.
 */
export function applyLenient(
  graph: Graph,
  operations: readonly PatchOperation[],
  catalog?: NodeCatalog,
): {
  graph: Graph;
  applied: PatchOperation[];
  refused: { operation: PatchOperation; rejection: Rejection }[];
  /** Nodes that came, went or changed, and those whose wires did. */
  touched: ReadonlySet<string>;
} {
  const trial = new Trial(graph);
  const applied: PatchOperation[] = [];
  const rejected: { operation: PatchOperation; rejection: Rejection }[] = [];
  for (const operation of operations) {
    const rejection = trial.apply(operation, { catalog });
    if (rejection) rejected.push({ operation, rejection });
    else applied.push(operation);
  }
  return { touched: trial.touched(), graph: trial.commit(), applied, refused: rejected };
}
