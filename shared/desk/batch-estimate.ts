import type { Graph } from '../graph/types.ts';
import { downstreamOf } from '../graph/topology.ts';
import {
  costsByNode,
  estimateRun,
  MIN_SAMPLES,
  samplesByNode,
  spreadOf,
  type KindSamples,
  type PriceOf,
  type RunEstimate,
  type Spread,
} from './run-estimate.ts';

/** What many runs of one graph will take. A result that two runs have in common is made once. */

/** How often each node is executed; those that are not are left out. */
export type Executions = ReadonlyMap<string, number>;

/**
 * The graph without the values that an axis replaces: samples of one model say nothing of another.
 * @param varied inputs that axes set
 */
export function omitVaried(graph: Graph, varied: readonly { nodeId: string; input: string }[]): Graph {
  const inputsOf = new Map<string, Set<string>>();
  for (const { nodeId, input } of varied) {
    inputsOf.set(nodeId, new Set([...(inputsOf.get(nodeId) ?? []), input]));
  }
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const names = inputsOf.get(node.id);
      if (names === undefined) return node;
      const inputs = Object.fromEntries(
        Object.entries(node.inputs ?? {}).filter(([name]) => !names.has(name)),
      );
      return { ...node, inputs };
    }),
  };
}

/** For each node the axes that change its result, as indexes. @param axisNodes the node whose input an axis sets */
function axesOfBatch(graph: Graph, axisNodes: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>(graph.nodes.map(({ id }) => [id, []]));
  axisNodes.forEach((nodeId, axis) => {
    for (const id of downstreamOf(graph, [nodeId])) found.get(id)?.push(axis);
  });
  return found;
}

/**
 * How often the nodes of a grid run that has every combination.
 * @param runs nodes that a run of the graph as it is would execute
 */
export function gridExecutions(
  graph: Graph,
  axes: readonly { nodeId: string; size: number }[],
  runs: ReadonlySet<string>,
): Executions {
  const target = axesOfBatch(
    graph,
    axes.map(({ nodeId }) => nodeId),
  );
  const executions = new Map<string, number>();
  for (const [id, found] of target) {
    const times = found.reduce((product, axis) => product * (axes[axis]?.size ?? 1), 1);
    if (found.length > 0 || runs.has(id)) executions.set(id, times);
  }
  return executions;
}

/**
 * How often the nodes of a batch run, for items that set some inputs.
 * @param fieldNodes the node of each input
 * @param items for each item what tells its value of each input from others
 * @param runs nodes that belong to each run
 */
export function itemExecutions(
  graph: Graph,
  fieldNodes: readonly string[],
  items: readonly (readonly string[])[],
  runs: ReadonlySet<string>,
): Executions {
  const times = new Map<string, number>();
  const executions = new Map<string, number>();
  for (const [id, fields] of axesOfBatch(graph, fieldNodes)) {
    if (!runs.has(id)) continue;
    const key = fields.join(' ');
    const counted =
      times.get(key) ?? new Set(items.map((item) => JSON.stringify(fields.map((at) => item[at])))).size;
    times.set(key, counted);
    executions.set(id, counted);
  }
  return executions;
}

/**
 * @param inFlight runs at the same time: the usual time has them beside each other, the high one after each other.
 * @param priceOf as `estimateRun` takes it.
 */
export function estimateExecutions(
  graph: Graph,
  executions: Executions,
  kinds: readonly KindSamples[],
  inFlight: number,
  priceOf?: PriceOf,
): RunEstimate {
  const nodes = new Set(executions.keys());
  const item = estimateRun(graph, nodes, kinds, priceOf);
  let work: Spread = { p50: 0, p90: 0 };
  let cost: Spread = { p50: 0, p90: 0 };
  for (const [id, { duration }] of samplesByNode(graph, nodes, kinds)) {
    work = weighted(work, duration, executions.get(id) ?? 0);
  }
  for (const [id, microcredits] of costsByNode(graph, nodes, kinds, priceOf)) {
    cost = weighted(cost, microcredits, executions.get(id) ?? 0);
  }
  return {
    ...item,
    duration: item.duration === null ? null : inParallel(item.duration, work, inFlight),
    microcredits: item.microcredits === null ? null : cost,
  };
}

const weighted = (sum: Spread, item: Spread, times: number): Spread => ({
  p50: sum.p50 + item.p50 * times,
  p90: sum.p90 + item.p90 * times,
});

const inParallel = (item: Spread, work: Spread, inFlight: number): Spread => ({
  p50: Math.round(Math.max(item.p50, work.p50 / inFlight)),
  p90: Math.max(item.p90, work.p90),
});

/**
 * What runs cost together where earlier tries of some have paid a part: none costs less than nothing.
 * @param price of one. @param paid of those of which a part is paid; all in microcredits.
 */
export const costOfRuns = (price: number, runs: number, paid: readonly number[]): number =>
  price * Math.max(0, runs - paid.length) +
  paid.reduce((sum, amount) => sum + Math.max(0, price - amount), 0);

const spreadOfRuns = ({ p50, p90 }: Spread, runs: number, paid: readonly number[]): Spread => ({
  p50: costOfRuns(p50, runs, paid),
  p90: costOfRuns(p90, runs, paid),
});

/**
 * What more runs of a batch take, from those that have ended; null while they are too few.
 * @param runs how many more. @param finished what ended runs took; null where that is not known.
 * @param paid what earlier tries of some of the runs have paid, in microcredits.
 */
export function estimateFromFinished(
  runs: number,
  finished: readonly { microcredits: number | null; executionTimeMs: number | null }[],
  inFlight: number,
  paid: readonly number[] = [],
): RunEstimate | null {
  const times = finished.flatMap(({ executionTimeMs }) => executionTimeMs ?? []);
  const costs = finished.flatMap(({ microcredits }) => microcredits ?? []);
  if (times.length < MIN_SAMPLES) return null;
  const item = spreadOf(times);
  const work = weighted({ p50: 0, p90: 0 }, item, runs);
  const isPriced = costs.length >= MIN_SAMPLES;
  return {
    nodes: runs,
    unknown: 0,
    samples: times.length,
    duration: inParallel(item, work, inFlight),
    microcredits: isPriced ? spreadOfRuns(spreadOf(costs), runs, paid) : null,
    unpriced: isPriced ? 0 : runs,
  };
}
