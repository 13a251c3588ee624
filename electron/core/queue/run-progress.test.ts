import { expect, test } from 'vitest';
import type { PublicRunEvent } from '#shared/api/index.ts';
import { advanceProgress, NO_PROGRESS, toPublicProgress } from './run-progress.ts';

let requestBody = 0;
const event = (type: string, more: Partial<PublicRunEvent> = {}): PublicRunEvent => ({
  id: `e${(requestBody += 1)}`,
  runId: 'run_1',
  type,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
});
const node = (type: string, nodeId: string, progress?: number) =>
  event(`node.${type}`, { nodeId, ...(progress === undefined ? {} : { progress }) });

test('a run that waits says nothing; one that began counts its nodes and what those under way have behind them', () => {
  const waiting = advanceProgress(NO_PROGRESS, [event('run.accepted'), event('run.queued')]);
  expect(toPublicProgress(waiting)).toEqual({
    doneNodes: 0,
    totalNodes: null,
    fraction: null,
    startedAt: null,
  });
  const begun = advanceProgress(waiting, [
    event('run.started', { data: { plan: ['a', 'b', 'c', 'd'], total: 4 } }),
    node('started', 'a'),
    node('cached', 'b'),
    node('succeeded', 'b'),
    node('progress', 'a', 0.5),
    node('progress', 'a', 0.25),
  ]);
  expect(toPublicProgress(begun)).toMatchObject({ doneNodes: 1, totalNodes: 4, fraction: 1.5 / 4 });
  expect(begun.plan).toEqual(['a', 'b', 'c', 'd']);
  const later = advanceProgress(begun, [
    node('failed', 'a'),
    node('progress', 'a', 0.9),
    node('skipped', 'c'),
  ]);
  expect(toPublicProgress(later)).toMatchObject({ doneNodes: 3, fraction: 0.75 });
});

test('an empty plan is done, a service that sends none leaves the sum open, and nonsense changes nothing', () => {
  const empty = advanceProgress(NO_PROGRESS, [event('run.started', { data: { plan: [], total: 0 } })]);
  expect(toPublicProgress(empty).fraction).toBe(1);
  const open = advanceProgress(NO_PROGRESS, [
    event('run.started', { data: { plan: 'all', total: -3 } }),
    node('succeeded', 'a'),
    event('something.new', { nodeId: 'b', progress: 9 }),
  ]);
  expect(toPublicProgress(open)).toMatchObject({ doneNodes: 1, totalNodes: null, fraction: null });
  expect(advanceProgress(open, [event('run.cancel_requested')]).isCanceling).toBe(true);
  expect(advanceProgress(open, [])).toBe(open);
});
