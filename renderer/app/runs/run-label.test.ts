import { expect, test } from 'vitest';
import type { RunForecast } from '#shared/graph/run-forecast.ts';
import { runLabel } from './run-label.ts';

const ids = (count: number): Set<string> => new Set(Array.from({ length: count }, (_, index) => `n${index}`));
const forecast = (runs: number, reused: number, blocked = 0, isConfirmed = true): RunForecast => ({
  runs: ids(runs),
  reused: ids(reused),
  optional: new Set(),
  paid: new Set(),
  blockers: new Map([...ids(blocked)].map((id) => [id, { kind: 'cycle' }])),
  targetNodeIds: null,
  isConfirmed,
});
const says = (one: RunForecast): string[] => [runLabel(one).full, runLabel(one).short];

test('the Run button says what a click will do', () => {
  expect(says(forecast(0, 0))).toEqual(['Run', 'Run']);
  expect(says(forecast(9, 0))).toEqual(['Run', 'Run']);
  expect(says(forecast(4, 5))).toEqual(['Run 4 nodes', 'Run']);
  expect(says(forecast(1, 5))).toEqual(['Run 1 node', 'Run']);
  expect(runLabel(forecast(4, 5)).sentence).toBe('4 nodes run, 5 are reused.');
  expect(says(forecast(0, 9))).toEqual(['Run again', 'Run again']);
  expect(says(forecast(3, 5, 1))).toEqual(['Run 8 of 9 nodes', 'Run 8 of 9']);
  expect(says(forecast(0, 0, 2))).toEqual(['Run 0 of 2 nodes', 'Run 0 of 2']);
  expect(runLabel(forecast(3, 5, 1)).sentence).toBe('3 nodes run, 5 are reused, 1 cannot run yet.');
});

test('it says “about” where it rests on what the service has not said', () => {
  expect(says(forecast(4, 5, 0, false))).toEqual(['Run about 4 nodes', 'Run']);
  expect(runLabel(forecast(1, 1, 0, false)).sentence).toBe('About 1 node runs, 1 is reused.');
});
