import { reachedFromEnds, type BranchInputs } from './branches.ts';
import { indexOf } from './graph-index.ts';
import { inputSource } from './held-value.ts';
import type { NodeKeys } from './node-keys.ts';
import { loopIterations } from './loops.ts';
import { nodesInCycles } from './topology.ts';
import type { Graph, GraphNode } from './types.ts';

/** What a run of a graph as it is now would do: which nodes run, which results are reused, what cannot run and why. */

/** Results that were made, by the keys of their nodes. */
export interface CachedResults {
  /**
   * Whether a run reuses what was made at a key: null where that was made and the service does not say; undefined where
   * nothing was made.
   */
  isReused: (key: string) => boolean | null | undefined;
  /** Whether what a run makes at a key is paid already, and only has to be fetched. */
  isPaid?: (key: string) => boolean;
}

/** Why a node cannot run. */
export type Blocker =
  /** A required input holds nothing and no wire feeds it. */
  | { kind: 'input'; pin: string }
  /** The service has no such type. */
  | { kind: 'type' }
  | { kind: 'cycle' }
  /** The service refused the node as it is. */
  | { kind: 'refused'; pin: string | null; reason: string }
  /** A node above cannot run: the nearest one that has a reason of its own. */
  | { kind: 'above'; nodeId: string };

/** What the service said of a node when it refused to run it, and what the node was then. */
export interface NodeRejection {
  key: string | null;
  pin: string | null;
  reason: string;
}

export interface RunForecast {
  /** Nodes that will be executed, or may be. */
  runs: ReadonlySet<string>;
  /** Those of them that are only where a switch takes what they lead to. */
  optional: ReadonlySet<string>;
  /** Those of them that are paid already. */
  paid: ReadonlySet<string>;
  /** Nodes whose result is taken from before. */
  reused: ReadonlySet<string>;
  /** In document order. */
  blockers: ReadonlyMap<string, Blocker>;
  /** The nodes to run to, so that all runs that can; null when that is the whole graph, empty when nothing can. */
  targetNodeIds: readonly string[] | null;
  /** False where a reuse rests on what this computer has seen and the service has not said. */
  isConfirmed: boolean;
}

export interface ForecastSources {
  graph: Graph;
  keys: Pick<NodeKeys, 'keyOf'>;
  results: CachedResults;
  /** Names of the inputs that a type cannot do without; null for a type that the service does not have. */
  requiredInputs: (type: string) => readonly string[] | null;
  /** Inputs of which a type takes one only. Default: of none. */
  branchInputs?: BranchInputs;
  /** By node. One that is about a node as it was is passed over. */
  rejections?: ReadonlyMap<string, NodeRejection>;
}

/** Tells a run ahead. O(nodes + wires). */
export function forecastRun(sources: ForecastSources): RunForecast {
  const { graph, keys, results } = sources;
  const obstacles = findBlockers(sources);
  const runs = new Set<string>();
  const paid = new Set<string>();
  const reused = new Set<string>();
  const optional = new Set<string>();
  let isConfirmed = true;
  const hasResult = (id: string): boolean => {
    const key = keys.keyOf(id);
    return key !== null && results.isReused(key) === true;
  };
  const { certain, possible } = reached(sources, hasResult);
  const iterations = loopIterations(graph);
  for (const { id } of graph.nodes) {
    if (obstacles.has(id)) continue;
    // What a node of a loop gives follows from all of the loop, and so does the key of its end.
    const key = keys.keyOf(iterations.get(id)?.endId ?? id);
    const isReused = key === null ? undefined : results.isReused(key);
    if (isReused === null) isConfirmed = false;
    // A switch whose result is there took another branch than one that was never made.
    if (isReused === undefined && !possible.has(id)) continue;
    if ((isReused === undefined || isReused === false) && !certain.has(id)) optional.add(id);
    if (isReused === undefined || isReused === false) runs.add(id);
    else reused.add(id);
    if (key !== null && runs.has(id) && results.isPaid?.(key) === true) paid.add(id);
  }
  return {
    runs,
    optional,
    paid,
    reused,
    blockers: obstacles,
    targetNodeIds: runnableTargets(graph, obstacles),
    isConfirmed,
  };
}

/** Nodes that surely run, and those that may. */
function reached(
  { graph, branchInputs }: ForecastSources,
  isReused: (nodeId: string) => boolean,
): Record<'certain' | 'possible', Pick<ReadonlySet<string>, 'has'>> {
  const hasBranches =
    branchInputs !== undefined && graph.nodes.some(({ type }) => branchInputs(type).size > 0);
  if (!hasBranches) return { certain: ALL, possible: ALL };
  return {
    certain: reachedFromEnds(graph, branchInputs),
    possible: reachedFromEnds(graph, branchInputs, (id) => !isReused(id)),
  };
}

const ALL = { has: () => true };

/** The obstacles of all nodes, those below an obstacle among them. */
function findBlockers({
  graph,
  keys,
  requiredInputs,
  rejections,
}: ForecastSources): ReadonlyMap<string, Blocker> {
  const index = indexOf(graph);
  const found = new Map<string, Blocker>();
  for (const node of graph.nodes) {
    const blocker = blockerOf(graph, node, requiredInputs(node.type), rejections?.get(node.id), keys);
    if (blocker !== null) found.set(node.id, blocker);
  }
  // A Map is walked in insertion order, including what is added on the way.
  for (const [id, blocker] of found) {
    const nodeId = blocker.kind === 'above' ? blocker.nodeId : id;
    for (const { value: wire } of index.wiresOutOf(id)) {
      const [below] = wire.to;
      if (!found.has(below) && index.node(below)) found.set(below, { kind: 'above', nodeId });
    }
  }
  for (const id of nodesInCycles(graph)) if (!found.has(id)) found.set(id, { kind: 'cycle' });
  if (found.size === 0) return found;
  return new Map(
    graph.nodes.flatMap(({ id }) => {
      const obstacle = found.get(id);
      return obstacle === undefined ? [] : [[id, obstacle] as const];
    }),
  );
}

function blockerOf(
  graph: Graph,
  node: GraphNode,
  required: readonly string[] | null,
  rejection: NodeRejection | undefined,
  keys: Pick<NodeKeys, 'keyOf'>,
): Blocker | null {
  if (required === null) return { kind: 'type' };
  for (const pin of required) {
    if (inputSource(node.inputs?.[pin]) === null && !isFed(graph, node.id, pin))
      return { kind: 'input', pin };
  }
  if (rejection === undefined || rejection.key !== keys.keyOf(node.id)) return null;
  return { kind: 'refused', pin: rejection.pin, reason: rejection.reason };
}

function isFed(graph: Graph, nodeId: string, pin: string): boolean {
  const index = indexOf(graph);
  for (const { value } of index.incomingWires(nodeId)) {
    if (value.to[1] === pin && index.node(value.from[0]) !== undefined) return true;
  }
  return false;
}

/** The last nodes of what is left without those that cannot run: a run to them runs all of it. */
function runnableTargets(graph: Graph, blockers: ReadonlyMap<string, unknown>): readonly string[] | null {
  if (blockers.size === 0) return null;
  const index = indexOf(graph);
  const targets: string[] = [];
  for (const { id } of graph.nodes) {
    if (blockers.has(id)) continue;
    const leads = [...index.wiresOutOf(id)].some(
      ({ value }) => index.node(value.to[0]) !== undefined && !blockers.has(value.to[0]),
    );
    if (!leads) targets.push(id);
  }
  return targets;
}
