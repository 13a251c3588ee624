import { z } from 'zod';
import {
  flatOutputs,
  itemKey,
  isTerminalRunStatus,
  itemsOfOutput,
  RunOutput,
  RunStatus,
  runStatusOf,
  type PublicRunDetail,
} from '#shared/api/index.ts';
import { perhapsChargedOf } from '#shared/desk/index.ts';
import { isTerminalPhase, NodeRunState } from '#renderer/model/node-run-state.ts';
import { words } from '#renderer/words/index.ts';

const t = words.runs.runState;

/** What the pages know of a run, and how the run's own record completes it. */

/** One node within one run. */
export const NodeRun = NodeRunState.extend({
  nodeId: z.string(),
  nodeType: z.string().nullable(),
  /** ISO time. */
  startedAt: z.string().nullable(),
  durationMs: z.number().nullable(),
});
export type NodeRun = z.infer<typeof NodeRun>;

export const LogLine = z.object({
  id: z.string(),
  at: z.string(),
  nodeId: z.string().nullable(),
  text: z.string(),
  tone: z.enum(['plain', 'error']),
});
export type LogLine = z.infer<typeof LogLine>;

const RunFailure = z.object({
  code: z.string().nullable(),
  message: z.string(),
  nodeId: z.string().nullable(),
  nodeTitle: z.string().nullable(),
  /** What a model may have charged though nothing came of it, in microcredits. */
  perhapsCharged: z.string().nullable().optional(),
});
type RunFailure = z.infer<typeof RunFailure>;

/** An item of a list among the outputs of a run. */
const ItemOfList = z.object({
  trace: z.array(z.string()),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
type ItemOfList = z.infer<typeof ItemOfList>;

/** The items of all lists among outputs, those that are missing too. */
const itemsOfLists = (outputs: Readonly<Record<string, RunOutput>>): Record<string, ItemOfList> =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([key, output]) =>
      (itemsOfOutput(output) ?? []).map(
        ({ path, trace, error }) => [itemKey(key, path), { trace: [...trace], error }] as const,
      ),
    ),
  );

/** Everything the pages know of one run. A value: each event gives a new one. */
export const RunState = z.object({
  runId: z.string(),
  projectId: z.string().nullable(),
  projectVersion: z.number().nullable(),
  status: RunStatus,
  createdAt: z.string(),
  /** ISO time of the terminal event. */
  endedAt: z.string().nullable(),
  cancelRequested: z.boolean(),
  targetNodeIds: z.array(z.string()).readonly(),
  /** Node ids in the order they are to run; empty until the run has started. */
  plan: z.array(z.string()).readonly(),
  nodes: z.record(z.string(), NodeRun).readonly(),
  log: z.array(LogLine).readonly(),
  outputs: z.record(z.string(), RunOutput).readonly(),
  /** Of outputs that are items of lists, by their keys: where each comes from, and why it is missing; in their order. */
  items: z.record(z.string(), ItemOfList).readonly().optional(),
  failure: RunFailure.nullable(),
  executionTimeMs: z.number().nullable(),
  creditsUsedMicrocredits: z.string().nullable(),
  lastEventId: z.string().nullable(),
  /** The keys of the nodes as this page sent them; null once the service told its own. */
  sentKeys: z.record(z.string(), z.string()).readonly().nullable().default(null),
});
export type RunState = z.infer<typeof RunState>;

export const isOver = (run: RunState): boolean => isTerminalRunStatus(run.status);

/** A text that says something, else null. */
export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Reads a run's error object, any of whose fields may be missing. */
function failureOf(error: Record<string, unknown> | null | undefined): RunFailure | null {
  if (!error) return null;
  return {
    code: textOrNull(error['code']),
    message: words.sentences.translate(textOrNull(error['message']) ?? t.runFailed),
    nodeId: textOrNull(error['nodeId']),
    nodeTitle: textOrNull(error['nodeTitle']),
    perhapsCharged: perhapsChargedOf(error)?.microcredits ?? null,
  };
}

/** A run of which nothing was read but who it is. */
export const initialRun = (
  run: Pick<RunState, 'runId' | 'projectId' | 'projectVersion' | 'createdAt' | 'targetNodeIds'> &
    Partial<Pick<RunState, 'sentKeys'>>,
): RunState => ({
  runId: run.runId,
  projectId: run.projectId,
  projectVersion: run.projectVersion,
  status: 'accepted',
  createdAt: run.createdAt,
  endedAt: null,
  cancelRequested: false,
  targetNodeIds: run.targetNodeIds,
  plan: [],
  nodes: {},
  log: [],
  outputs: {},
  failure: null,
  executionTimeMs: null,
  creditsUsedMicrocredits: null,
  lastEventId: null,
  sentKeys: run.sentKeys ?? null,
});

/** The run of a record, before its first event. */
export const runFromRecord = (detail: PublicRunDetail): RunState =>
  initialRun({
    runId: detail.id,
    projectId: detail.projectId ?? null,
    projectVersion: detail.projectVersion ?? null,
    createdAt: detail.createdAt,
    targetNodeIds: detail.targetNodeIds ?? [],
  });

/** A run as its service describes it, without its events. */
export const runFromDetail = (detail: PublicRunDetail): RunState =>
  mergeDetail(runFromRecord(detail), detail);

/**
 * Adds what the run's own record says. A record read before the last event arrived does not bring a run back to life,
 * and one that is over ends the run even when its last event was never seen.
 */
export function mergeDetail(run: RunState, detail: PublicRunDetail): RunState {
  const over = isTerminalRunStatus(detail.status);
  const merged: RunState = {
    ...run,
    status: isOver(run) && !over ? run.status : runStatusOf(detail.status),
    projectVersion: detail.projectVersion ?? run.projectVersion,
    cancelRequested: run.cancelRequested || detail.cancelRequested === true,
    // Each item of a list is an output of its own.
    outputs: detail.outputs ? flatOutputs(detail.outputs) : run.outputs,
    items: detail.outputs ? itemsOfLists(detail.outputs) : run.items,
    failure: failureOf(detail.error) ?? run.failure,
    executionTimeMs: detail.executionTimeMs ?? run.executionTimeMs,
    creditsUsedMicrocredits: detail.creditsUsedMicrocredits ?? run.creditsUsedMicrocredits,
    endedAt: over ? (run.endedAt ?? detail.updatedAt) : run.endedAt,
  };
  return over ? { ...merged, nodes: settleNodes(merged.nodes) } : merged;
}

/** Nodes that had not ended when the run did: they were not reached, or were stopped. */
export function settleNodes(nodes: RunState['nodes']): RunState['nodes'] {
  const open = Object.values(nodes).filter((node) => !isTerminalPhase(node.phase));
  if (open.length === 0) return nodes;
  const next = { ...nodes };
  for (const node of open) next[node.nodeId] = { ...node, phase: 'canceled', progress: null };
  return next;
}
