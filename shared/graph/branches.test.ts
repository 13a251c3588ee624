import { describe, expect, it } from 'vitest';
import { reachedFromEnds } from './branches.ts';
import { linkedGraph } from './linked-graph.ts';
import { NodeKeys } from './node-keys.ts';
import { forecastRun } from './run-forecast.ts';
import type { Graph } from './types.ts';

/** A costly and a cheap way into a switch, of which something else takes the cheap one too. */
const graph = (pick: string): Graph => ({
  nodes: [
    { id: 'source', type: 'step' },
    { id: 'costly', type: 'step' },
    { id: 'cheap', type: 'step' },
    { id: 'beside', type: 'step' },
    { id: 'switch', type: 'switch' },
  ].map((node) => ({
    ...node,
    title: null,
    position: null,
    inputs: { pick: { value: node.id === 'switch' ? pick : node.id } },
  })),
  connections: [
    { from: ['source', 'out'], to: ['costly', 'in'] },
    { from: ['costly', 'out'], to: ['switch', 'a'] },
    { from: ['cheap', 'out'], to: ['switch', 'b'] },
    { from: ['cheap', 'out'], to: ['beside', 'in'] },
  ],
});

const branchInputs = (type: string): ReadonlySet<string> => new Set(type === 'switch' ? ['a', 'b'] : []);
const inputs: Record<string, { name: string }[]> = {
  step: [{ name: 'pick' }, { name: 'in' }],
  switch: [{ name: 'pick' }, { name: 'a' }, { name: 'b' }],
};

function forecast(of: Graph, made: readonly string[]) {
  const keys = new NodeKeys(linkedGraph(of), (type) => ({ inputs: inputs[type] ?? [], source: null }));
  const known = new Set(made.map((id) => keys.keyOf(id)));
  const found = forecastRun({
    graph: of,
    keys,
    results: { isReused: (key) => (known.has(key) ? true : undefined) },
    requiredInputs: () => [],
    branchInputs,
  });
  return { runs: [...found.runs], optional: [...found.optional], reused: [...found.reused] };
}

describe('what a run executes where a node takes one of its inputs', () => {
  it('is sure for what leads to the ends without them', () => {
    expect([...reachedFromEnds(graph('A'), branchInputs)].sort()).toEqual(['beside', 'cheap', 'switch']);
  });

  it('is told ahead as what may run, until the result of the switch is there', () => {
    expect(forecast(graph('A'), [])).toEqual({
      runs: ['source', 'costly', 'cheap', 'beside', 'switch'],
      optional: ['source', 'costly'],
      reused: [],
    });
    // The switch took what is there; what was never made is not made by the next run either.
    const taken = forecast(graph('B'), ['cheap', 'beside', 'switch']);
    expect(taken).toEqual({ runs: [], optional: [], reused: ['cheap', 'beside', 'switch'] });
    expect(forecast(graph('B'), ['cheap', 'beside']).optional).toEqual(['source', 'costly']);
  });
});
