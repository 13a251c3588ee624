import { expect, test } from 'vitest';
import type { NodeRun, RunState } from './run-state.ts';
import { initialRun } from './run-state.ts';
import { ResultsOfRuns } from './known-results.ts';

const node = (nodeId: string, change: Partial<NodeRun> = {}): NodeRun => ({
  nodeId,
  nodeType: 'test/mix',
  phase: 'succeeded',
  progress: null,
  message: null,
  outputs: { out: { type: 'string', value: nodeId } },
  startedAt: null,
  durationMs: null,
  key: 'k',
  reusable: true,
  ...change,
});
const run = (place: number, ...nodes: NodeRun[]): RunState => ({
  ...initialRun({
    runId: `run_${place}`,
    projectId: 'p',
    projectVersion: 1,
    createdAt: `2026-01-01T10:00:0${place}.000Z`,
    targetNodeIds: [],
  }),
  nodes: Object.fromEntries(nodes.map((one) => [one.nodeId, one])),
});

test('a result is found by its key whichever node made it, and a node has what it made last', () => {
  const results = new ResultsOfRuns();
  results.note(run(2, node('a', { key: 'new' })));
  results.note(run(1, node('a', { key: 'old' })));
  expect(results.isReused('new')).toBe(true);
  expect(results.at('old')?.runId).toBe('run_1');
  expect(results.latestOf('a')).toMatchObject({ runId: 'run_2', key: 'new' });
  expect(results.isReused('never')).toBeUndefined();
});

test('what failed, was canceled or still runs made nothing', () => {
  const results = new ResultsOfRuns();
  const phases = ['failed', 'canceled', 'running', 'waiting'] as const;
  results.note(run(1, ...phases.map((phase) => node(phase, { phase, key: phase, outputs: null }))));
  expect(phases.map((phase) => results.isReused(phase))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a node that runs each time is not reused, however often it ran', () => {
  const results = new ResultsOfRuns();
  for (const place of [1, 2, 3]) results.note(run(place, node('a', { reusable: false })));
  expect(results.isReused('k')).toBe(false);
});

test('of a service that says nothing, a result is perhaps reused, until it was made a second time', () => {
  const results = new ResultsOfRuns();
  results.note(run(1, node('a', { reusable: null })));
  results.note(run(1, node('a', { reusable: null })));
  expect(results.isReused('k')).toBeNull();
  results.note(run(2, node('a', { reusable: null, phase: 'cached' })));
  expect(results.isReused('k')).toBeNull();
  results.note(run(3, node('a', { reusable: null })));
  expect(results.isReused('k')).toBe(false);
});

test('listeners are woken by what is new alone', () => {
  const results = new ResultsOfRuns();
  let woken = 0;
  results.subscribe(() => (woken += 1));
  const first = run(1, node('a'), node('b', { phase: 'running', key: null, outputs: null }));
  results.note(first);
  results.note(first);
  expect(woken).toBe(1);
  results.note(run(1, node('a'), node('b', { key: 'other' })), 'b');
  expect(woken).toBe(2);
});

test('a picture that is paid and not fetched is known by its key, until a later run has fetched or lost it', () => {
  const results = new ResultsOfRuns();
  const failed = (code: string) => node('a', { phase: 'failed', outputs: null, code });
  expect(results.isPaid('k')).toBe(false);
  results.note(run(2, failed('PAID_FILE_NOT_FETCHED')));
  expect(results.isPaid('k')).toBe(true);
  results.note(run(1, failed('MODEL_FAILED')));
  expect(results.isPaid('k')).toBe(true);
  results.note(run(3, failed('PAID_FILE_LOST')));
  expect(results.isPaid('k')).toBe(false);
  results.note(run(4, failed('PAID_FILE_NOT_FETCHED')));
  results.note(run(5, node('a')));
  expect(results.isPaid('k')).toBe(false);
});
