import { expect, test } from 'vitest';
import type { Graph } from '../graph/index.ts';
import {
  estimateExecutions,
  estimateFromFinished,
  gridExecutions,
  itemExecutions,
  omitVaried,
} from './batch-estimate.ts';
import { nodeKind, type KindSamples } from './run-estimate.ts';

const node = (id: string) => ({ id, type: id, title: null, position: null, inputs: {} });
const wire = (from: string, to: string): Graph['connections'][number] => ({
  from: [from, 'out'],
  to: [to, from],
});
/** Two sources, a node below each, and one below both. */
const graph: Graph = {
  nodes: ['a', 'b', 'underA', 'underB', 'both', 'alone'].map(node),
  connections: [wire('a', 'underA'), wire('b', 'underB'), wire('underA', 'both'), wire('underB', 'both')],
};
const samples = (type: string): KindSamples => ({
  kind: nodeKind(node(type)),
  samples: 6,
  duration: { p50: 100, p90: 200 },
  microcredits: { p50: 10, p90: 20 },
});
const all = new Set(graph.nodes.map(({ id }) => id));

test('of a grid, a node runs once for each combination of the axes above it, and what is reused does not run', () => {
  const axes = [
    { nodeId: 'a', size: 3 },
    { nodeId: 'b', size: 4 },
  ];
  expect(Object.fromEntries(gridExecutions(graph, axes, all))).toEqual({
    a: 3,
    underA: 3,
    b: 4,
    underB: 4,
    both: 12,
    alone: 1,
  });
  expect(gridExecutions(graph, axes, new Set()).has('alone')).toBe(false);
});

test('two axes of one node multiply on it', () => {
  const axes = [
    { nodeId: 'underA', size: 2 },
    { nodeId: 'underA', size: 5 },
  ];
  expect(Object.fromEntries(gridExecutions(graph, axes, new Set()))).toEqual({ underA: 10, both: 10 });
});

test('of a table, equal values run once', () => {
  const items = [
    ['1', 'x'],
    ['1', 'y'],
    ['2', 'x'],
    ['1', 'x'],
  ];
  expect(Object.fromEntries(itemExecutions(graph, ['a', 'b'], items, all))).toEqual({
    a: 2,
    underA: 2,
    b: 2,
    underB: 2,
    both: 3,
    alone: 1,
  });
});

test('costs add up, times are beside each other at best and after each other at worst', () => {
  const executions = new Map([
    ['a', 1],
    ['underA', 6],
  ]);
  expect(estimateExecutions(graph, executions, [samples('a'), samples('underA')], 3)).toEqual({
    nodes: 2,
    unknown: 0,
    samples: 6,
    duration: { p50: 233, p90: 1400 },
    microcredits: { p50: 70, p90: 140 },
    unpriced: 0,
  });
});

test('a node of which too little is known is not counted, nor one whose model is varied', () => {
  const few = { ...samples('underA'), samples: 4 };
  const executions = new Map([['underA', 2]]);
  expect(estimateExecutions(graph, executions, [few], 1)).toMatchObject({ unknown: 1, duration: null });
  const asked = { ...node('ask'), inputs: { model: { type: 'string' as const, value: 'small' } } };
  const asking: Graph = { nodes: [asked], connections: [] };
  const known = { ...samples('ask'), kind: nodeKind(asked) };
  const once = new Map([['ask', 1]]);
  expect(estimateExecutions(asking, once, [known], 1)).toMatchObject({ unknown: 0 });
  const varied = omitVaried(asking, [{ nodeId: 'ask', input: 'model' }]);
  expect(estimateExecutions(varied, once, [known], 1)).toMatchObject({ unknown: 1 });
});

test('five runs of a batch say what more of them take, four say nothing', () => {
  const run = { microcredits: 10, executionTimeMs: 1000 };
  expect(
    estimateFromFinished(
      9,
      Array.from({ length: 4 }, () => run),
      3,
    ),
  ).toBeNull();
  expect(
    estimateFromFinished(
      9,
      Array.from({ length: 5 }, () => run),
      3,
    ),
  ).toMatchObject({
    samples: 5,
    duration: { p50: 3000, p90: 9000 },
    microcredits: { p50: 90, p90: 90 },
  });
});
