import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  costOfRuns,
  estimateExecutions,
  estimateFromFinished,
  itemExecutions,
  LOCAL_CONNECTION_ID,
  runsToward,
  omitVaried,
  type BatchField,
  type BatchItemState,
  type EstimatedItems,
  type KindSamples,
  type PriceOf,
  type RunEstimate,
} from '#shared/desk/index.ts';
import { graphOfInline } from '#shared/graph/ran-graph.ts';
import type { RunReader } from '../runs/run-reader.ts';
import type { BatchStore, StoredItem } from './batch-store.ts';

/** With more items than these, the first ones stand for all. */
const MAX_COMPARED_ITEMS = 10_000;
const PAGE_SIZE = 250;

/** Which items the next runs are of. */
export interface EstimatedRuns {
  runs: number;
  /** Those that wait; those that did not work and surely charged nothing more, or that may have been charged. */
  of?: EstimatedItems | undefined;
  /** One alone. */
  item?: number | undefined;
}

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
  { runs, of = 'next', item }: EstimatedRuns,
  { kinds, prices, templatePrice, resultOf }: EstimateSources & Pick<RunReader, 'resultOf'>,
): Promise<RunEstimate | null> {
  const { origin, fields, limits, connectionId } = store.get(id);
  const finishedRuns = store.finishedRuns(id).map((runId) => {
    const { microcredits, executionTimeMs } = resultOf(connectionId, runId);
    return { microcredits: microcredits === null ? null : Number(microcredits), executionTimeMs };
  });
  const items =
    item === undefined
      ? await nextItems(store, id, of, Math.min(runs, MAX_COMPARED_ITEMS))
      : [store.item(id, item)].filter((found) => found !== null);
  // Another service may make anew, and charge, what a try has made.
  const paid =
    connectionId === LOCAL_CONNECTION_ID
      ? items.map(({ alreadyPaid }) => Number(alreadyPaid ?? 0)).filter((amount) => amount > 0)
      : [];
  const batchEstimate = estimateFromFinished(runs, finishedRuns, limits.inFlight, paid);
  if (batchEstimate !== null) return batchEstimate;
  if (origin.kind === 'template') {
    const price = await templatePrice(connectionId, origin.templateId);
    return price === null ? null : costEstimate(runs, costOfRuns(price, runs, paid));
  }
  const stored = store.graph(id);
  // Graphs of their own are not compared with each other: what some took tells what the rest takes.
  if (stored === null || fields.some((field) => field.of === 'output')) return null;
  const graph = omitVaried(
    graphOfInline(stored),
    fields.flatMap((field) => (field.of === 'node' ? [field] : [])),
  );
  const all = new Set(graph.nodes.map((node) => node.id));
  const requiredNodes =
    origin.targetNodeIds.length === 0 ? all : runsToward(graph, all, origin.targetNodeIds);
  const compared = items.map(({ values }) => values.map((value) => JSON.stringify(value)));
  const executions = itemExecutions(graph, fields.map(nodeOf), compared, requiredNodes);
  const scale = items.length === 0 ? 1 : Math.max(1, runs / items.length);
  const scaled = new Map(
    [...executions].map(([node, times]) => [node, times === 1 ? 1 : Math.round(times * scale)]),
  );
  return subtractPaid(
    estimateExecutions(graph, scaled, kinds(connectionId), limits.inFlight, await prices(connectionId)),
    paid.reduce((sum, amount) => sum + amount, 0),
  );
}

/** What tries before paid is not paid again. */
function subtractPaid(estimate: RunEstimate, paid: number): RunEstimate {
  const { microcredits } = estimate;
  if (microcredits === null || paid === 0) return estimate;
  const { p50, p90 } = microcredits;
  return { ...estimate, microcredits: { p50: Math.max(0, p50 - paid), p90: Math.max(0, p90 - paid) } };
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

const STATES_OF: Readonly<Record<EstimatedItems, readonly BatchItemState[]>> = {
  next: ['waiting'],
  failed: ['failed', 'canceled'],
  perhapsCharged: ['failed', 'canceled'],
};

/** The next items, in the order in which they run. Others get a turn between pages. */
async function nextItems(
  store: BatchStore,
  id: string,
  of: EstimatedItems,
  limit: number,
): Promise<StoredItem[]> {
  const found: StoredItem[] = [];
  for (const state of STATES_OF[of]) {
    for (let from = 0; found.length < limit;) {
      const items = store.page(id, from, PAGE_SIZE, state);
      const last = items.at(-1);
      if (last === undefined) break;
      found.push(
        ...items.filter(
          ({ perhapsCharged }) => of === 'next' || (perhapsCharged !== null) === (of === 'perhapsCharged'),
        ),
      );
      from = last.index + 1;
      await yieldToEventLoop();
    }
  }
  return found.slice(0, limit);
}
