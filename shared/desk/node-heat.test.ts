import { expect, test } from 'vitest';
import { heatOf, type HeatOfNode } from './node-heat.ts';

const node = (nodeId: string, part: Partial<HeatOfNode>): HeatOfNode => ({
  nodeId,
  executed: 1,
  reused: 0,
  failed: 0,
  durationMs: null,
  microcredits: null,
  ...part,
});
const heat = {
  runs: 4,
  nodes: [
    node('slow', { durationMs: 60_000, microcredits: 0 }),
    node('quick', { durationMs: 600, microcredits: 4_000_000 }),
    node('half', { durationMs: 15_000, reused: 1 }),
    node('broken', { executed: 0, failed: 4 }),
  ],
};

test('times are compared with the longest, the longest first, and what took none is left out', () => {
  expect(heatOf(heat, 'time')).toEqual([
    { nodeId: 'slow', value: 60_000, level: 5 },
    { nodeId: 'half', value: 15_000, level: 3 },
    { nodeId: 'quick', value: 600, level: 1 },
  ]);
});

test('what is free is not colored by cost', () => {
  expect(heatOf(heat, 'cost')).toEqual([{ nodeId: 'quick', value: 4_000_000, level: 5 }]);
});

test('failures and reuse are parts of the runs, however many there are', () => {
  expect(heatOf(heat, 'failures')).toEqual([{ nodeId: 'broken', value: 1, level: 5 }]);
  expect(heatOf(heat, 'reuse')).toEqual([{ nodeId: 'half', value: 0.5, level: 3 }]);
  expect(heatOf({ runs: 0, nodes: [] }, 'time')).toEqual([]);
});
