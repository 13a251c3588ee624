import { useQuery } from '@tanstack/react-query';
import { ApiError, endpoints } from '#shared/api/index.ts';
import {
  estimateExecutions,
  LOCAL_CONNECTION_ID,
  pricesBySource,
  runsToward,
  type EstimatedItems,
  type PriceOf,
  type RunEstimate,
} from '#shared/desk/index.ts';
import { downstreamOf, type Graph } from '#shared/graph/index.ts';
import { callDesk, readFor } from '#renderer/desk/index.ts';

/** Runs of a batch: of the next items, of those that did not work, or of one alone. */
export interface RunsOfBatch {
  runs: number;
  of?: EstimatedItems;
  /** Its index. */
  item?: number;
}

/** Runs that a button starts. */
export type CostlyWork =
  | { kind: 'template'; templateId: string; runs: number }
  /** Runs that a batch has left, and those that are tried again. */
  | ({ kind: 'batch'; batchId: string } & RunsOfBatch)
  | {
      kind: 'graph';
      graph: Graph;
      /** Empty: the whole graph. */
      targetNodeIds: readonly string[];
      /** Nodes whose inputs differ from run to run: they and all below them are executed by each. */
      changed: readonly string[];
      /** What becomes of the other nodes: executed by one of the runs, or reused of an earlier one. */
      unchanged: 'once' | 'reused';
      runs: number;
    };

/**
 * What runs will take, as far as it is known before they start.
 * @returns null where nobody knows, as of templates of hosted services. @throws ApiError, DeskError
 */
export async function costOf(
  connectionId: string,
  work: CostlyWork,
  signal?: AbortSignal,
): Promise<RunEstimate | null> {
  if (work.kind === 'template') {
    if (connectionId !== LOCAL_CONNECTION_ID) return null;
    const { templateId, runs } = work;
    const { price } = await callDesk('getTemplateForm', {
      params: { templateId },
      ...(signal && { signal }),
    });
    return price === undefined ? null : costOnly(runs, price * runs);
  }
  if (work.kind === 'batch') {
    return await costOfBatch(work.batchId, work, signal);
  }
  const { kinds } = await callDesk('getRunSamples', { params: { connectionId }, ...(signal && { signal }) });
  const prices = await pricesOf(connectionId, work.graph, signal);
  return estimateExecutions(work.graph, executionsOf(work), kinds, 1, prices);
}

/** What runs of a batch will take. @returns null where nobody knows. @throws DeskError */
export async function costOfBatch(
  batchId: string,
  { runs, of, item }: RunsOfBatch,
  signal?: AbortSignal,
): Promise<RunEstimate | null> {
  const query = {
    runs: String(runs),
    ...(of !== undefined && { of }),
    ...(item !== undefined && { item: String(item) }),
  };
  return (await callDesk('estimateBatch', { params: { batchId }, query, ...(signal && { signal }) }))
    .estimate;
}

/** The same for a button, brought up to what it would start. @returns undefined until it is read, and without work. */
export function useCost(connectionId: string, work: CostlyWork | null): RunEstimate | null | undefined {
  const { data } = useQuery({
    queryKey: ['desk', 'estimates', connectionId, 'work', work && keyOf(work)],
    queryFn: ({ signal }) => (work === null ? null : costOf(connectionId, work, signal)),
    enabled: work !== null,
    retry: false,
  });
  return work === null ? undefined : data;
}

const graphIds = new WeakMap<Graph, string>();

/** A graph stands in a key by its identity: it may be large, and is never changed in place. */
function keyOf(work: CostlyWork): unknown {
  if (work.kind !== 'graph') return work;
  const id = graphIds.get(work.graph) ?? crypto.randomUUID();
  graphIds.set(work.graph, id);
  return { ...work, graph: id };
}

/** Runs of which only the cost is known. @param microcredits of all together. */
const costOnly = (runs: number, microcredits: number): RunEstimate => ({
  nodes: runs,
  unknown: runs,
  samples: 0,
  duration: null,
  microcredits: { p50: microcredits, p90: microcredits },
  unpriced: 0,
});

function executionsOf({
  graph,
  targetNodeIds,
  changed,
  unchanged,
  runs,
}: Extract<CostlyWork, { kind: 'graph' }>): Map<string, number> {
  const all = new Set(graph.nodes.map(({ id }) => id));
  const required = targetNodeIds.length === 0 ? all : runsToward(graph, all, targetNodeIds);
  const below = downstreamOf(graph, changed);
  return new Map(
    [...required]
      .filter((id) => unchanged === 'once' || below.has(id))
      .map((id) => [id, below.has(id) ? runs : 1]),
  );
}

/** What nodes of a graph cost: only the local service says so, in their types. */
async function pricesOf(connectionId: string, { nodes }: Graph, signal?: AbortSignal): Promise<PriceOf> {
  if (connectionId !== LOCAL_CONNECTION_ID) return () => null;
  const sources = await Promise.all(
    [...new Set(nodes.map(({ type }) => type))].map(async (type) => {
      try {
        const detail = await readFor(connectionId)(endpoints.nodeTypes.get, {
          params: { node_type: type },
          ...(signal && { signal }),
        });
        return [type, detail.source] as const;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return [type, undefined] as const;
        throw error;
      }
    }),
  );
  const byType = new Map(sources);
  return pricesBySource((type) => byType.get(type));
}
