import * as fc from '#shared/testing/property.ts';
import { graphArbitrary, operationsOn, testCatalog, triesArbitrary } from '#shared/testing/graphs.ts';
import { describe, expect, test } from 'vitest';
import { linkedGraph } from './linked-graph.ts';
import { NodeKeys, PENDING_KEY, type FindKeyedType } from './node-keys.ts';
import { targetOf } from './operation-table.ts';
import type { EditableInputValue, PatchOperation } from '../api/schemas/documents.ts';
import type { Graph, GraphConnection, GraphNode } from './types.ts';

const findType: FindKeyedType = (type) => {
  const pins = testCatalog.pinsOf(type);
  return pins === undefined ? null : { inputs: pins.inputs, source: 'built-in' };
};

const keysOf = (graph: Graph, types = findType): NodeKeys => new NodeKeys(linkedGraph(graph), types);
const allKeys = (graph: Graph): Record<string, string | null> => {
  const keys = keysOf(graph);
  return Object.fromEntries(graph.nodes.map(({ id }) => [id, keys.keyOf(id)]));
};

const mix = (id: string, inputs: GraphNode['inputs'] = {}): GraphNode => ({ id, type: 'test/mix', inputs });
const wire = (from: string, to: string, pin = 'a'): GraphConnection => ({
  from: [from, 'image'],
  to: [to, pin],
});
const value = (held: unknown) => ({ type: 'number', value: held });

/** The nodes that an operation on this graph concerns. */
function touchedBy(graph: Graph, operation: PatchOperation): string[] {
  const target = targetOf(operation);
  if (target.kind === 'wire') return [target.from[0], target.to[0]];
  const below = graph.connections.filter(({ from }) => from[0] === target.nodeId).map(({ to }) => to[0]);
  return [target.nodeId, ...below];
}

describe('keys of nodes', () => {
  test('do not count an input that a type did not always have, while it holds its default', () => {
    const a = { name: 'a', type: 'number', default: 5 };
    const scale = { name: 'scale', type: 'number(0..9; added)', default: 1 };
    const before: FindKeyedType = () => ({ inputs: [a], source: null });
    const now: FindKeyedType = () => ({ inputs: [a, scale], source: null });
    const keyOf = (types: FindKeyedType, inputs: GraphNode['inputs']) =>
      keysOf({ nodes: [mix('x', inputs)], connections: [] }, types).keyOf('x');
    expect(keyOf(now, {})).toBe(keyOf(before, {}));
    expect(keyOf(now, { scale: value(1) })).toBe(keyOf(before, {}));
    expect(keyOf(now, { scale: value(2) })).not.toBe(keyOf(before, {}));
  });

  test('after any edits are those of the graph made anew, and every other key is named as changed', () => {
    fc.assert(
      fc.property(graphArbitrary, triesArbitrary(20), (start, tries) => {
        let graph = start;
        const keys = keysOf(graph);
        for (const { id } of graph.nodes) keys.keyOf(id);
        for (const operation of tries) {
          const before = allKeys(graph);
          const touched = touchedBy(graph, operation);
          const applied = operationsOn(graph, [operation]);
          if (applied.operations.length === 0) continue;
          graph = applied.graph;
          const changed = keys.refresh(linkedGraph(graph), touched);
          const after = allKeys(graph);
          for (const [id, key] of Object.entries(after)) {
            expect(keys.keyOf(id)).toBe(key);
            expect(changed.has(id)).toBe(!(id in before) || before[id] !== key);
          }
        }
      }),
    );
  });

  /** Advances so many nodes at most. */
  const steps = (count: number) => {
    let done = 0;
    return () => (done += 1) > count;
  };

  test('taken up in pieces, with edits and questions between them, are those of the graph made anew', () => {
    const pieces = fc.array(fc.record({ steps: fc.nat(6), asks: fc.boolean() }), {
      minLength: 20,
      maxLength: 20,
    });
    fc.assert(
      fc.property(graphArbitrary, triesArbitrary(20), pieces, (start, tries, plans) => {
        let graph = start;
        const keys = keysOf(graph);
        /** What somebody shows who looks again at what is named. */
        const shown = new Map(graph.nodes.map(({ id }) => [id, keys.keyOf(id)]));
        const look = (ids: Iterable<string>) => {
          for (const id of ids) shown.set(id, keys.peek(id));
        };
        for (const [index, operation] of tries.entries()) {
          const touched = touchedBy(graph, operation);
          const applied = operationsOn(graph, [operation]);
          if (applied.operations.length === 0) continue;
          graph = applied.graph;
          keys.edit(linkedGraph(graph), touched);
          const plan = plans[index]!;
          look(keys.advance(steps(plan.steps)));
          if (!plan.asks) continue;
          const after = allKeys(graph);
          for (const [id, key] of Object.entries(after)) expect(keys.keyOf(id)).toBe(key);
        }
        while (!keys.isSettled) look(keys.advance(steps(3)));
        const after = allKeys(graph);
        for (const [id, key] of Object.entries(after)) {
          expect(keys.keyOf(id)).toBe(key);
          expect(shown.get(id)).toBe(key);
        }
      }),
    );
  });

  test('far below an edit are pending at first, and another edit above them costs nothing more', () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => mix(`n${index}`));
    const connections = nodes.slice(1).map(({ id }, index) => wire(`n${index}`, id));
    const keys = keysOf({ nodes, connections });
    const last = keys.keyOf('n9999');
    const edit = (amount: number): Graph => ({
      nodes: nodes.with(0, mix('n0', { amount: value(amount) })),
      connections,
    });
    keys.edit(linkedGraph(edit(1)), ['n0']);
    expect([...keys.advance(steps(3))]).toEqual(['n0', 'n1', 'n2', 'n3']);
    expect([keys.peek('n1'), keys.peek('n9999')]).toEqual([PENDING_KEY, last]);
    // All of it is walked, nothing worked out.
    keys.advance(steps(9997));
    expect(keys.peek('n9999')).toBe(PENDING_KEY);
    let looked = 0;
    const graph = linkedGraph(edit(2));
    keys.edit(
      {
        node: (id) => graph.node(id),
        incomingWires: (id) => graph.incomingWires(id),
        wiresOutOf(id) {
          looked += 1;
          return graph.wiresOutOf(id);
        },
      },
      ['n0'],
    );
    expect(keys.advance(() => false).size).toBe(10_000);
    expect(looked).toBe(0);
    expect(keys.peek('n9999')).toBe(keysOf(edit(2)).keyOf('n9999'));
  });

  test('do not follow titles, places, ids and inputs that the type does not have', () => {
    const plain = keysOf({ nodes: [mix('n', { amount: value(3) })], connections: [] }).keyOf('n');
    const other: GraphNode = {
      ...mix('m', { amount: value(3), gone: value(9) }),
      title: 'Other',
      position: { x: 1, y: 2 },
    };
    expect(keysOf({ nodes: [other], connections: [] }).keyOf('m')).toBe(plain);
  });

  test('follow everything above, to the pin', () => {
    const graph = (amount: number, output: string): Graph => ({
      nodes: [mix('a', { amount: value(amount) }), mix('b'), mix('c')],
      connections: [{ from: ['a', output], to: ['b', 'a'] }, wire('b', 'c')],
    });
    const keys = [graph(1, 'image'), graph(2, 'image'), graph(1, 'size')].map((one) =>
      keysOf(one).keyOf('c'),
    );
    expect(new Set(keys).size).toBe(3);
    expect(keysOf(graph(1, 'image')).keyOf('c')).toBe(keys[0]);
  });

  test('take an input that is not set as its default, and a file by its id', () => {
    const types: FindKeyedType = () => ({ inputs: [{ name: 'a', default: 5 }], source: null });
    const key = (held?: EditableInputValue) =>
      keysOf({ nodes: [mix('n', held === undefined ? {} : { a: held })], connections: [] }, types).keyOf('n');
    expect(key({ type: 'number', value: 5 })).toBe(key(undefined));
    expect(key({ type: 'number', value: null })).toBe(key(undefined));
    expect(key({ type: 'image', value: null })).toBe(key(undefined));
    expect(key({ type: 'file', fileId: 'f.png' })).toBe(key({ type: 'image', value: 'f.png' }));
    expect(key({ type: 'image', value: { fileId: 'f.png' } })).toBe(key({ type: 'image', value: 'f.png' }));
    expect(key({ type: 'string', value: 'f.png' })).not.toBe(key({ type: 'image', value: 'f.png' }));
    expect(key({ type: 'string', value: '5' })).not.toBe(key(undefined));
  });

  test('are missing for a type nobody knows, in a cycle, and below both; wires from nothing do not count', () => {
    const graph: Graph = {
      nodes: [mix('a'), mix('b'), mix('below'), mix('free'), { id: 'odd', type: 'gone/away' }, mix('after')],
      connections: [
        wire('a', 'b'),
        wire('b', 'a'),
        wire('b', 'below'),
        wire('nowhere', 'free'),
        wire('odd', 'after'),
      ],
    };
    expect(allKeys(graph)).toEqual({
      a: null,
      b: null,
      below: null,
      free: keysOf({ nodes: [mix('free')], connections: [] }).keyOf('free'),
      odd: null,
      after: null,
    });
  });

  test('come back when a cycle goes, and when a type becomes known', () => {
    const graph: Graph = { nodes: [mix('a'), mix('b')], connections: [wire('a', 'b'), wire('b', 'a')] };
    let isKnown = true;
    const keys = keysOf(graph, (type) => (isKnown ? findType(type) : null));
    expect([keys.keyOf('a'), keys.keyOf('b')]).toEqual([null, null]);
    const open: Graph = { ...graph, connections: [wire('a', 'b')] };
    expect([...keys.refresh(linkedGraph(open), ['a', 'b'])].toSorted()).toEqual(['a', 'b']);
    expect(keys.keyOf('b')).toBe(keysOf(open).keyOf('b'));
    isKnown = false;
    keys.refresh(linkedGraph(open), ['a', 'b']);
    expect(keys.keyOf('b')).toBeNull();
  });

  test('of a chain of 10,000 are made without a deep stack', () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => mix(`n${index}`));
    const connections = nodes.slice(1).map(({ id }, index) => wire(`n${index}`, id));
    const keys = keysOf({ nodes, connections });
    expect(keys.keyOf('n9999')).toMatch(/^[0-9a-z]{28}$/);
    const edited: Graph = { nodes: nodes.with(0, mix('n0', { amount: value(1) })), connections };
    expect(keys.refresh(linkedGraph(edited), ['n0']).size).toBe(10_000);
    const moved: Graph = { nodes: nodes.with(0, { ...edited.nodes[0]!, title: 'New' }), connections };
    expect(keys.refresh(linkedGraph(moved), ['n0']).size).toBe(0);
  });
});
