import { z } from 'zod';
import { indexOf } from '../graph/graph-index.ts';
import type { Graph, GraphNode } from '../graph/types.ts';
import { loopIterations, type Iterations } from '../graph/loops.ts';
import { priceInSource } from '../graph/node-type-source.ts';
import { joinKey, splitKey } from '../language/join-key.ts';

/** What a run will take, from what its nodes took before on the same connection. */

/** With fewer samples than this nothing is said of a node. */
export const MIN_SAMPLES = 5;

/** What is usual, and what one of ten exceeds. Whole numbers. */
export const Spread = z.object({ p50: z.number(), p90: z.number() });
export type Spread = z.infer<typeof Spread>;

/** What nodes of one kind took. */
const KindSamples = z.object({
  /** As `nodeKind` writes it. */
  kind: z.string(),
  samples: z.int(),
  /** Milliseconds. */
  duration: Spread,
  /** Null where the service does not say what a node cost. */
  microcredits: Spread.nullable(),
});
export type KindSamples = z.infer<typeof KindSamples>;

/** How far estimates were from what runs then took, in parts of it: 0.2 is a fifth. Medians; null without such runs. */
const Accuracy = z.object({
  runs: z.int(),
  duration: z.number().nullable(),
  microcredits: z.number().nullable(),
});
export type Accuracy = z.infer<typeof Accuracy>;

export const RunSamples = z.object({ kinds: z.array(KindSamples), accuracy: Accuracy });
export type RunSamples = z.infer<typeof RunSamples>;

export const RunEstimate = z.object({
  /** Nodes that run. */
  nodes: z.int(),
  /** How many of them have too few samples; the sums below leave them out, so that they are the least. */
  unknown: z.int(),
  /** Samples of the node that has the fewest, of those that are summed up. */
  samples: z.int(),
  /** Along the longest path, milliseconds; null when nothing is known. */
  duration: Spread.nullable(),
  /** The sum; null where no node's cost is known. */
  microcredits: Spread.nullable(),
  /** Nodes whose cost is not in the sum. */
  unpriced: z.int(),
  /** Nodes that run only where a switch takes them: they are in the sum, which is the most then. */
  optional: z.int().optional(),
});
export type RunEstimate = z.infer<typeof RunEstimate>;

/** What the samples of a node are kept by: its type, its provider and its model where its inputs name them. */
export function nodeKind(node: Pick<GraphNode, 'type' | 'inputs'>): string {
  const named = (pin: string): string => {
    const value = node.inputs?.[pin]?.value;
    return typeof value === 'string' ? value : '';
  };
  return joinKey(node.type, named('provider'), named('model'));
}

/** The parts of a kind as `nodeKind` writes it; empty texts where the node names none. */
export function parseKind(kind: string): { type: string; provider: string; model: string } {
  const [type = '', provider = '', model = ''] = splitKey(kind);
  return { type, provider, model };
}

/**
 * What one execution of a node costs, as its service says it: microcredits, 0 for what is free, null where it says nothing.
 */
export type PriceOf = (node: Pick<GraphNode, 'type' | 'inputs'>) => number | null;

const unpricedNode: PriceOf = () => null;
const NONE: ReadonlySet<string> = new Set();

/**
 * The price of a node from the `source` of its type.
 * @param sourceOf the source of a type of the local service; undefined for any other.
 */
export const pricesBySource =
  (sourceOf: (type: string) => string | null | undefined): PriceOf =>
  ({ type, inputs }) => {
    const provider = inputs?.['provider']?.value;
    return priceInSource(sourceOf(type), typeof provider === 'string' ? provider : null);
  };

/** What one node is expected to take. */
export interface NodeEstimate {
  samples: number;
  /** Milliseconds; null with fewer than `MIN_SAMPLES`. */
  duration: Spread | null;
  /** Null where nothing is known of the cost. */
  microcredits: Spread | null;
}

/**
 * What each node is expected to take: look it up once, then ask for any node.
 * @param priceOf as `estimateRun` takes it.
 */
export function nodeEstimates(
  kinds: readonly KindSamples[],
  priceOf: PriceOf = unpricedNode,
): (node: Pick<GraphNode, 'type' | 'inputs'>) => NodeEstimate {
  const byKind = new Map(kinds.map((item) => [item.kind, item]));
  return (node) => {
    const { samples = 0, duration = null, microcredits = null } = byKind.get(nodeKind(node)) ?? {};
    const price = exactly(priceOf(node));
    return samples < MIN_SAMPLES
      ? { samples, duration: null, microcredits: price }
      : { samples, duration, microcredits: price ?? microcredits };
  };
}

/** @param values whole numbers, at least one. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (fraction: number): number => sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p90: at(0.9) };
}

/** The samples of each of some nodes, of those that have enough. @param runs ids of nodes. */
export function samplesByNode(
  graph: Graph,
  runs: ReadonlySet<string>,
  kinds: readonly KindSamples[],
): Map<string, KindSamples> {
  const byKind = new Map(
    kinds.filter(({ samples }) => samples >= MIN_SAMPLES).map((item) => [item.kind, item]),
  );
  const found = new Map<string, KindSamples>();
  for (const node of graph.nodes) {
    const samples = runs.has(node.id) ? byKind.get(nodeKind(node)) : undefined;
    if (samples !== undefined) found.set(node.id, samples);
  }
  return found;
}

const exactly = (price: number | null): Spread | null => (price === null ? null : { p50: price, p90: price });

/**
 * What an execution of each of some nodes costs: as the service says it, else as it was before; those of which nothing is
 * known are left out.
 * @param runs ids of nodes. @param paid those of them that are paid already
 */
export function costsByNode(
  graph: Graph,
  runs: ReadonlySet<string>,
  kinds: readonly KindSamples[],
  priceOf: PriceOf = unpricedNode,
  paid: ReadonlySet<string> = NONE,
): Map<string, Spread> {
  const samples = samplesByNode(graph, runs, kinds);
  const index = indexOf(graph);
  const costs = new Map<string, Spread>();
  const iterations = loopIterations(graph);
  for (const node of graph.nodes) {
    if (!runs.has(node.id)) continue;
    // Who answers comes by a wire: only the run will tell.
    const isProviderOpen = [...index.incomingWires(node.id)].some(({ value }) => value.to[1] === 'provider');
    const price = paid.has(node.id) ? exactly(0) : isProviderOpen ? null : exactly(priceOf(node));
    const cost = price ?? samples.get(node.id)?.microcredits ?? null;
    if (cost !== null) costs.set(node.id, multiplied(cost, iterations.get(node.id)));
  }
  return costs;
}

/**
 * Adds up what nodes take: costs as a sum, times along the longest path, for branches run beside each other.
 * O(nodes + wires).
 * @param runs ids of the nodes that will be executed.
 * @param priceOf what the service says that a node costs, known before the first run.
 * @param paid ids of those of them whose result is paid already, and only has to be fetched.
 */
export function estimateRun(
  graph: Graph,
  runs: ReadonlySet<string>,
  kinds: readonly KindSamples[],
  priceOf: PriceOf = unpricedNode,
  paid: ReadonlySet<string> = NONE,
): RunEstimate {
  const found = samplesByNode(graph, runs, kinds);
  const priced = [...costsByNode(graph, runs, kinds, priceOf, paid).values()];
  const counts = [...found.values()].map(({ samples }) => samples);
  const iterations = loopIterations(graph);
  const durationOf = (id: string): Spread | undefined => {
    const duration = found.get(id)?.duration;
    return duration && multiplied(duration, iterations.get(id));
  };
  return {
    nodes: runs.size,
    unknown: runs.size - found.size,
    samples: counts.length === 0 ? 0 : counts.reduce((least, count) => Math.min(least, count)),
    duration: found.size === 0 ? null : longestPath(graph, durationOf),
    microcredits: priced.length === 0 ? null : priced.reduce(added, EMPTY),
    unpriced: runs.size - priced.length,
  };
}

/**
 * Whether a run must be asked about first: it may cost more than the limit, or nobody knows what it costs.
 * @param limit microcredits; undefined for none.
 */
export function exceedsLimit(
  { nodes, microcredits, unpriced }: RunEstimate,
  limit: number | undefined,
): boolean {
  if (limit === undefined || nodes === 0) return false;
  return unpriced > 0 || (microcredits !== null && microcredits.p90 > limit);
}

/** The nodes that a run to some nodes executes: those of `runs` that are among them or feed them. */
export function runsToward(
  graph: Graph,
  runs: ReadonlySet<string>,
  targets: readonly string[],
): ReadonlySet<string> {
  const index = indexOf(graph);
  const reached = new Set(targets);
  // A Set is walked in insertion order, including what is added on the way.
  for (const id of reached) for (const { value } of index.incomingWires(id)) reached.add(value.from[0]);
  return new Set([...runs].filter((id) => reached.has(id)));
}

/** What a node of a loop takes in all turns. */
const multiplied = ({ p50, p90 }: Spread, iterations: Iterations | undefined): Spread =>
  iterations === undefined ? { p50, p90 } : { p50: p50 * iterations.least, p90: p90 * iterations.most };

const EMPTY: Spread = { p50: 0, p90: 0 };
const added = (a: Spread, b: Spread): Spread => ({ p50: a.p50 + b.p50, p90: a.p90 + b.p90 });
const larger = (a: Spread, b: Spread): Spread => ({
  p50: Math.max(a.p50, b.p50),
  p90: Math.max(a.p90, b.p90),
});

/** The longest way through the graph; what stands in a circle is passed over. */
function longestPath(graph: Graph, durationOf: (id: string) => Spread | undefined): Spread {
  const index = indexOf(graph);
  const pending = new Map<string, number>();
  const starts = new Map<string, Spread>();
  const ready: string[] = [];
  for (const { id } of graph.nodes) {
    const sources = [...index.incomingWires(id)].filter(
      ({ value }) => index.node(value.from[0]) !== undefined,
    );
    pending.set(id, sources.length);
    if (sources.length === 0) ready.push(id);
  }
  let longest = EMPTY;
  // The list grows while it is walked.
  for (const id of ready) {
    const end = added(starts.get(id) ?? EMPTY, durationOf(id) ?? EMPTY);
    longest = larger(longest, end);
    for (const { value } of index.wiresOutOf(id)) {
      const below = value.to[0];
      const left = (pending.get(below) ?? 0) - 1;
      pending.set(below, left);
      starts.set(below, larger(starts.get(below) ?? EMPTY, end));
      if (left === 0) ready.push(below);
    }
  }
  return longest;
}
