import * as fc from '#shared/testing/property.ts';
import { describe, expect, it } from 'vitest';
import type { PatchOperation } from '../api/schemas/documents.ts';
import { brokenRules, graphArbitrary, operationsOn, testCatalog, triesArbitrary } from '../testing/graphs.ts';
import {
  applyOperations,
  emptyGraph,
  findNode,
  inputConnection,
  rebase,
  sameGraph,
  stableStringify,
  type Graph,
  type GraphNode,
} from './index.ts';
import { jsonEqual } from '../language/json-equal.ts';

const sides = fc
  .tuple(graphArbitrary, triesArbitrary(15), triesArbitrary(15))
  .map(([base, mineTries, theirTries]) => {
    const mine = operationsOn(base, mineTries);
    const theirs = operationsOn(base, theirTries);
    return { base, mine, theirs: structuredClone(theirs.graph) };
  });

/** A graph without the order of its lists. */
const unordered = (graph: Graph) => ({
  nodes: graph.nodes
    .map((node) =>
      stableStringify([node.id, node.type, node.title ?? null, node.position ?? null, node.inputs ?? {}]),
    )
    .sort(),
  wires: graph.connections.map((wire) => stableStringify(wire)).sort(),
});

const contentOf = (node: GraphNode) => [node.id, node.type, node.title ?? null, node.inputs ?? {}];
const sourceAt = (graph: Graph, id: string, input: string) => inputConnection(graph, id, input)?.from ?? null;
const inputsOf = (...nodes: GraphNode[]) => new Set(nodes.flatMap((node) => Object.keys(node.inputs ?? {})));

const build = (base: Graph, operations: PatchOperation[]): Graph => {
  const applied = applyOperations(base, operations);
  if (!applied.ok) throw new Error(applied.rejection.reason);
  return applied.graph;
};

const base = build(emptyGraph, [
  { op: 'addNode', node: { id: 'a', type: 'test/source', title: 'Photo' } },
  { op: 'addNode', node: { id: 'b', type: 'test/mix', inputs: { amount: { type: 'number', value: 1 } } } },
  { op: 'addNode', node: { id: 'c', type: 'test/mix' } },
  { op: 'connect', from: ['a', 'image'], to: ['b', 'a'] },
]);
const amount = (value: number): PatchOperation => ({
  op: 'setNodeInput',
  nodeId: 'b',
  input: 'amount',
  value: { type: 'number', value },
});

describe('rebase, whatever both sides did', () => {
  it('always applies to theirs and leaves a sound graph', () => {
    fc.assert(
      fc.property(sides, ({ base, mine, theirs }) => {
        const rebased = rebase(base, mine.operations, theirs);
        const applied = applyOperations(structuredClone(theirs), rebased.operations);
        expect(applied.ok && sameGraph(applied.graph, rebased.graph)).toBe(true);
        expect(brokenRules(rebased.graph)).toEqual([]);
      }),
      { numRuns: fc.runs(400) },
    );
  });

  it('applies to theirs in the eyes of the catalog too', () => {
    fc.assert(
      fc.property(triesArbitrary(50), triesArbitrary(15), triesArbitrary(15), (first, second, third) => {
        const base = operationsOn(emptyGraph, first, testCatalog).graph;
        const mine = operationsOn(base, second, testCatalog);
        const theirs = operationsOn(base, third, testCatalog).graph;
        const rebased = rebase(base, mine.operations, theirs, testCatalog);
        expect(applyOperations(theirs, rebased.operations, testCatalog).ok).toBe(true);
      }),
      { numRuns: fc.runs(200) },
    );
  });

  it('keeps every edit of either side that meets no other', () => {
    fc.assert(
      fc.property(sides, ({ base, mine, theirs }) => {
        const { graph, clashes, dropped, renamed } = rebase(base, mine.operations, theirs);
        const clashed = (nodeId: string, field: string) =>
          clashes.some((clash) => clash.nodeId === nodeId && clash.field === field);
        for (const node of base.nodes) {
          const own = findNode(mine.graph, node.id);
          const now = findNode(theirs, node.id);
          const result = findNode(graph, node.id);
          if (own?.type !== node.type || now?.type !== node.type) continue;
          if (!result) throw new Error(`${node.id} is lost`);
          const check = (field: string, pick: (node: GraphNode) => unknown) => {
            const [was, mineIs, theirsIs, is] = [pick(node), pick(own), pick(now), pick(result)];
            const clash = ![
              [was, mineIs],
              [was, theirsIs],
              [mineIs, theirsIs],
            ].some(([x, y]) => jsonEqual(x, y));
            expect(clashed(node.id, field)).toBe(clash);
            expect(is).toEqual(clash || jsonEqual(was, mineIs) ? theirsIs : mineIs);
          };
          check('title', (one) => one.title ?? null);
          for (const input of inputsOf(node, own, now)) {
            check(`inputs.${input}`, (one) => one.inputs?.[input] ?? null);
          }
          const moved = !jsonEqual(node.position ?? null, own.position ?? null);
          expect(result.position ?? null).toEqual((moved ? own : now).position ?? null);
          for (const input of ['a', 'b', 'amount', 'file', 'gone']) {
            const [was, mineIs, theirsIs] = [base, mine.graph, theirs].map((one) =>
              sourceAt(one, node.id, input),
            );
            const nodesStay = [was, mineIs, theirsIs].every(
              (from) =>
                !from ||
                [mine.graph, theirs].every(
                  (one) =>
                    findNode(one, from[0])?.type === findNode(base, from[0])?.type && findNode(base, from[0]),
                ),
            );
            if (!nodesStay) continue;
            const rejected = dropped.some(
              ({ operation }) =>
                operation.op === 'connect' && operation.to[0] === node.id && operation.to[1] === input,
            );
            const clash = clashed(node.id, `wire.${input}`);
            const expected = clash || jsonEqual(was, mineIs) ? theirsIs : mineIs;
            expect(rejected ? expected : sourceAt(graph, node.id, input)).toEqual(expected);
          }
        }
        for (const own of mine.graph.nodes) {
          if (findNode(base, own.id)) continue;
          const found = findNode(graph, renamed.get(own.id) ?? own.id);
          expect(found && contentOf({ ...found, id: own.id })).toEqual(contentOf(own));
        }
        const added = theirs.nodes.filter((node) => !findNode(base, node.id));
        expect(added.map((node) => findNode(graph, node.id)?.type)).toEqual(added.map((node) => node.type));
      }),
      { numRuns: fc.runs(500) },
    );
  });

  it('gives mine when nobody else did anything, and nothing to do when theirs is mine already', () => {
    fc.assert(
      fc.property(sides, ({ base, mine, theirs }) => {
        const alone = rebase(base, mine.operations, structuredClone(base));
        expect(unordered(alone.graph)).toEqual(unordered(mine.graph));
        expect([alone.clashes, alone.dropped]).toEqual([[], []]);
        const saved = rebase(base, mine.operations, structuredClone(mine.graph));
        expect([saved.operations, saved.clashes, saved.dropped]).toEqual([[], [], []]);
        expect(rebase(base, [], theirs).operations).toEqual([]);
      }),
      { numRuns: fc.runs(300) },
    );
  });
});

describe('rebase', () => {
  it('asks about a node that they deleted and I changed; mine brings it back with its wires', () => {
    const theirs = build(base, [{ op: 'removeNode', nodeId: 'b' }]);
    const { operations, dropped, clashes, graph } = rebase(
      base,
      [
        amount(2),
        { op: 'setNodeTitle', nodeId: 'c', title: 'Mine' },
        { op: 'connect', from: ['b', 'image'], to: ['c', 'a'] },
      ],
      theirs,
    );
    expect(operations).toEqual([{ op: 'setNodeTitle', nodeId: 'c', title: 'Mine' }]);
    expect(dropped).toEqual([]);
    expect(clashes).toMatchObject([{ nodeId: 'b', field: 'node', mine: { id: 'b' }, theirs: null }]);
    const back = build(graph, clashes[0]?.operations ?? []);
    expect(findNode(back, 'b')?.inputs?.['amount']?.value).toBe(2);
    expect(inputConnection(back, 'b', 'a')?.from).toEqual(['a', 'image']);
    expect(inputConnection(back, 'c', 'a')?.from).toEqual(['b', 'image']);
  });

  it('reports a clash on one input, leaves theirs, and knows how to take mine', () => {
    const theirs = build(base, [amount(3)]);
    const { operations, clashes } = rebase(base, [amount(2), amount(5)], theirs);
    expect(operations).toEqual([]);
    expect(clashes).toEqual([
      {
        of: 'graph',
        nodeId: 'b',
        field: 'inputs.amount',
        input: 'amount',
        base: { type: 'number', value: 1 },
        mine: { type: 'number', value: 5 },
        theirs: { type: 'number', value: 3 },
        operations: [amount(5)],
      },
    ]);
  });

  it('does not ask when both did the same, nor about positions', () => {
    const moved = (x: number): PatchOperation => ({ op: 'moveNode', nodeId: 'b', position: { x, y: 0 } });
    const { operations, clashes } = rebase(base, [amount(2), moved(1)], build(base, [amount(2), moved(2)]));
    expect(clashes).toEqual([]);
    expect(operations).toEqual([moved(1)]);
  });

  it('reports a node that I deleted and they changed, and keeps it', () => {
    const mine: PatchOperation[] = [{ op: 'removeNode', nodeId: 'b' }];
    const { operations, clashes } = rebase(base, mine, build(base, [amount(9)]));
    expect(operations).toEqual([]);
    expect(clashes).toMatchObject([{ nodeId: 'b', field: 'node', mine: null, operations: mine }]);
  });

  it('reports two different wires into one input', () => {
    const wire = (from: string): PatchOperation => ({ op: 'connect', from: [from, 'image'], to: ['c', 'a'] });
    const { operations, clashes } = rebase(base, [wire('a')], build(base, [wire('b')]));
    expect(operations).toEqual([]);
    expect(clashes).toMatchObject([
      { nodeId: 'c', field: 'wire.a', base: null, mine: ['a', 'image'], theirs: ['b', 'image'] },
    ]);
  });

  it('renames my new node when they took its id, and its wires with it', () => {
    const add = (title: string): PatchOperation => ({
      op: 'addNode',
      node: { id: 'n', type: 'test/mix', title },
    });
    const mine: PatchOperation[] = [add('Mine'), { op: 'connect', from: ['a', 'image'], to: ['n', 'a'] }];
    const { graph, renamed } = rebase(base, mine, build(base, [add('Theirs')]));
    expect([...renamed]).toEqual([['n', 'n-2']]);
    expect(findNode(graph, 'n')?.title).toBe('Theirs');
    expect(findNode(graph, 'n-2')?.title).toBe('Mine');
    expect(inputConnection(graph, 'n-2', 'a')?.from).toEqual(['a', 'image']);
  });

  it('does not ask about a node that they deleted and I only moved', () => {
    const moved: PatchOperation = { op: 'moveNode', nodeId: 'b', position: { x: 1, y: 1 } };
    const { operations, clashes } = rebase(base, [moved], build(base, [{ op: 'removeNode', nodeId: 'b' }]));
    expect([operations, clashes]).toEqual([[], []]);
  });

  it('asks about a wire that closes a cycle with one of theirs; mine takes theirs away', () => {
    const { operations, clashes, graph } = rebase(
      base,
      [{ op: 'connect', from: ['c', 'image'], to: ['b', 'b'] }],
      build(base, [{ op: 'connect', from: ['b', 'image'], to: ['c', 'a'] }]),
    );
    expect(operations).toEqual([]);
    expect(clashes).toMatchObject([{ nodeId: 'b', field: 'wire.b', mine: ['c', 'image'], theirs: null }]);
    expect(clashes[0]?.reason).toContain('would make a cycle');
    const chosen = build(graph, clashes[0]?.operations ?? []);
    expect(inputConnection(chosen, 'b', 'b')?.from).toEqual(['c', 'image']);
    expect(inputConnection(chosen, 'c', 'a')).toBeUndefined();
  });
});
