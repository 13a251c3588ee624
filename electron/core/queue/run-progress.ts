import { isSkipOfNode, type PublicRunEvent } from '#shared/api/index.ts';
import type { RunProgress } from '#shared/desk/index.ts';

/** How far a run is, worked out from its events as they come. */

const TERMINAL_NODE_EVENTS = new Set([
  'node.succeeded',
  'node.failed',
  'node.canceled',
  'node.skipped',
  'node.cached',
]);

export interface TrackedProgress {
  /** Ids of the nodes that the service will execute; null until it has said so. */
  plan: readonly string[] | null;
  total: number | null;
  finished: ReadonlySet<string>;
  /** 0 to 1 by node under way. */
  inProgress: ReadonlyMap<string, number>;
  startedAt: string | null;
  isCanceling: boolean;
}

export const NO_PROGRESS: TrackedProgress = {
  plan: null,
  total: null,
  finished: new Set(),
  inProgress: new Map(),
  startedAt: null,
  isCanceling: false,
};

const planOf = (data: Record<string, unknown> | undefined): string[] | null => {
  const plan = data?.['plan'];
  return Array.isArray(plan) && plan.every((id) => typeof id === 'string') ? plan : null;
};

function started(event: PublicRunEvent): Pick<TrackedProgress, 'plan' | 'total' | 'startedAt'> {
  const plan = planOf(event.data);
  const total = event.data?.['total'];
  return {
    plan,
    total:
      typeof total === 'number' && Number.isInteger(total) && total >= 0 ? total : (plan?.length ?? null),
    startedAt: event.createdAt,
  };
}

/** What the progress of a run becomes by its next events, in their order. O(events + nodes under way). */
export function advanceProgress(before: TrackedProgress, events: readonly PublicRunEvent[]): TrackedProgress {
  if (events.length === 0) return before;
  const finished = new Set(before.finished);
  const inProgress = new Map(before.inProgress);
  let next = before;
  for (const event of events) {
    const { type, nodeId, progress } = event;
    if (type === 'run.started') next = { ...next, ...started(event) };
    else if (type === 'run.cancel_requested') next = { ...next, isCanceling: true };
    if (typeof nodeId !== 'string') continue;
    const isSkip = isSkipOfNode(event);
    if (!type.startsWith('node.') && !isSkip) continue;
    if (isSkip || TERMINAL_NODE_EVENTS.has(type)) {
      finished.add(nodeId);
      inProgress.delete(nodeId);
    } else if (!finished.has(nodeId)) {
      const nodeFraction = typeof progress === 'number' ? Math.min(1, Math.max(0, progress)) : 0;
      // A service may say it more than once; it never goes back.
      inProgress.set(nodeId, Math.max(nodeFraction, inProgress.get(nodeId) ?? 0));
    }
  }
  return { ...next, finished, inProgress };
}

/** As pages see it. */
export function toPublicProgress({ total, finished, inProgress, startedAt }: TrackedProgress): RunProgress {
  const completedNodes = [...inProgress.values()].reduce((sum, value) => sum + value, finished.size);
  return {
    doneNodes: total === null ? finished.size : Math.min(finished.size, total),
    totalNodes: total,
    fraction: total === null ? null : total === 0 ? 1 : Math.min(1, completedNodes / total),
    startedAt,
  };
}
