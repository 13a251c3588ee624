import {
  isTerminalRunStatus,
  RunOutput,
  type PublicRunDetail,
  type PublicRunEvent,
} from '#shared/api/index.ts';
import type { NodeRunState } from '#renderer/model/node-run-state.ts';

/** One node within one run. */
export interface NodeRun extends NodeRunState {
  nodeId: string;
  nodeType: string | null;
  /** ISO time. */
  startedAt: string | null;
  durationMs: number | null;
}

export interface LogLine {
  id: string;
  at: string;
  nodeId: string | null;
  text: string;
  tone: 'plain' | 'error';
}

export interface RunFailure {
  code: string | null;
  message: string;
  nodeId: string | null;
  nodeTitle: string | null;
}

/** Everything the pages know of one run. A value: each event gives a new one. */
export interface RunState {
  runId: string;
  projectId: string | null;
  projectVersion: number | null;
  status: string;
  createdAt: string;
  /** ISO time of the terminal event. */
  endedAt: string | null;
  cancelRequested: boolean;
  targetNodeIds: readonly string[];
  /** Node ids in the order they are to run; empty until the run has started. */
  plan: readonly string[];
  nodes: Readonly<Record<string, NodeRun>>;
  log: readonly LogLine[];
  outputs: Readonly<Record<string, RunOutput>>;
  failure: RunFailure | null;
  executionTimeMs: number | null;
  creditsUsedMicrocredits: string | null;
  lastEventId: string | null;
}

const MOST_LOG_LINES = 1000;
const settled = new Set<NodeRunState['phase']>(['done', 'reused', 'failed', 'canceled']);

export const isOver = (run: RunState): boolean => isTerminalRunStatus(run.status);

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Reads a run's error object, any of whose fields may be missing. */
function failureOf(error: Record<string, unknown> | null | undefined): RunFailure | null {
  if (!error) return null;
  return {
    code: text(error['code']),
    message: text(error['message']) ?? 'The run failed without saying why.',
    nodeId: text(error['nodeId']),
    nodeTitle: text(error['nodeTitle']),
  };
}

/** A run as its service describes it, before any event was read. */
export function runFromDetail(detail: PublicRunDetail): RunState {
  return mergeDetail(
    {
      runId: detail.id,
      projectId: detail.projectId ?? null,
      projectVersion: detail.projectVersion ?? null,
      status: detail.status,
      createdAt: detail.createdAt,
      endedAt: null,
      cancelRequested: false,
      targetNodeIds: detail.targetNodeIds ?? [],
      plan: [],
      nodes: {},
      log: [],
      outputs: {},
      failure: null,
      executionTimeMs: null,
      creditsUsedMicrocredits: null,
      lastEventId: null,
    },
    detail,
  );
}

/**
 * Adds what the run's own record says. A record read before the last event arrived does not bring a run back to life,
 * and one that is over ends the run even when its last event was never seen.
 */
export function mergeDetail(run: RunState, detail: PublicRunDetail): RunState {
  const over = isTerminalRunStatus(detail.status);
  const merged: RunState = {
    ...run,
    status: isOver(run) && !over ? run.status : detail.status,
    projectVersion: detail.projectVersion ?? run.projectVersion,
    cancelRequested: run.cancelRequested || detail.cancelRequested === true,
    outputs: detail.outputs ?? run.outputs,
    failure: failureOf(detail.error) ?? run.failure,
    executionTimeMs: detail.executionTimeMs ?? run.executionTimeMs,
    creditsUsedMicrocredits: detail.creditsUsedMicrocredits ?? run.creditsUsedMicrocredits,
    endedAt: over ? (run.endedAt ?? detail.updatedAt) : run.endedAt,
  };
  return over ? { ...merged, nodes: settleNodes(merged.nodes) } : merged;
}

/** Nodes that had not ended when the run did: they were not reached, or were stopped. */
function settleNodes(nodes: RunState['nodes']): RunState['nodes'] {
  const open = Object.values(nodes).filter((node) => !settled.has(node.phase));
  if (open.length === 0) return nodes;
  const next = { ...nodes };
  for (const node of open) next[node.nodeId] = { ...node, phase: 'canceled', progress: null };
  return next;
}

const emptyNode = (nodeId: string): NodeRun => ({
  nodeId,
  phase: 'waiting',
  progress: null,
  message: null,
  outputs: null,
  nodeType: null,
  startedAt: null,
  durationMs: null,
});

const outputsOf = (data: Record<string, unknown> | undefined): Record<string, RunOutput> | null => {
  const raw = data?.['outputs'];
  if (raw === null || typeof raw !== 'object') return null;
  const read: Record<string, RunOutput> = {};
  for (const [pin, value] of Object.entries(raw)) {
    const output = RunOutput.safeParse(value);
    if (output.success) read[pin] = output.data;
  }
  return read;
};

const durationOf = (data: Record<string, unknown> | undefined): number | null => {
  const duration = data?.['durationMs'];
  return typeof duration === 'number' && duration >= 0 ? duration : null;
};

/** Changes one node, unless it has ended: what comes late for it changes nothing. */
function withNode(run: RunState, event: PublicRunEvent, change: Partial<NodeRun>): RunState {
  if (!event.nodeId) return run;
  const node = run.nodes[event.nodeId] ?? emptyNode(event.nodeId);
  if (settled.has(node.phase)) return run;
  return {
    ...run,
    nodes: {
      ...run.nodes,
      [event.nodeId]: { ...node, nodeType: text(event.data?.['nodeType']) ?? node.nodeType, ...change },
    },
  };
}

function withLog(run: RunState, event: PublicRunEvent, line: string, tone: LogLine['tone']): RunState {
  const log = [
    ...run.log,
    { id: event.id, at: event.createdAt, nodeId: event.nodeId ?? null, text: line, tone },
  ];
  return { ...run, log: log.length > MOST_LOG_LINES ? log.slice(-MOST_LOG_LINES) : log };
}

const ended = (run: RunState, event: PublicRunEvent, status: string): RunState => ({
  ...run,
  status,
  endedAt: event.createdAt,
  nodes: settleNodes(run.nodes),
});

/**
 * What a run becomes by one event. Pure; events of another run, events after the end and events for a node that has
 * ended change nothing, and an event type of a newer server is only noted as read.
 */
export function advanceRun(before: RunState, event: PublicRunEvent): RunState {
  if (event.runId !== before.runId || isOver(before)) return before;
  const run: RunState = { ...before, lastEventId: event.id };
  const message = text(event.message);
  switch (event.type) {
    case 'run.accepted':
      return run.status === 'running' ? run : { ...run, status: 'accepted' };
    case 'run.queued':
      return run.status === 'running' ? run : { ...run, status: 'queued' };
    case 'run.started': {
      const raw = event.data?.['plan'];
      const plan = Array.isArray(raw) ? raw.filter((id) => typeof id === 'string') : [];
      const waiting = Object.fromEntries(plan.map((id) => [id, run.nodes[id] ?? emptyNode(id)]));
      return { ...run, status: 'running', plan, nodes: { ...run.nodes, ...waiting } };
    }
    case 'node.started':
      return withNode(run, event, { phase: 'running', startedAt: event.createdAt, message });
    case 'node.progress':
      return withNode(run, event, {
        phase: 'running',
        progress:
          typeof event.progress === 'number' && Number.isFinite(event.progress)
            ? Math.min(1, Math.max(0, event.progress))
            : null,
        message,
      });
    case 'node.succeeded':
    case 'node.cached':
      return withNode(run, event, {
        phase: event.type === 'node.cached' ? 'reused' : 'done',
        progress: null,
        message: null,
        outputs: outputsOf(event.data),
        durationMs: durationOf(event.data),
      });
    case 'node.failed': {
      const reason = message ?? 'This node failed without saying why.';
      const failed = withNode(run, event, {
        phase: 'failed',
        progress: null,
        message: reason,
        durationMs: durationOf(event.data),
      });
      return withLog(failed, event, reason, 'error');
    }
    case 'log':
      return message ? withLog(run, event, message, 'plain') : run;
    case 'run.cancel_requested':
      return { ...run, cancelRequested: true };
    case 'run.succeeded':
      return ended(run, event, 'succeeded');
    case 'run.failed': {
      const failure = run.failure ?? {
        code: text(event.data?.['code']),
        message: message ?? 'The run failed without saying why.',
        nodeId: event.nodeId ?? null,
        nodeTitle: null,
      };
      return ended({ ...run, failure }, event, 'failed');
    }
    case 'run.canceled':
      return ended(run, event, 'canceled');
    default:
      return run;
  }
}

/** Counts for the progress line. `share` is 0 to 1 over the plan, with the running nodes' own progress in it. */
export function progressOf(run: RunState): { total: number; ended: number; share: number | null } {
  const nodes = Object.values(run.nodes);
  const total = Math.max(run.plan.length, nodes.length);
  if (total === 0) return { total: 0, ended: 0, share: isOver(run) ? 1 : null };
  const over = nodes.filter((node) => settled.has(node.phase)).length;
  const partly = nodes.reduce((sum, node) => sum + (node.phase === 'running' ? (node.progress ?? 0) : 0), 0);
  return { total, ended: over, share: (over + partly) / total };
}

const ORDER: Record<NodeRunState['phase'], number> = {
  failed: 0,
  running: 1,
  waiting: 2,
  done: 3,
  reused: 4,
  canceled: 5,
};

/** Nodes as the panel lists them: what failed first, then what runs, then the rest in the order of the plan. */
export function nodesInOrder(run: RunState): NodeRun[] {
  const place = new Map(run.plan.map((id, index) => [id, index]));
  return Object.values(run.nodes).sort(
    (a, b) => ORDER[a.phase] - ORDER[b.phase] || (place.get(a.nodeId) ?? 1e9) - (place.get(b.nodeId) ?? 1e9),
  );
}

/** The state of a run in a few words, for the panel and for screen readers. */
export function describeRun(run: RunState): string {
  const { total, ended: over } = progressOf(run);
  if (run.cancelRequested && !isOver(run)) return 'Canceling';
  if (run.status === 'running' && total > 0) return `Running, ${over} of ${total} done`;
  return describeStatus(run.status);
}

/** The state of a run of which no more is known. */
export function describeStatus(status: string): string {
  switch (status) {
    case 'accepted':
    case 'queued':
      return 'Waiting for its turn';
    case 'running':
      return 'Running';
    case 'succeeded':
      return 'Finished';
    case 'failed':
      return 'Failed';
    case 'canceled':
      return 'Canceled';
    default:
      return status;
  }
}
