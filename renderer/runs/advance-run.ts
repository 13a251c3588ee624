import { isSkipOfNode, RunOutput, type PublicRunEvent, type RunStatus } from '#shared/api/index.ts';
import { perhapsChargedOf } from '#shared/desk/index.ts';
import { itemsOfEvent } from '#renderer/model/node-items.ts';
import { isTerminalPhase } from '#renderer/model/node-run-state.ts';
import { words } from '#renderer/words/index.ts';
import { isOver, settleNodes, textOrNull, type LogLine, type NodeRun, type RunState } from './run-state.ts';

const t = words.runs.advanceRun;

/** What a run becomes by its events, one after another. */

const MAX_LOG_LINES = 1000;

/** What a model may have charged, in microcredits; null where nothing may have been. */
const uncertainPrice = (data: unknown): string | null => perhapsChargedOf(data)?.microcredits ?? null;

const emptyNode = (nodeId: string): NodeRun => ({
  nodeId,
  phase: 'waiting',
  progress: null,
  message: null,
  outputs: null,
  nodeType: null,
  startedAt: null,
  durationMs: null,
  key: null,
  reusable: null,
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

/** From 0 to 1; null where it is not told. */
const progressOf = ({ progress }: PublicRunEvent): number | null =>
  typeof progress === 'number' && Number.isFinite(progress) ? Math.min(1, Math.max(0, progress)) : null;

/** Changes one node, unless it has ended: what comes late for it changes nothing. */
function withNode(run: RunState, event: PublicRunEvent, change: Partial<NodeRun>): RunState {
  if (!event.nodeId) return run;
  const node = run.nodes[event.nodeId] ?? emptyNode(event.nodeId);
  if (isTerminalPhase(node.phase)) return run;
  return {
    ...run,
    nodes: {
      ...run.nodes,
      [event.nodeId]: {
        ...node,
        ...itemsOfEvent(event.data, node),
        nodeType: textOrNull(event.data?.['nodeType']) ?? node.nodeType,
        ...change,
      },
    },
  };
}

function withLog(run: RunState, event: PublicRunEvent, line: string, tone: LogLine['tone']): RunState {
  const log = [
    ...run.log,
    { id: event.id, at: event.createdAt, nodeId: event.nodeId ?? null, text: line, tone },
  ];
  return { ...run, log: log.length > MAX_LOG_LINES ? log.slice(-MAX_LOG_LINES) : log };
}

const finished = (run: RunState, event: PublicRunEvent, status: RunStatus): RunState => ({
  ...run,
  status,
  endedAt: event.createdAt,
  nodes: settleNodes(run.nodes),
});

/**
 * The key of what an event tells of, by the service, else as it was sent; whether it is reused; and the run with what it
 * still has to know of keys: a service that tells them tells them of every result.
 */
function keyOf(
  run: RunState,
  { data, nodeId }: PublicRunEvent,
): { key: string | null; reusable: boolean | null; existing: RunState } {
  const reusable = data?.['reusable'];
  const eventKey = textOrNull(data?.['key']);
  return {
    key: eventKey ?? run.sentKeys?.[nodeId ?? ''] ?? null,
    reusable: typeof reusable === 'boolean' ? reusable : null,
    existing: eventKey === null ? run : { ...run, sentKeys: null },
  };
}

/** What an event says, in the language of the page where that is known. */
function messageOf(event: PublicRunEvent): string | null {
  const message = textOrNull(event.message);
  return message === null ? null : words.sentences.translate(message);
}

const codeOf = (event: PublicRunEvent): string | null => textOrNull(event.data?.['code']);

/** Why a node has not begun stands on it until it does. */
function logged(run: RunState, event: PublicRunEvent, message: string | null): RunState {
  if (!message) return run;
  const isReason = event.data?.['pending'] === true && run.nodes[event.nodeId ?? '']?.phase === 'waiting';
  return withLog(isReason ? withNode(run, event, { message }) : run, event, message, 'plain');
}

/**
 * What a run becomes by one event. Pure; events of another run, events after the end and events for a node that has
 * ended change nothing, and an event type of a newer server is only noted as read.
 */
export function advanceRun(before: RunState, event: PublicRunEvent): RunState {
  if (event.runId !== before.runId || isOver(before)) return before;
  const run: RunState = { ...before, lastEventId: event.id };
  const message = messageOf(event);
  switch (event.type) {
    case 'run.accepted':
      return run.status === 'running' ? run : { ...run, status: 'accepted' };
    case 'run.queued':
      return run.status === 'running' ? run : { ...run, status: 'queued' };
    case 'run.started': {
      const raw = event.data?.['plan'];
      const plan = Array.isArray(raw) ? raw.filter((id) => typeof id === 'string') : [];
      const pending = Object.fromEntries(plan.map((id) => [id, run.nodes[id] ?? emptyNode(id)]));
      return { ...run, status: 'running', plan, nodes: { ...run.nodes, ...pending } };
    }
    case 'node.started':
      return withNode(run, event, { phase: 'running', startedAt: event.createdAt, message });
    case 'node.progress':
      return withNode(run, event, {
        phase: 'running',
        progress: progressOf(event),
        message,
      });
    case 'node.succeeded':
    case 'node.cached': {
      const { key, reusable, existing } = keyOf(run, event);
      return withNode(existing, event, {
        phase: event.type === 'node.cached' ? 'cached' : 'succeeded',
        progress: null,
        message: null,
        outputs: outputsOf(event.data),
        durationMs: durationOf(event.data),
        key,
        reusable,
      });
    }
    case 'node.failed': {
      const reason = message ?? t.nodeFailed;
      const failed = withNode(run, event, {
        phase: 'failed',
        progress: null,
        message: reason,
        // Of a list what could be made is there.
        outputs: outputsOf(event.data),
        code: codeOf(event),
        perhapsCharged: uncertainPrice(event.data),
        durationMs: durationOf(event.data),
        key: keyOf(run, event).key,
      });
      return withLog(failed, event, reason, 'error');
    }
    case 'log':
      return isSkipOfNode(event)
        ? withNode(run, event, { phase: 'skipped', progress: null, message })
        : logged(run, event, message);
    case 'run.cancel_requested':
      return { ...run, cancelRequested: true };
    case 'run.succeeded':
      return finished(run, event, 'succeeded');
    case 'run.failed': {
      const failure = run.failure ?? {
        code: codeOf(event),
        message: message ?? t.runFailed,
        nodeId: event.nodeId ?? null,
        nodeTitle: null,
        perhapsCharged: uncertainPrice(event.data?.['error']),
      };
      return finished({ ...run, failure }, event, 'failed');
    }
    case 'run.canceled':
      return finished(run, event, 'canceled');
    default:
      return run;
  }
}
