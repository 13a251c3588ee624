import { describe, expect, it } from 'vitest';
import { applyOperations } from '#shared/graph/operations.ts';
import type { Graph, NodeCatalog, NodeTypePins } from '#shared/graph/types.ts';
import { validateGraph } from '#shared/graph/validate.ts';
import type { PatchOperation } from '#shared/api/index.ts';
import { fileIdOf, insertOperations, removeOperations } from './editing.ts';

const pins = (inputs: string[], outputs: string[]): NodeTypePins => ({
  inputs: inputs.map((type, index) => ({ name: `${type}${index}`, type })),
  outputs: outputs.map((type, index) => ({ name: `${type}${index}`, type })),
});
const types: Record<string, NodeTypePins> = {
  'input/image': pins([], ['image']),
  'image/blur': pins(['image', 'number'], ['image']),
  'image/info': pins(['image'], ['number']),
  'image/composite': pins(['image', 'image'], ['image']),
  'input/number': pins([], ['number']),
};
const catalog: NodeCatalog = { pinsOf: (type) => types[type] };
const node = (id: string, type: string, x = 0) => ({ id, type, position: { x, y: 0 }, inputs: {} });

const chain: Graph = {
  nodes: [
    node('photo', 'input/image'),
    node('blur', 'image/blur', 300),
    node('second', 'image/blur', 600),
    node('info', 'image/info', 900),
    node('number', 'input/number'),
    node('loose', 'image/blur', 450),
  ],
  connections: [
    { from: ['photo', 'image0'], to: ['blur', 'image0'] },
    { from: ['blur', 'image0'], to: ['second', 'image0'] },
    { from: ['second', 'image0'], to: ['info', 'image0'] },
  ],
};
const applied = (graph: Graph, operations: readonly PatchOperation[]): Graph => {
  const result = applyOperations(graph, [...operations], catalog);
  if (!result.ok) throw new Error(result.rejection.reason);
  expect(validateGraph(result.graph, catalog)).toEqual([]);
  return result.graph;
};
const wires = (graph: Graph) => graph.connections.map(({ from, to }) => `${from[0]}>${to[0]}`).sort();

describe('a node dropped on a wire', () => {
  it('goes between its ends, as one edit', () => {
    const operations = insertOperations(chain, chain.connections[1]!, 'loose', catalog);
    expect(wires(applied(chain, operations ?? []))).toEqual([
      'blur>loose',
      'loose>second',
      'photo>blur',
      'second>info',
    ]);
  });

  it('stays beside a wire it does not fit into', () => {
    expect(insertOperations(chain, chain.connections[1]!, 'number', catalog)).toBeNull();
    const unknown = { ...chain, nodes: [...chain.nodes, node('odd', 'vendor/odd')] };
    expect(insertOperations(unknown, chain.connections[1]!, 'odd', catalog)).toBeNull();
  });

  it('does not close a circle', () => {
    expect(insertOperations(chain, chain.connections[0]!, 'second', catalog)).toBeNull();
  });
});

describe('deleting', () => {
  it('joins what fed a node to what it fed', () => {
    const { operations, rejoined } = removeOperations(chain, new Set(['blur']), [], catalog);
    expect(rejoined).toBe(1);
    expect(wires(applied(chain, operations))).toEqual(['photo>second', 'second>info']);
  });

  it('does not join what does not fit, nor what several things fed', () => {
    const measured: Graph = {
      ...chain,
      connections: [...chain.connections, { from: ['info', 'number0'], to: ['loose', 'number1'] }],
    };
    const one = removeOperations(measured, new Set(['info']), [], catalog);
    expect(one.rejoined).toBe(0);
    const merged: Graph = {
      nodes: [...chain.nodes, node('both', 'image/composite')],
      connections: [
        { from: ['photo', 'image0'], to: ['both', 'image0'] },
        { from: ['loose', 'image0'], to: ['both', 'image1'] },
        { from: ['both', 'image0'], to: ['blur', 'image0'] },
      ],
    };
    expect(removeOperations(merged, new Set(['both']), [], catalog).rejoined).toBe(0);
  });

  it('does not look through all wires for each of many nodes', () => {
    const size = 300;
    const list = Array.from({ length: size }, (_v, index) => node(`n${index}`, 'image/blur', index * 300));
    const between = list.slice(1).map(({ id }, index) => ({
      from: [`n${index}`, 'image0'] as [string, string],
      to: [id, 'image0'] as [string, string],
    }));
    let looks = 0;
    const counted = between.map((wire) => ({
      from: wire.from,
      get to() {
        looks += 1;
        return wire.to;
      },
    }));
    const all = new Set(list.map(({ id }) => id));
    const { operations } = removeOperations({ nodes: list, connections: counted }, all, [], catalog);
    expect(operations).toHaveLength(size);
    expect(looks).toBeLessThan(size * 10);
  });

  it('takes wires alone', () => {
    const { operations } = removeOperations(chain, new Set(), [chain.connections[0]!], catalog);
    expect(wires(applied(chain, operations))).toEqual(['blur>second', 'second>info']);
  });
});

it('reads the id of a file in each form a document may hold', () => {
  expect(fileIdOf({ type: 'file', value: 'file_1.png' })).toBe('file_1.png');
  expect(fileIdOf({ type: 'file', fileId: 'file_2.png' })).toBe('file_2.png');
  expect(fileIdOf({ type: 'file', value: { fileId: 'file_3.png' } })).toBe('file_3.png');
  expect(fileIdOf(undefined)).toBeNull();
});
