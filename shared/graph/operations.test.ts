import * as fc from '#shared/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { MAX_NODE_INPUTS } from '../api/schemas/counts.ts';
import type { PatchOperation } from '../api/schemas/documents.ts';
import {
  brokenRules,
  deepFreeze,
  graphArbitrary,
  operationArbitrary,
  operationsOn,
  testCatalog,
  triesArbitrary,
} from '../testing/graphs.ts';
import {
  applyOperation,
  applyOperations,
  applyWithInverse,
  diff,
  emptyGraph,
  inputConnection,
  invert,
  sameGraph,
  validateGraph,
  connectionError,
  type Applied,
  type Graph,
} from './index.ts';

const graphOf = (applied: Applied): Graph => {
  if (!applied.ok) throw new Error(applied.rejection.reason);
  return applied.graph;
};

const withNodes = (...ids: string[]): Graph =>
  graphOf(
    applyOperations(
      emptyGraph,
      ids.map((id) => ({ op: 'addNode', node: { id, type: 'test/mix' } })),
    ),
  );

describe('operations on any graph', () => {
  it('undo by their inverse, order of both lists included', () => {
    fc.assert(
      fc.property(graphArbitrary, triesArbitrary(20), (graph, tries) => {
        const before = structuredClone(graph);
        const { operations, graph: after } = operationsOn(graph, tries);
        const undone = graphOf(applyOperations(after, invert(before, operations)));
        expect(sameGraph(undone, before)).toBe(true);
        const again = applyWithInverse(before, operations);
        expect(again.ok && sameGraph(graphOf(applyOperations(again.graph, again.inverse)), before)).toBe(
          true,
        );
      }),
      { numRuns: fc.runs(300) },
    );
  });

  it('never leave a dangling wire, a doubled input, a doubled id or a cycle', () => {
    fc.assert(
      fc.property(graphArbitrary, triesArbitrary(30), (graph, tries) => {
        expect(brokenRules(graph)).toEqual([]);
        expect(brokenRules(operationsOn(graph, tries).graph)).toEqual([]);
      }),
      { numRuns: fc.runs(300) },
    );
  });

  it('with a catalog keep a graph valid in its eyes', () => {
    fc.assert(
      fc.property(triesArbitrary(60), (tries) => {
        const { graph } = operationsOn(emptyGraph, tries, testCatalog);
        const problems = validateGraph(graph, testCatalog, { tolerateUnknown: new Set(['other/unknown']) });
        expect(problems).toEqual([]);
      }),
      { numRuns: fc.runs(200) },
    );
  });

  it('never change the graph they are applied to, whether they apply or not', () => {
    fc.assert(
      fc.property(graphArbitrary, triesArbitrary(20), (graph, tries) => {
        const copy = structuredClone(graph);
        deepFreeze(graph);
        applyOperations(graph, tries, testCatalog);
        operationsOn(graph, tries);
        expect(graph).toEqual(copy);
      }),
      { numRuns: fc.runs(200) },
    );
  });

  it('apply all or none: after a refusal the graph reads as before', () => {
    fc.assert(
      fc.property(graphArbitrary, triesArbitrary(10), operationArbitrary, (graph, tries, next) => {
        const { operations } = operationsOn(graph, tries);
        const fresh = structuredClone(graph);
        const bad: PatchOperation = { op: 'removeNode', nodeId: 'nowhere' };
        const rejected = applyOperations(fresh, [...operations, bad]);
        expect(rejected).toMatchObject({ ok: false, rejection: { operationIndex: operations.length } });
        // The lookups behind `fresh` were used by the failed attempt; they must answer as if it never was.
        expect(applyOperation(fresh, next)).toEqual(applyOperation(structuredClone(graph), next));
      }),
      { numRuns: fc.runs(200) },
    );
  });

  it('connect exactly where whyNotConnect finds no reason', () => {
    const pin = (names: string[]) =>
      fc.tuple(fc.constantFrom('n1', 'n2', 'n3', 'n4', 'nowhere'), fc.constantFrom(...names));
    fc.assert(
      fc.property(
        triesArbitrary(60),
        pin(['image', 'text', 'size']),
        pin(['a', 'b', 'amount', 'file', 'x']),
        (tries, from, to) => {
          const { graph } = operationsOn(emptyGraph, tries, testCatalog);
          const reason = connectionError(graph, from, to, testCatalog);
          expect(applyOperation(graph, { op: 'connect', from, to }, testCatalog).ok).toBe(reason === null);
        },
      ),
      { numRuns: fc.runs(500) },
    );
  });
});

describe('diff', () => {
  it('gives operations that lead to the target, order of both lists included', () => {
    fc.assert(
      fc.property(graphArbitrary, graphArbitrary, (base, target) => {
        const operations = diff(base, target);
        expect(sameGraph(graphOf(applyOperations(base, operations)), target)).toBe(true);
      }),
      { numRuns: fc.runs(400) },
    );
  });

  it('finds a way between two shuffles of one graph', () => {
    const shuffled = graphArbitrary.chain((graph) =>
      fc.tuple(
        fc.constant(graph),
        fc.record({
          nodes: fc.shuffledSubarray(graph.nodes, { minLength: graph.nodes.length }),
          connections: fc.shuffledSubarray(graph.connections, { minLength: graph.connections.length }),
        }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([base, target]) => {
        expect(sameGraph(graphOf(applyOperations(base, diff(base, target))), target)).toBe(true);
      }),
      { numRuns: fc.runs(200) },
    );
  });

  it('says nothing between equal graphs, and only what changed between near ones', () => {
    const base = withNodes('a', 'b');
    expect(diff(base, structuredClone(base))).toEqual([]);
    const operation: PatchOperation = { op: 'setNodeTitle', nodeId: 'b', title: 'Soft' };
    expect(diff(base, graphOf(applyOperation(base, operation)))).toEqual([operation]);
  });
});

describe('one operation', () => {
  it('adds at an index and removes a node with its wires, which undo puts back in their places', () => {
    let graph = withNodes('a', 'b', 'c', 'd');
    graph = graphOf(
      applyOperations(graph, [
        { op: 'connect', from: ['a', 'image'], to: ['b', 'a'] },
        { op: 'connect', from: ['a', 'image'], to: ['d', 'a'] },
        { op: 'connect', from: ['b', 'image'], to: ['c', 'a'] },
        { op: 'connect', from: ['c', 'image'], to: ['d', 'b'] },
      ]),
    );
    const removal: PatchOperation[] = [{ op: 'removeNode', nodeId: 'b' }];
    const inverse = invert(graph, removal);
    const without = graphOf(applyOperations(graph, removal));
    expect(without.nodes.map((node) => node.id)).toEqual(['a', 'c', 'd']);
    expect(without.connections.map((wire) => wire.to.join('.'))).toEqual(['d.a', 'd.b']);
    expect(graphOf(applyOperations(without, inverse))).toEqual(graph);
  });

  it('replaces the wire of an occupied input, in its place', () => {
    const graph = graphOf(
      applyOperations(withNodes('a', 'b', 'c'), [
        { op: 'connect', from: ['a', 'image'], to: ['c', 'a'] },
        { op: 'connect', from: ['a', 'image'], to: ['b', 'a'] },
        { op: 'connect', from: ['b', 'image'], to: ['c', 'a'] },
      ]),
    );
    expect(graph.connections).toEqual([
      { from: ['b', 'image'], to: ['c', 'a'] },
      { from: ['a', 'image'], to: ['b', 'a'] },
    ]);
    expect(inputConnection(graph, 'c', 'a')?.from).toEqual(['b', 'image']);
  });

  it('shares what it does not change', () => {
    const graph = withNodes('a', 'b');
    const moved = graphOf(applyOperation(graph, { op: 'moveNode', nodeId: 'a', position: { x: 1, y: 2 } }));
    expect(moved.nodes[1]).toBe(graph.nodes[1]);
    expect(moved.connections).toBe(graph.connections);
  });

  it.each<[string, PatchOperation, string]>([
    ['a second node of one id', { op: 'addNode', node: { id: 'a', type: 't/t' } }, 'NODE_EXISTS'],
    ['a missing node', { op: 'moveNode', nodeId: 'z', position: null }, 'NODE_MISSING'],
    ['a missing wire', { op: 'disconnect', from: ['a', 'image'], to: ['b', 'a'] }, 'WIRE_MISSING'],
    ['an unknown input', { op: 'setNodeInput', nodeId: 'a', input: 'z', value: {} }, 'INPUT_UNKNOWN'],
    [
      'an unknown input of a new node',
      { op: 'addNode', node: { id: 'n', type: 'test/mix', inputs: { z: {} } } },
      'INPUT_UNKNOWN',
    ],
    [
      'the name __proto__',
      { op: 'setNodeInput', nodeId: 'a', input: '__proto__', value: {} },
      'NAME_RESERVED',
    ],
    ['an id __proto__', { op: 'addNode', node: { id: '__proto__', type: 't/t' } }, 'NAME_RESERVED'],
    [
      '__proto__ among the inputs of a node',
      {
        op: 'addNode',
        node: { id: 'n', type: 't/t', inputs: JSON.parse('{"__proto__":{"value":1}}') as Record<string, {}> },
      },
      'NAME_RESERVED',
    ],
  ])('refuses %s', (_what, operation, code) => {
    expect(applyOperation(withNodes('a', 'b'), operation, testCatalog)).toMatchObject({
      ok: false,
      rejection: { code, operationIndex: 0 },
    });
  });

  it('refuses types nobody knows when asked to, unless the graph has one already', () => {
    const add = (id: string, type: string): PatchOperation => ({ op: 'addNode', node: { id, type } });
    const stored = graphOf(applyOperation(emptyGraph, add('a', 'old/kind'), testCatalog));
    const strict = { rejectUnknownTypes: true };
    expect(applyOperation(stored, add('b', 'old/kind'), testCatalog, strict).ok).toBe(true);
    expect(applyOperation(stored, add('c', 'new/kind'), testCatalog, strict)).toMatchObject({
      ok: false,
      rejection: { code: 'UNKNOWN_NODE_TYPE' },
    });
  });
});

it('a node takes as many values as a document may hold, and no more', () => {
  const set = (count: number): PatchOperation[] =>
    Array.from({ length: count }, (_, index) => ({
      op: 'setNodeInput',
      nodeId: 'a',
      input: `i${index}`,
      value: { type: 'number', value: 1 },
    }));
  const graph = withNodes('a');
  expect(applyOperations(graph, set(MAX_NODE_INPUTS)).ok).toBe(true);
  expect(applyOperations(graph, set(MAX_NODE_INPUTS + 1))).toMatchObject({
    ok: false,
    rejection: { code: 'TOO_MANY_INPUTS', operationIndex: MAX_NODE_INPUTS },
  });
  // One that is there already may be set again.
  expect(applyOperations(graph, [...set(MAX_NODE_INPUTS), ...set(1)]).ok).toBe(true);
});

it('wires of a node with many inputs are found, replaced and removed by their input', () => {
  const pins = Array.from({ length: 40 }, (_, index) => `p${index}`);
  const wire = (from: string, pin: string) => ({
    from: [from, 'o'] as [string, string],
    to: ['c', pin] as [string, string],
  });
  const many = graphOf(
    applyOperations(withNodes('a', 'b', 'c'), [
      ...pins.map((pin): PatchOperation => ({ op: 'connect', ...wire('a', pin) })),
      { op: 'connect', ...wire('b', 'p7') },
      { op: 'disconnect', ...wire('a', 'p3') },
    ]),
  );
  expect(inputConnection(many, 'c', 'p7')).toEqual(wire('b', 'p7'));
  expect(inputConnection(many, 'c', 'p3')).toBeUndefined();
  expect(many.connections).toHaveLength(39);
  expect(applyOperations(many, [{ op: 'disconnect', ...wire('a', 'p7') }]).ok).toBe(false);
});
