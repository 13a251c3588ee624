import { isTerminalRunStatus, type PublicRunEvent } from '#shared/api/index.ts';
import { nodeKind, runCost } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import type { ObservedRunDetail } from '../runs/run-writer.ts';
import { areShort } from '../storage/row-limits.ts';

/** What is looked at of a run. */
export type SampledRun = Pick<
  ObservedRunDetail,
  | 'id'
  | 'status'
  | 'createdAt'
  | 'updatedAt'
  | 'executionTimeMs'
  | 'creditsUsedMicrocredits'
  | 'spend'
  | 'projectId'
>;

/** What one node of a run took. */
export interface NodeSample {
  nodeId: string;
  kind: string;
  durationMs: number;
  /** Null where the service does not say it. */
  microcredits: number | null;
}

/** What became of one node in a run. */
export interface NodeEnd {
  nodeId: string;
  outcome: 'executed' | 'reused' | 'failed';
  /** Null where it was not executed to its end. */
  durationMs: number | null;
  microcredits: number | null;
}

/** What is longer was measured while a clock jumped. Milliseconds. */
const MAX_DURATION_MS = 7 * 24 * 3_600_000;

/** @returns null for what no clock or counter can have measured. */
const measured = (value: unknown, max = Number.MAX_SAFE_INTEGER): number | null =>
  typeof value === 'number' && value >= 0 && value <= max ? Math.round(value) : null;

/** How long each node took that a run executed to its end; null where no clock can have measured it. */
function durationsIn(events: readonly PublicRunEvent[]): Map<string, number | null> {
  const startTimes = new Map<string, number>();
  const durations = new Map<string, number | null>();
  for (const { type, nodeId, createdAt, data } of events) {
    if (typeof nodeId !== 'string') continue;
    if (type === 'node.started') startTimes.set(nodeId, Date.parse(createdAt));
    if (type !== 'node.succeeded' || data?.['cached'] === true) continue;
    const between = Date.parse(createdAt) - (startTimes.get(nodeId) ?? Number.NaN);
    durations.set(nodeId, measured(data?.['durationMs'] ?? between, MAX_DURATION_MS));
  }
  return durations;
}

/** What became of the nodes of a run: those of its graph that were executed, reused or failed. */
export function nodeEnds(run: SampledRun, events: readonly PublicRunEvent[], graph: Graph): NodeEnd[] {
  const durations = durationsIn(events);
  const costOf = costsOf(run);
  const outcomes = new Map<string, NodeEnd['outcome']>();
  for (const { type, nodeId, data } of events) {
    if (typeof nodeId !== 'string') continue;
    if (type === 'node.failed') outcomes.set(nodeId, 'failed');
    else if (type === 'node.cached' || (type === 'node.succeeded' && data?.['cached'] === true))
      outcomes.set(nodeId, 'reused');
    else if (type === 'node.succeeded') outcomes.set(nodeId, 'executed');
  }
  return graph.nodes.flatMap(({ id: nodeId }) => {
    const outcome = outcomes.get(nodeId);
    if (outcome === undefined || !areShort(nodeId)) return [];
    return [{ nodeId, outcome, durationMs: durations.get(nodeId) ?? null, microcredits: costOf(nodeId) }];
  });
}

/** The nodes that a run executed to their end, with their times and costs. Reused results do not count. */
export function sampleRun(run: SampledRun, events: readonly PublicRunEvent[], graph: Graph): NodeSample[] {
  const durations = durationsIn(events);
  const costOf = costsOf(run);
  return graph.nodes.flatMap((node) => {
    const durationMs = durations.get(node.id) ?? null;
    if (durationMs === null) return [];
    const kind = nodeKind(node);
    if (!areShort(kind)) return [];
    return [{ nodeId: node.id, kind, durationMs, microcredits: costOf(node.id) }];
  });
}

function costsOf(run: SampledRun): (nodeId: string) => number | null {
  const total = runCost(run);
  if (total === 0n) return () => 0;
  const { byNode } = run.spend ?? {};
  if (total === null || byNode === undefined || byNode.length === 0) return () => null;
  const costs = new Map(byNode.map((node) => [node.nodeId, node]));
  return (nodeId) => {
    const cost = costs.get(nodeId);
    if (cost === undefined) return 0;
    return measured(Number(cost.microcredits ?? cost.credits * 1_000_000));
  };
}

/** How long a run went on, in milliseconds; null when that is not known, or a clock jumped. */
export function durationOf(run: SampledRun): number | null {
  if (!isTerminalRunStatus(run.status)) return null;
  return measured(
    run.executionTimeMs ?? Date.parse(run.updatedAt) - Date.parse(run.createdAt),
    MAX_DURATION_MS,
  );
}
