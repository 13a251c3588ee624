import { expect, test } from 'vitest';
import {
  applyLenient,
  emptyGraph,
  graphOfInline,
  withInputOverrides,
  type Graph,
} from '#shared/graph/index.ts';
import { operationArbitrary } from '#shared/testing/graphs.ts';
import * as fc from '#shared/testing/property.ts';
import { rerunRequest } from './run-again.ts';

const graphs = fc
  .array(operationArbitrary, { maxLength: 30 })
  .map((operations): Graph => applyLenient(emptyGraph, operations).graph);

const overrides = fc.dictionary(
  fc.constantFrom('n1', 'n2', 'n3'),
  fc.dictionary(
    fc.constantFrom('a', 'b', 'amount'),
    fc.integer({ min: 0, max: 9 }).map((value) => ({ type: 'number' as const, value })),
    { maxKeys: 2 },
  ),
  { maxKeys: 2 },
);

/** The graph that a service executes of a request. */
function executed({ graph, inputOverrides }: NonNullable<ReturnType<typeof rerunRequest>>): Graph {
  if (graph == null) throw new Error('A run again sends its graph.');
  return withInputOverrides(graphOfInline(graph), inputOverrides ?? {});
}

test('again without a change asks for just what ran; with one, for that input alone', () => {
  fc.assert(
    fc.property(graphs, overrides, fc.array(fc.constantFrom('n1', 'n2')), (graph, given, targetNodeIds) => {
      // What a run records, and reads back.
      const ran = withInputOverrides(graph, given);
      const request = rerunRequest({ graph: ran, targetNodeIds }, null);
      if (request === null) throw new Error('The graph is there.');
      const plain = executed(request);
      expect(plain.connections).toEqual(ran.connections);
      expect(plain.nodes).toEqual(
        ran.nodes.map(({ title = null, position = null, inputs = {}, ...node }) => ({
          ...node,
          title,
          position,
          inputs,
        })),
      );
      expect(request.targetNodeIds ?? []).toEqual(targetNodeIds);

      const [node] = ran.nodes;
      if (node === undefined) return;
      const change = { nodeId: node.id, input: 'a', value: { type: 'number' as const, value: 41 } };
      const changed = executed(rerunRequest({ graph: ran, targetNodeIds }, change)!);
      const others = (one: Graph) => one.nodes.filter(({ id }) => id !== node.id);
      expect(others(changed)).toEqual(others(plain));
      expect(changed.nodes.find(({ id }) => id === node.id)?.inputs).toEqual({
        ...plain.nodes.find(({ id }) => id === node.id)?.inputs,
        a: change.value,
      });
    }),
  );
});

test('a run whose graph is gone is not run again', () => {
  expect(rerunRequest({ graph: null, targetNodeIds: [] }, null)).toBeNull();
});
