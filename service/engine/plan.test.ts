import { UsedNames } from '#shared/language/used-names.ts';
import * as fc from '#shared/testing/property.ts';
import { describe, expect, it } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import { createNodeRegistry } from '#service/nodes/registry.ts';
import { outputNameOf, planRun, uniqueKey } from './plan.ts';
import { nodeDefinitions } from './testing/test-nodes.ts';

const registry = createNodeRegistry(nodeDefinitions);

/** Acyclic graphs: wires lead from earlier to later nodes, and the nodes are then shuffled. */
const graphs = fc
  .integer({ min: 1, max: 25 })
  .chain((size) =>
    fc.record({
      wires: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.nat(3)), { maxLength: 60 }),
      order: fc.shuffledSubarray([...Array(size).keys()], { minLength: size, maxLength: size }),
      targets: fc.subarray([...Array(size).keys()]),
    }),
  )
  .map(({ wires, order, targets }) => {
    const graph: Graph = {
      nodes: order.map((index) => ({ id: `n${index}`, type: 'test/count' })),
      connections: wires
        .filter(([from, to]) => from < to)
        .map(([from, to, pin]) => ({ from: [`n${from}`, 'out'], to: [`n${to}`, `in${pin}`] })),
    };
    return { graph, targets: targets.map((index) => `n${index}`) };
  });

describe('a plan', () => {
  it('puts every node after all it depends on, and holds the targets with everything upstream and nothing else', () => {
    fc.assert(
      fc.property(graphs, ({ graph, targets }) => {
        const plan = planRun(graph, targets, registry);
        const place = new Map(plan.order.map((entry, index) => [entry.node.id, index]));
        for (const entry of plan.order) {
          for (const source of entry.dependsOn)
            expect(place.get(source)).toBeLessThan(place.get(entry.node.id)!);
          for (const [source] of entry.wires.values()) expect(entry.dependsOn).toContain(source);
        }
        const wanted = new Set(targets.length > 0 ? targets : graph.nodes.map((node) => node.id));
        for (let before = -1; before !== wanted.size;) {
          before = wanted.size;
          for (const { from, to } of graph.connections) {
            // Of two wires into one input the later one counts.
            if (wanted.has(to[0]) && plan.byId.get(to[0])?.wires.get(to[1]) === from) wanted.add(from[0]);
          }
        }
        expect(new Set(place.keys())).toEqual(wanted);
      }),
    );
  });

  it('refuses a cycle', () => {
    const graph: Graph = {
      nodes: [
        { id: 'a', type: 'test/count' },
        { id: 'b', type: 'test/count' },
      ],
      connections: [
        { from: ['a', 'out'], to: ['b', 'in'] },
        { from: ['b', 'out'], to: ['a', 'in'] },
      ],
    };
    expect(() => planRun(graph, [], registry)).toThrow('cycle');
  });

  it('gives output nodes, else leaves; with targets also the targets that are none', () => {
    const graph: Graph = {
      nodes: [
        { id: 'a', type: 'test/count' },
        { id: 'b', type: 'test/count' },
        { id: 'o', type: 'output/value' },
      ],
      connections: [
        { from: ['a', 'out'], to: ['b', 'in'] },
        { from: ['b', 'out'], to: ['o', 'value'] },
      ],
    };
    const keys = (targets: string[]) =>
      planRun(graph, targets, registry).outputs.map((output) =>
        output.kind === 'pin' ? output.key : output.nodeId,
      );
    expect(keys([])).toEqual(['o']);
    expect(keys(['o', 'a'])).toEqual(['o', 'a.out']);
    expect(keys(['b'])).toEqual(['b.out']);
  });
});

describe('names of outputs', () => {
  it('come from the name, else the title, else the id, and are made unique', () => {
    const named = (name: unknown, title?: string) =>
      outputNameOf({
        id: 'n',
        type: 'output/value',
        title,
        inputs: { name: { type: 'string', value: name } },
      });
    expect([named(' Poster '), named('', 'Big'), named(3, ' '), named(undefined)]).toEqual([
      'Poster',
      'Big',
      'n',
      'n',
    ]);
    const taken = new UsedNames();
    expect(['a', 'a', 'a 2', 'a'].map((key) => uniqueKey(key, taken))).toEqual(['a', 'a 2', 'a 2 2', 'a 3']);
  });
});
