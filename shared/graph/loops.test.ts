import { describe, expect, it } from 'vitest';
import { estimateRun } from '../desk/run-estimate.ts';
import { linkedGraph } from './linked-graph.ts';
import { loopIterations } from './loops.ts';
import { NodeKeys } from './node-keys.ts';
import { forecastRun } from './run-forecast.ts';
import type { Graph, GraphConnection } from './types.ts';

const node = (id: string, type: string, inputs: Record<string, unknown> = {}): Graph['nodes'][number] => ({
  id,
  type,
  title: null,
  position: null,
  inputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, { value }])),
});
const wire = (from: [string, string], to: [string, string]): GraphConnection => ({ from, to });

/** A loop of a costly node and one beside it, with a costly node before and after. */
const graph = (iterations: number, more: readonly GraphConnection[] = [], beside = 'a'): Graph => ({
  nodes: [
    node('before', 'costly', { text: 'before' }),
    node('start', 'control/loop-start', { iterations }),
    node('step', 'costly', { text: 'step' }),
    node('beside', 'free', { text: beside }),
    node('end', 'control/loop-end'),
    node('after', 'costly', { text: 'after' }),
  ],
  connections: [
    wire(['start', 'loop'], ['end', 'loop']),
    wire(['before', 'out'], ['step', 'other']),
    wire(['start', 'value'], ['step', 'in']),
    wire(['start', 'iteration'], ['beside', 'in']),
    wire(['beside', 'out'], ['end', 'note']),
    wire(['step', 'out'], ['end', 'value']),
    wire(['end', 'value'], ['after', 'in']),
    ...more,
  ],
});

const priced = (of: Graph) =>
  estimateRun(of, new Set(of.nodes.map(({ id }) => id)), [], ({ type }) => (type === 'costly' ? 10 : 0))
    .microcredits;

describe('what a loop takes', () => {
  it('is counted once for each turn, and once for what lies outside', () => {
    expect([...loopIterations(graph(8))]).toEqual([
      ['step', { least: 8, most: 8, endId: 'end' }],
      ['beside', { least: 8, most: 8, endId: 'end' }],
    ]);
    expect(priced(graph(8))).toEqual({ p50: 100, p90: 100 });
  });

  it('is between one turn and all where something may end it sooner or says how many there are', () => {
    expect(priced(graph(8, [wire(['beside', 'out'], ['end', 'stop'])]))).toEqual({ p50: 30, p90: 100 });
    expect(priced(graph(8, [wire(['before', 'out'], ['start', 'iterations'])]))).toEqual({
      p50: 30,
      p90: 10_020,
    });
  });

  it('is reused while nothing of the loop has changed', () => {
    const inputs: Record<string, { name: string }[]> = {
      costly: [{ name: 'text' }, { name: 'in' }, { name: 'other' }],
      free: [{ name: 'text' }, { name: 'in' }],
      'control/loop-start': [{ name: 'value' }, { name: 'iterations' }],
      'control/loop-end': [{ name: 'loop' }, { name: 'value' }, { name: 'stop' }, { name: 'note' }],
    };
    const keysOf = (of: Graph): NodeKeys =>
      new NodeKeys(linkedGraph(of), (type) => ({ inputs: inputs[type] ?? [], source: null }));
    const before = keysOf(graph(8));
    const made = new Set(graph(8).nodes.map(({ id }) => before.keyOf(id)));
    const runsOf = (of: Graph): string[] => [
      ...forecastRun({
        graph: of,
        keys: keysOf(of),
        results: { isReused: (key) => (made.has(key) ? true : undefined) },
        requiredInputs: () => [],
      }).runs,
    ];
    expect(runsOf(graph(8))).toEqual([]);
    // The step begins with what the turn before ended with, to which all of the loop leads.
    expect(runsOf(graph(8, [], 'b'))).toEqual(['step', 'beside', 'end', 'after']);
  });
});
