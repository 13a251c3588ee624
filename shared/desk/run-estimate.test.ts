import { expect, test } from 'vitest';
import type { Graph } from '../graph/index.ts';
import { nodeTypeSource } from '../graph/node-type-source.ts';
import * as fc from '../testing/property.ts';
import {
  estimateRun,
  exceedsLimit,
  nodeEstimates,
  nodeKind,
  pricesBySource,
  runsToward,
  spreadOf,
  type KindSamples,
} from './run-estimate.ts';

const node = (id: string, type = id) => ({ id, type, title: null, position: null, inputs: {} });
const samplesOf = (type: string, more: Partial<KindSamples> = {}): KindSamples => ({
  kind: nodeKind(node(type)),
  samples: 5,
  duration: { p50: 100, p90: 200 },
  microcredits: { p50: 10, p90: 30 },
  ...more,
});
const wire = (from: string, to: string): Graph['connections'][number] => ({
  from: [from, 'out'],
  to: [to, from],
});
const diamond: Graph = {
  nodes: ['top', 'left', 'right', 'below'].map((id) => node(id)),
  connections: [wire('top', 'left'), wire('top', 'right'), wire('left', 'below'), wire('right', 'below')],
};
const all = new Set(['top', 'left', 'right', 'below']);
const kinds = [...all].map((type) => samplesOf(type));

test('branches run beside each other, and each is paid for', () => {
  const slow = samplesOf('right', { samples: 9, duration: { p50: 1000, p90: 3000 } });
  expect(estimateRun(diamond, all, [...kinds.filter(({ kind }) => kind !== slow.kind), slow])).toEqual({
    nodes: 4,
    unknown: 0,
    samples: 5,
    duration: { p50: 1200, p90: 3400 },
    microcredits: { p50: 40, p90: 120 },
    unpriced: 0,
  });
});

test('a node that is reused takes nothing', () => {
  const estimate = estimateRun(diamond, new Set(['below']), kinds);
  expect(estimate).toMatchObject({ nodes: 1, duration: { p50: 100, p90: 200 }, microcredits: { p50: 10 } });
});

test('a picture that is paid already costs nothing, whatever its node costs', () => {
  const paid = new Set(['left']);
  expect(estimateRun(diamond, all, kinds, () => null, paid)).toMatchObject({
    microcredits: { p50: 30, p90: 90 },
    unpriced: 0,
  });
  expect(estimateRun(diamond, new Set(['left']), [], () => 7, paid)).toMatchObject({
    microcredits: { p50: 0, p90: 0 },
  });
});

test('four samples are too few, and a cost that no service says is no cost of nothing', () => {
  const few = [samplesOf('top', { samples: 4 }), samplesOf('left', { microcredits: null })];
  expect(estimateRun(diamond, all, few)).toMatchObject({ unknown: 3, microcredits: null, unpriced: 4 });
  expect(estimateRun(diamond, all, [])).toMatchObject({ unknown: 4, samples: 0, duration: null });
});

test('nodes that are free are in the sum without samples, and those that are not stay unpriced', () => {
  const free = estimateRun(diamond, all, [], () => 0);
  expect(free).toMatchObject({ unknown: 4, duration: null, microcredits: { p50: 0, p90: 0 }, unpriced: 0 });
  expect(exceedsLimit(free, 0)).toBe(false);
  const partly = estimateRun(diamond, all, kinds.slice(0, 1), ({ type }) => (type === 'left' ? 0 : null));
  expect(partly).toMatchObject({ microcredits: { p50: 10, p90: 30 }, unpriced: 2 });
});

test('a limit asks where the dear end of the range is above it, and where a cost is not known', () => {
  const known = estimateRun(diamond, all, kinds);
  expect(exceedsLimit(known, undefined)).toBe(false);
  expect(exceedsLimit(known, 120)).toBe(false);
  expect(exceedsLimit(known, 119)).toBe(true);
  expect(exceedsLimit(estimateRun(diamond, all, kinds.slice(1)), 1_000_000)).toBe(true);
  expect(exceedsLimit(estimateRun(diamond, new Set(), []), 0)).toBe(false);
});

test('a run to a node takes what feeds it, and nothing beside it', () => {
  expect([...runsToward(diamond, all, ['left'])].toSorted()).toEqual(['left', 'top']);
  expect([...runsToward(diamond, new Set(['right', 'below']), ['below'])].toSorted()).toEqual([
    'below',
    'right',
  ]);
});

test('a circle of wires ends', () => {
  const circle: Graph = { nodes: [node('a'), node('b')], connections: [wire('a', 'b'), wire('b', 'a')] };
  expect(estimateRun(circle, new Set(['a', 'b']), [samplesOf('a')]).duration).toEqual({ p50: 0, p90: 0 });
});

test('models and providers have samples of their own', () => {
  const inputs = { model: { type: 'string' as const, value: 'small' } };
  expect(nodeKind({ type: 'llm', inputs })).not.toBe(nodeKind({ type: 'llm', inputs: {} }));
});

test('the usual value and the one that a tenth exceeds', () => {
  expect(spreadOf([5, 1, 4, 2, 3, 10, 9, 8, 7, 6])).toEqual({ p50: 5, p90: 9 });
  expect(spreadOf([7])).toEqual({ p50: 7, p90: 7 });
});

const spread = fc.tuple(fc.nat(10_000), fc.nat(10_000)).map(([p50, more]) => ({ p50, p90: p50 + more }));
const sampled = fc.record({
  samples: fc.integer({ min: 1, max: 12 }),
  duration: spread,
  microcredits: fc.option(spread, { nil: null }),
});
const drawn = fc
  .array(sampled, { minLength: 1, maxLength: 12 })
  .chain((nodes) =>
    fc.record({
      nodes: fc.constant(nodes),
      wires: fc.array(fc.tuple(fc.nat(nodes.length - 1), fc.nat(nodes.length - 1)), { maxLength: 20 }),
      runs: fc.subarray(nodes.map((_, index) => `n${index}`)),
    }),
  )
  .map(({ nodes, wires, runs }) => {
    const links = wires.filter(([a, b]) => a < b).map(([a, b]) => wire(`n${a}`, `n${b}`));
    const graph: Graph = { nodes: nodes.map((_, index) => node(`n${index}`)), connections: links };
    return { graph, runs, kinds: nodes.map((one, index) => samplesOf(`n${index}`, one)) };
  });

test('an estimate never falls when a node more runs, and holds all its certain parts', () => {
  fc.assert(
    fc.property(drawn, ({ graph, runs, kinds: made }) => {
      const whole = estimateRun(graph, new Set(runs), made);
      const fewer = estimateRun(graph, new Set(runs.slice(1)), made);
      const certain = made.filter(
        ({ kind, samples }) => samples >= 5 && runs.some((id) => nodeKind(node(id)) === kind),
      );
      expect(whole.unknown).toBe(runs.length - certain.length);
      for (const at of ['p50', 'p90'] as const) {
        const time = whole.duration?.[at] ?? 0;
        expect(time).toBeGreaterThanOrEqual(fewer.duration?.[at] ?? 0);
        expect(time).toBeGreaterThanOrEqual(Math.max(0, ...certain.map(({ duration }) => duration[at])));
        expect(time).toBeLessThanOrEqual(certain.reduce((sum, { duration }) => sum + duration[at], 0));
        expect(whole.microcredits?.[at] ?? 0).toBe(
          certain.reduce((sum, { microcredits }) => sum + (microcredits?.[at] ?? 0), 0),
        );
      }
    }),
  );
});

test('a price that the service says is known before the first run, and goes before what runs cost earlier', () => {
  const source = nodeTypeSource(1, [{ name: 'Acme', address: 'https://a', model: 'm', price: 30_000_000n }]);
  const prices = pricesBySource((type) => (type === 'ask' ? source : 'built-in'));
  const graph: Graph = {
    nodes: [node('ask'), node('plain'), { ...node('other', 'ask'), inputs: { provider: { value: 'Gone' } } }],
    connections: [],
  };
  expect(estimateRun(graph, new Set(['ask', 'plain']), [], prices)).toMatchObject({
    unknown: 2,
    duration: null,
    microcredits: { p50: 30_000_000, p90: 30_000_000 },
    unpriced: 0,
  });
  const before = samplesOf('ask', { microcredits: { p50: 1, p90: 1 } });
  expect(estimateRun(graph, new Set(['ask']), [before], prices).microcredits).toEqual({
    p50: 30_000_000,
    p90: 30_000_000,
  });
  expect(estimateRun(graph, new Set(['other']), [], prices)).toMatchObject({
    microcredits: null,
    unpriced: 1,
  });
  // The limit asks from the first run on, and only above it.
  const first = estimateRun(graph, new Set(['ask']), [], prices);
  expect([exceedsLimit(first, 29_000_000), exceedsLimit(first, 30_000_000)]).toEqual([true, false]);
  // Who answers comes by a wire: nobody knows.
  const wired: Graph = { ...graph, connections: [{ from: ['plain', 'out'], to: ['ask', 'provider'] }] };
  expect(estimateRun(wired, new Set(['ask']), [], prices)).toMatchObject({ microcredits: null, unpriced: 1 });
  expect(nodeEstimates([], prices)(node('ask')).microcredits).toEqual({ p50: 30_000_000, p90: 30_000_000 });
});
