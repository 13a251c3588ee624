import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  estimateExecutions,
  estimateFromFinished,
  itemExecutions,
  runsToward,
  omitVaried,
  type BatchField,
  type KindSamples,
  type PriceOf,
  type RunEstimate,
} from '#shared/desk/index.ts';
import { graphOfInline } from '#shared/graph/ran-graph.ts';
import type { BatchStore } from './batch-store.ts';

/** With more items than these, the first ones stand for all. */
const MAX_COMPARED_ITEMS = 10_000;
const PAGE_SIZE = 250;

/** What is there to estimate from. */
export interface EstimateSources {
  /** What nodes of a connection took so far. */
  kinds: (connectionId: string) => readonly KindSamples[];
  /** Tells what nodes of a connection cost. */
  prices: (connectionId: string) => Promise<PriceOf>;
  /** What a run of a template costs at most, in microcredits; null where nobody knows. */
  templatePrice: (connectionId: string, templateId: string) => Promise<number | null>;
}

/**
 * What the next runs of a batch will take: from those that have ended, else from what its nodes took elsewhere.
 * @returns null where nothing is known, as of templates of hosted services before their first runs. @throws DeskError `NOT_FOUND`
 */
export async function estimateBatch(
  store: BatchStore,
  id: string,
  runs: number,
  { kinds, prices, templatePrice }: EstimateSources,
): Promise<RunEstimate | null> {
  const { origin, fields, limits, connectionId } = store.get(id);
  const finishedRuns = store.timesAndCosts(id).map(({ microcredits, executionTimeMs }) => ({
    microcredits: microcredits === null ? null : Number(microcredits),
    executionTimeMs,
  }));
  const batchEstimate = estimateFromFinished(runs, finishedRuns, limits.inFlight);
  if (batchEstimate !== null) return batchEstimate;
  if (origin.kind === 'template') {
    const price = await templatePrice(connectionId, origin.templateId);
    return price === null ? null : costEstimate(runs, price * runs);
  }
  const stored = store.graph(id);
  if (stored === null) return null;
  const graph = omitVaried(
    graphOfInline(stored),
    fields.flatMap((field) => (field.of === 'node' ? [field] : [])),
  );
  const all = new Set(graph.nodes.map((node) => node.id));
  const requiredNodes =
    origin.targetNodeIds.length === 0 ? all : runsToward(graph, all, origin.targetNodeIds);
  const items = await pendingItems(store, id, Math.min(runs, MAX_COMPARED_ITEMS));
  const executions = itemExecutions(graph, fields.map(nodeOf), items, requiredNodes);
  const scale = items.length === 0 ? 1 : Math.max(1, runs / items.length);
  const scaled = new Map(
    [...executions].map(([node, times]) => [node, times === 1 ? 1 : Math.round(times * scale)]),
  );
  return estimateExecutions(graph, scaled, kinds(connectionId), limits.inFlight, await prices(connectionId));
}

/** Runs of which only the cost is known. @param microcredits of all together. */
const costEstimate = (runs: number, microcredits: number): RunEstimate => ({
  nodes: runs,
  unknown: runs,
  samples: 0,
  duration: null,
  microcredits: { p50: microcredits, p90: microcredits },
  unpriced: 0,
});

const nodeOf = (field: BatchField): string => (field.of === 'node' ? field.nodeId : '');

/** What tells the values of the next items from each other. Others get a turn between pages. */
async function pendingItems(store: BatchStore, id: string, limit: number): Promise<string[][]> {
  const found: string[][] = [];
  // Those that did not work stand for themselves: they are what is tried again.
  for (const state of ['waiting', 'failed', 'canceled'] as const) {
    for (let from = 0; found.length < limit;) {
      const items = store.page(id, from, Math.min(PAGE_SIZE, limit - found.length), state);
      const last = items.at(-1);
      if (last === undefined) break;
      for (const { values } of items) found.push(values.map((value) => JSON.stringify(value)));
      from = last.index + 1;
      await yieldToEventLoop();
    }
  }
  return found;
}
