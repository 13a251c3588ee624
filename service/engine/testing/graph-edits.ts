import type { PatchOperation } from '#shared/api/index.ts';
import * as fc from '#shared/testing/property.ts';

const ids = ['n1', 'n2', 'n3', 'n4', 'n5'];
const nodeId = fc.constantFrom(...ids);
const literal = fc.nat(3).map((value) => ({ type: 'number', value }));
const pin = fc.constantFrom('a', 'b', 'c');
/** An edit of a graph of five nodes of the test types: nodes, wires, values and titles. */
export const graphEdit: fc.Arbitrary<PatchOperation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('addNode' as const),
      node: fc.record({
        id: nodeId,
        type: fc.constantFrom('test/mix', 'test/mix', 'test/pass', 'test/need', 'test/large'),
        title: fc.constant(null),
        inputs: fc.dictionary(fc.constantFrom('a'), literal, { maxKeys: 1 }),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('removeNode' as const), nodeId }) },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('connect' as const),
      from: fc.tuple(nodeId, fc.constant('out')),
      to: fc.tuple(nodeId, pin),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('disconnect' as const),
      from: fc.tuple(nodeId, fc.constant('out')),
      to: fc.tuple(nodeId, pin),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ op: fc.constant('setNodeInput' as const), nodeId, input: pin, value: literal }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('removeNodeInput' as const), nodeId, input: pin }) },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('setNodeTitle' as const),
      nodeId,
      title: fc.constantFrom('One', 'Two'),
    }),
  },
);
