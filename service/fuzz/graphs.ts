import * as fc from 'fast-check';
import { learned } from './learned.ts';

/** Graphs that make sense: nodes with pins they have, wires between pins that suit each other. */

const value = (content: string | number): { type: string; value: unknown } => ({
  type: typeof content,
  value: content,
});
const textValue = fc.string({ maxLength: 10 }).map(value);

interface NodeTemplate {
  id: string;
  type: string;
  inputs: Record<string, unknown>;
}

const nodeTemplate = (
  id: string,
  type: string,
  inputs: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<NodeTemplate> =>
  fc.record({
    id: fc.constant(id),
    type: fc.constant(type),
    inputs: fc.record(inputs, { requiredKeys: [] }),
  });

const size = fc.integer({ min: 1, max: 24 }).map(value);

/** What each node id may be. Outputs are chosen so that the wires below suit whatever it is. */
const NODE_TEMPLATES: Readonly<Record<string, fc.Arbitrary<NodeTemplate>>> = {
  a: fc.oneof(
    nodeTemplate('a', 'input/text', { value: textValue }),
    nodeTemplate('a', 'text/case', { text: textValue }),
    nodeTemplate('a', 'ai/text', { prompt: textValue }),
  ),
  b: fc.oneof(
    nodeTemplate('b', 'text/template', { template: fc.constantFrom('hi {{a}}', '{{b}}').map(value) }),
    nodeTemplate('b', 'text/replace', { text: textValue }),
  ),
  c: fc.oneof(
    nodeTemplate('c', 'image/solid', { width: size, height: size }).map((node) => ({
      ...node,
      inputs: { width: value(4), height: value(4), ...node.inputs },
    })),
    nodeTemplate('c', 'input/image', {
      file: learned('file').map((file) => ({ type: 'file', value: file })),
    }),
  ),
  d: fc.oneof(
    nodeTemplate('d', 'output/value', { name: textValue, value: textValue }),
    nodeTemplate('d', 'control/delay', { seconds: fc.constantFrom(0, 0.01, 0.5).map(value) }),
    nodeTemplate('d', 'control/fail', { message: textValue }),
  ),
  e: fc.oneof(nodeTemplate('e', 'output/file', { name: textValue }), nodeTemplate('e', 'image/invert', {})),
};

const WIRES = [
  { from: ['a', 'text'], to: ['b', 'a'] },
  { from: ['a', 'text'], to: ['b', 'text'] },
  { from: ['b', 'text'], to: ['d', 'value'] },
  { from: ['a', 'text'], to: ['d', 'message'] },
  { from: ['c', 'image'], to: ['e', 'file'] },
  { from: ['c', 'image'], to: ['e', 'image'] },
] as const;

const anyNode: fc.Arbitrary<NodeTemplate> = fc.oneof(...Object.values(NODE_TEMPLATES));
const someWire = fc.constantFrom(...WIRES);

const PINS: Readonly<Record<string, readonly string[]>> = {
  'text/template': ['a', 'b'],
  'text/replace': ['text'],
  'output/value': ['value'],
  'control/delay': ['value'],
  'control/fail': ['message'],
  'output/file': ['file'],
  'image/invert': ['image'],
};

/** A graph that the service takes; whether it runs to a good end is another matter. */
export const sensibleGraph = fc
  .tuple(
    fc.subarray(Object.keys(NODE_TEMPLATES), { minLength: 1 }),
    fc.record(NODE_TEMPLATES),
    fc.subarray([...WIRES]),
  )
  .map(([ids, templates, wires]) => {
    const nodes = ids.flatMap((id) => templates[id] ?? []);
    const typeOf = new Map(nodes.map(({ id, type }) => [id, type]));
    const connections = wires.filter(
      ({ from, to }) => typeOf.has(from[0]) && PINS[typeOf.get(to[0]) ?? '']?.includes(to[1]),
    );
    return { nodes, connections };
  });

/** Operations that may well succeed, on a graph of such parts. */
export const sensibleOperations = fc.oneof(
  fc.array(
    fc.oneof(
      anyNode.map((node) => ({ op: 'addNode', node })),
      someWire.map((wire) => ({ op: 'connect', ...wire })),
      fc.constantFrom('a', 'b', 'c').map((nodeId) => ({ op: 'moveNode', nodeId, position: { x: 1, y: 2 } })),
      fc.constantFrom('a', 'b', 'c').map((nodeId) => ({ op: 'removeNode', nodeId })),
      textValue.map((text) => ({ op: 'setNodeInput', nodeId: 'a', input: 'value', value: text })),
    ),
    { minLength: 1, maxLength: 3 },
  ),
  anyNode.map((node) => [{ op: 'addNode', node }]),
);

/** Requests of a run with one source, as they should be. */
export const sensibleRun = fc.oneof(
  sensibleGraph.map((graph) => ({ graph })),
  learned('project').map((projectId) => ({ projectId })),
  fc.record({ graph: sensibleGraph, targetNodeIds: fc.subarray(['a', 'b', 'c'], { maxLength: 2 }) }),
);
