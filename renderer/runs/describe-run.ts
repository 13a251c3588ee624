import { isTerminalPhase, type NodePhase } from '#renderer/model/node-run-state.ts';
import { words } from '#renderer/words/index.ts';
import { isOver, type NodeRun, type RunState } from './run-state.ts';

const t = words.runs.describeRun;

/** A run as panels and notices tell of it. */

/** Counts for the progress line. `share` is 0 to 1 over the plan, with the running nodes' own progress in it. */
export function progressOf(run: RunState): { total: number; finished: number; share: number | null } {
  const nodes = Object.values(run.nodes);
  const total = Math.max(run.plan.length, nodes.length);
  if (total === 0) return { total: 0, finished: 0, share: isOver(run) ? 1 : null };
  const over = nodes.filter((node) => isTerminalPhase(node.phase)).length;
  const partly = nodes.reduce((sum, node) => sum + (node.phase === 'running' ? (node.progress ?? 0) : 0), 0);
  return { total, finished: over, share: (over + partly) / total };
}

const ORDER: Record<NodePhase, number> = {
  failed: 0,
  running: 1,
  waiting: 2,
  succeeded: 3,
  cached: 4,
  skipped: 5,
  canceled: 6,
};

/** Nodes as the panel lists them: what failed first, then what runs, then the rest in the order of the plan. */
export function nodesInOrder(run: RunState): NodeRun[] {
  const planIndex = new Map(run.plan.map((id, index) => [id, index]));
  return Object.values(run.nodes).sort(
    (a, b) =>
      ORDER[a.phase] - ORDER[b.phase] || (planIndex.get(a.nodeId) ?? 1e9) - (planIndex.get(b.nodeId) ?? 1e9),
  );
}

/** The state of a run in a few words, for the panel and for screen readers. */
export function describeRun(run: RunState): string {
  const { total, finished: over } = progressOf(run);
  if (run.cancelRequested && !isOver(run)) return t.canceling;
  if (run.status === 'running' && total > 0) return t.runningFinished(over, total);
  return describeStatus(run.status);
}

/** The state of a run of which no more is known. */
export function describeStatus(status: string): string {
  switch (status) {
    case 'accepted':
    case 'queued':
      return t.pending;
    case 'running':
      return t.running;
    case 'succeeded':
      return t.finished;
    case 'failed':
      return t.failed;
    case 'canceled':
      return t.stopped;
    default:
      return status;
  }
}

/** The mark of a run's status, as that of a node. */
export const phaseOfStatus = (status: string): NodePhase => {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'failed':
      return 'failed';
    case 'canceled':
      return 'canceled';
    case 'running':
      return 'running';
    default:
      return 'waiting';
  }
};
