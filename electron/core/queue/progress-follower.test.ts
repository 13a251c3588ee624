import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ApiError, type PublicRunEvent } from '#shared/api/index.ts';
import { createProgressFollower, type FollowerDeps } from './progress-follower.ts';

const AT = '2026-01-01T00:00:00Z';
const note = (id: string, status = 'queued') => ({ id, status, createdAt: AT });
const started = (runId: string): PublicRunEvent => ({
  id: `${runId} 1`,
  runId,
  type: 'run.started',
  createdAt: AT,
  data: { plan: ['a', 'b'], total: 2 },
});

/** A follower whose ticks come when the test says so. */
function start(deps: Partial<FollowerDeps> = {}) {
  const asked: string[] = [];
  const changed: string[] = [];
  let now = 0;
  let next: (() => void) | null = null;
  const follower = createProgressFollower({
    listEvents: async () => ({ data: [], hasMore: false }),
    expectedOf: async () => ({ p50: 1000, p90: 2000 }),
    isRequested: () => true,
    onChange: (id) => void changed.push(id),
    clock: () => now,
    schedule: (_milliseconds, run) => {
      next = run;
      return () => void (next = null);
    },
    ...deps,
    ...(deps.listEvents
      ? {
          listEvents: (...args: Parameters<FollowerDeps['listEvents']>) => {
            asked.push(args[1]);
            return deps.listEvents!(...args);
          },
        }
      : {}),
  });
  return {
    follower,
    asked,
    changed,
    hasTimer: () => next !== null,
    tick: async (milliseconds = 1000) => {
      now += milliseconds;
      const run = next;
      next = null;
      run?.();
      for (let turn = 0; turn < 20; turn += 1) await yieldToEventLoop();
    },
  };
}

test('events are read on from where they were left, page by page, and what is usual is read with the plan', async () => {
  const cursors: (string | null)[] = [];
  const { follower, tick, changed } = start({
    async listEvents(_connection, runId, cursor) {
      cursors.push(cursor);
      if (cursor === null) return { data: [started(runId)], hasMore: true };
      if (cursor !== 'run_1 1') return { data: [], hasMore: false };
      const data = [{ id: 'run_1 2', runId, type: 'node.succeeded', nodeId: 'a', createdAt: AT }];
      return { data, hasMore: false };
    },
  });
  follower.note('local', note('run_1'));
  await tick();
  expect(follower.of('local', 'run_1')).toMatchObject({ total: 2, startedAt: AT });
  expect(follower.of('local', 'run_1').finished.size).toBe(1);
  expect(follower.expected('local', 'run_1')).toEqual({ p50: 1000, p90: 2000 });
  await tick(60_000);
  expect(cursors).toEqual([null, 'run_1 1', 'run_1 2']);
  expect(changed.length).toBeGreaterThan(0);
});

test('of a thousand runs a few are asked about in a tick, those that have begun first', async () => {
  const { follower, tick, asked } = start({ listEvents: async () => ({ data: [], hasMore: false }) });
  for (let at = 0; at < 1000; at += 1) follower.note('local', note(`run_${at}`));
  follower.note('local', note('run_begun', 'running'));
  await tick();
  expect(asked).toHaveLength(3);
  expect(asked[0]).toBe('run_begun');
  await tick();
  expect(asked.length).toBeLessThanOrEqual(6);
  await tick(60_000);
  expect(asked.filter((id) => id === 'run_begun')).toHaveLength(2);
});

test('nothing is asked while nobody looks or the service is away, nor after the end', async () => {
  let isWanted = false;
  const { follower, tick, asked, hasTimer } = start({
    isRequested: () => isWanted,
    listEvents: async () => ({ data: [], hasMore: false }),
  });
  follower.note('local', note('run_1'));
  await tick();
  expect(asked).toEqual([]);
  isWanted = true;
  await tick();
  expect(asked).toEqual(['run_1']);
  follower.note('local', note('run_1', 'succeeded'));
  await tick(60_000);
  expect(asked).toEqual(['run_1']);
  expect(hasTimer()).toBe(false);
});

test('a question that fails is asked later again, and one about a run that is gone no more', async () => {
  const gone = new ApiError({ status: 404, code: 'RUN_NOT_FOUND', message: 'It is gone.' });
  const { follower, tick, asked } = start({
    listEvents: (_connection, runId) =>
      Promise.reject(runId === 'run_gone' ? gone : new TypeError('The network failed.')),
  });
  follower.note('local', note('run_cut'));
  follower.note('local', note('run_gone'));
  await tick();
  await tick(5000);
  expect(asked.toSorted()).toEqual(['run_cut', 'run_gone']);
  await tick(30_000);
  expect(asked.slice(2)).toEqual(['run_cut']);
});
