import * as fc from '#shared/testing/property.ts';
import type { EditableInputValue, PatchOperation } from '../api/schemas/documents.ts';
import {
  applyOperation,
  emptyGraph,
  nodesInCycles,
  type Graph,
  type NodeCatalog,
  type NodeTypePins,
} from '../graph/index.ts';
import { inputKey } from '../graph/keys.ts';

/** Generators and rules for tests of the graph domain. */

const types: Record<string, NodeTypePins> = {
  'test/source': {
    inputs: [{ name: 'file', type: 'file', exposed: false }],
    outputs: [
      { name: 'image', type: 'image' },
      { name: 'text', type: 'text' },
    ],
  },
  'test/mix': {
    inputs: [
      { name: 'a', type: 'image' },
      { name: 'b', type: 'any' },
      { name: 'amount', type: 'number(0..100)' },
    ],
    outputs: [
      { name: 'image', type: 'image' },
      { name: 'size', type: 'number' },
    ],
  },
  'test/label': {
    inputs: [
      { name: 'a', type: 'text(multiline)' },
      { name: 'b', type: 'choice(left|right)' },
    ],
    outputs: [{ name: 'text', type: 'text' }],
  },
};

/** Three node types, with pins that fit each other and pins that do not. */
export const testCatalog: NodeCatalog = {
  pinsOf: (type) => (Object.hasOwn(types, type) ? types[type] : undefined),
};

const ids = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6'];
const inputs = ['a', 'b', 'amount', 'file', 'gone'];
const outputs = ['image', 'text', 'size', 'gone'];

const nodeId = fc.constantFrom(...ids);
const pin = (names: string[]) => fc.tuple(nodeId, fc.constantFrom(...names));
const index = fc.option(fc.nat(8), { nil: undefined });
const title = fc.option(fc.constantFrom('Photo', 'Blur', ''), { nil: null });
const position = fc.option(
  fc.record({ x: fc.integer({ min: -9, max: 9 }), y: fc.integer({ min: -9, max: 9 }) }),
  {
    nil: null,
  },
);
const value: fc.Arbitrary<EditableInputValue> = fc.oneof(
  fc.integer({ min: 0, max: 3 }).map((number) => ({ type: 'number', value: number })),
  fc.constantFrom('x', 'y').map((text) => ({ type: 'string', value: text })),
  fc.constant({ type: 'json', value: { deep: [1, { k: null }] } }),
);

/** An operation over a handful of ids and pins, so that most meet something; many do not apply. */
export const operationArbitrary: fc.Arbitrary<PatchOperation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        op: fc.constant('addNode' as const),
        node: fc.record(
          {
            id: nodeId,
            type: fc.constantFrom(...Object.keys(types), 'other/unknown'),
            title,
            position,
            inputs: fc.dictionary(fc.constantFrom('a', 'b'), value, { maxKeys: 2 }),
          },
          { requiredKeys: ['id', 'type'] },
        ),
        index,
      },
      { requiredKeys: ['op', 'node'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('removeNode' as const), nodeId }) },
  {
    weight: 6,
    arbitrary: fc.record(
      { op: fc.constant('connect' as const), from: pin(outputs), to: pin(inputs), index },
      { requiredKeys: ['op', 'from', 'to'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('disconnect' as const), from: pin(outputs), to: pin(inputs) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('setNodeInput' as const),
      nodeId,
      input: fc.constantFrom(...inputs),
      value,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('removeNodeInput' as const),
      nodeId,
      input: fc.constantFrom(...inputs),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('moveNode' as const), nodeId, position }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('setNodeTitle' as const), nodeId, title }) },
);

/** Some operations, of which only those that apply, one after the other, are kept. */
export function operationsOn(
  graph: Graph,
  tries: readonly PatchOperation[],
  catalog?: NodeCatalog,
): { operations: PatchOperation[]; graph: Graph } {
  const operations: PatchOperation[] = [];
  let now = graph;
  for (const operation of tries) {
    const applied = applyOperation(now, operation, catalog);
    if (!applied.ok) continue;
    operations.push(operation);
    now = applied.graph;
  }
  return { operations, graph: now };
}

export const triesArbitrary = (maxLength: number) => fc.array(operationArbitrary, { maxLength, size: 'max' });

const addSome = fc
  .subarray(ids, { minLength: 2 })
  .map((some) =>
    some.map((id): PatchOperation => ({ op: 'addNode', node: { id, type: 'test/mix', title: null } })),
  );
const connectSome = fc.array(
  fc.record({ op: fc.constant('connect' as const), from: pin(outputs), to: pin(inputs) }),
  { minLength: 5, maxLength: 20, size: 'max' },
);

/** Sound graphs of up to six nodes, most of them well wired. */
export const graphArbitrary: fc.Arbitrary<Graph> = fc
  .tuple(addSome, connectSome, triesArbitrary(30))
  .map(([nodes, wires, tries]) => {
    const applied = operationsOn(emptyGraph, [...nodes, ...wires, ...tries]);
    // A copy, as if it came from a server: no index, nothing shared.
    return JSON.parse(JSON.stringify(applied.graph)) as Graph;
  });

/** What must hold in every sound graph, counted without the code under test; empty when all does. */
export function brokenRules(graph: Graph): string[] {
  const broken: string[] = [];
  const known = new Set(graph.nodes.map((node) => node.id));
  if (known.size !== graph.nodes.length) broken.push('an id is used twice');
  const taken = new Set<string>();
  for (const { from, to } of graph.connections) {
    if (!known.has(from[0]) || !known.has(to[0]))
      broken.push(`dangling wire ${from.join('.')} ${to.join('.')}`);
    const key = inputKey(to);
    if (taken.has(key)) broken.push(`two wires at ${to.join('.')}`);
    taken.add(key);
  }
  // Taking away nodes that nothing feeds, again and again, leaves exactly the cycles.
  const left = new Set(known);
  for (let shrunk = true; shrunk;) {
    shrunk = false;
    for (const id of left) {
      if (!graph.connections.some((wire) => wire.to[0] === id && left.has(wire.from[0]))) {
        left.delete(id);
        shrunk = true;
      }
    }
  }
  if (left.size > 0) broken.push(`a cycle among ${[...left].join(', ')}`);
  if (nodesInCycles(graph).length > 0 !== left.size > 0) broken.push('nodesInCycles disagrees');
  return broken;
}

/** Freezes a graph to its leaves, so that a change in place throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
