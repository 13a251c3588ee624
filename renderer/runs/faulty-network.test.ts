import { expect, it } from 'vitest';
import {
  ApiError,
  endpoints,
  type ApiClient,
  type PublicRunDetail,
  type PublicRunEvent,
} from '#shared/api/index.ts';
import type { Desk } from '#renderer/desk/index.ts';
import { createRunStore } from './run-store.ts';

const at = (second: number): string => `2026-01-01T10:00:0${second}.000Z`;
const detail: PublicRunDetail = {
  id: 'run_1',
  status: 'succeeded',
  createdAt: at(0),
  updatedAt: at(5),
  projectId: 'p',
  outputs: { Words: { type: 'string', value: 'done' } },
};
let serial = 0;
const event = (type: string, second: number, change: Partial<PublicRunEvent> = {}): PublicRunEvent => ({
  id: `e${(serial += 1)}`,
  runId: 'run_1',
  type,
  createdAt: at(second),
  ...change,
});
const events = [
  event('run.started', 1, { data: { plan: ['a', 'b'] } }),
  event('node.started', 2, { nodeId: 'a' }),
  event('node.succeeded', 3, { nodeId: 'a', data: { outputs: {} } }),
  event('node.cached', 4, { nodeId: 'b', data: { outputs: {} } }),
  event('run.succeeded', 5),
];
const cut = () => Promise.reject(new ApiError({ status: 200, code: 'RESPONSE_CUT', message: 'Cut.' }));

/** A page whose first so many responses about the run's events are cut on the way. */
function storeWith(lost: number) {
  let left = lost;
  const api = ((endpoint: { id: string }) => {
    if (endpoint.id !== endpoints.runs.listEvents.id) return Promise.resolve(detail);
    left -= 1;
    return left >= 0 ? cut() : Promise.resolve({ data: events, hasMore: false, nextCursor: null });
  }) as unknown as ApiClient;
  const desk = (() => Promise.resolve({ runs: [] })) as unknown as Desk;
  const waits: (() => void)[] = [];
  const wait = () => new Promise<void>((resume) => waits.push(resume));
  const runs = createRunStore({ connectionId: 'local', projectId: 'p', api, desk, wait });
  const phases = () =>
    Object.values(runs.store.getState().runs['run_1']?.nodes ?? {}).map(({ nodeId, phase }) => [
      nodeId,
      phase,
    ]);
  return { runs, phases, passTime: () => waits.shift()?.() };
}

it('shows an ended run whose events got lost by its record, and paints it when they come', async () => {
  const { runs, phases, passTime } = storeWith(2);
  await runs.show('run_1');
  expect(runs.store.getState().runs['run_1']).toMatchObject({ status: 'succeeded', outputs: detail.outputs });
  expect(phases()).toEqual([]);
  await expect
    .poll(() => (passTime(), phases()))
    .toEqual([
      ['a', 'succeeded'],
      ['b', 'cached'],
    ]);
  runs.dispose();
});

it('says when it is known what earlier runs made, also where there is none', async () => {
  const { runs } = storeWith(0);
  let woken = 0;
  runs.table.subscribe('a', () => (woken += 1));
  expect(runs.table.isLoading?.()).toBe(true);
  await runs.loadHistory();
  expect([runs.table.isLoading?.(), woken]).toEqual([false, 1]);
});
