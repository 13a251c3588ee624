import { describe, expect, test } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import type { PatchOperation } from '../api/schemas/documents.ts';
import { applyOperations, invert } from '../graph/operations.ts';
import { coalesce } from '../graph/coalesce.ts';
import { emptyGraph, findNode } from '../graph/graph.ts';
import { sameGraph } from '../graph/diff.ts';
import type { Graph } from '../graph/types.ts';
import { brokenRules, graphArbitrary, operationsOn, testCatalog, triesArbitrary } from '../testing/graphs.ts';
import { acceptItems, keysOf, openProposal, operationKey, type ProposedGraph } from './proposal-items.ts';

const cases = fc
  .tuple(graphArbitrary, triesArbitrary(20), triesArbitrary(10), fc.array(fc.nat(), { maxLength: 30 }))
  .map(([base, proposed, hand, order]) => {
    const proposal: ProposedGraph = {
      base,
      operations: coalesce(operationsOn(base, proposed).operations),
      accepted: [],
      dismissed: [],
    };
    return { proposal, current: operationsOn(base, hand).graph, order };
  });

const build = (operations: PatchOperation[], base: Graph = emptyGraph): Graph => {
  const applied = applyOperations(base, operations);
  if (!applied.ok) throw new Error(applied.rejection.reason);
  return applied.graph;
};

const settled = (proposal: ProposedGraph, keys: readonly string[]): ProposedGraph => ({
  ...proposal,
  accepted: [...proposal.accepted, ...keys],
});

describe('whatever was proposed and whatever the hand did meanwhile', () => {
  test('parts accepted in any order leave a valid graph, and undone the graph before', () => {
    fc.assert(
      fc.property(cases, ({ proposal: first, current: start, order }) => {
        let [proposal, current] = [first, start];
        for (const chosen of [...order, ...Array.from({ length: 40 }, () => 0)]) {
          const open = openProposal(proposal, current, testCatalog);
          const item = open.items[chosen % Math.max(1, open.items.length)];
          if (item === undefined) break;
          const accepted = acceptItems(open, [item.id], current, testCatalog);
          const next = build(accepted.operations, current);
          expect(brokenRules(next)).toEqual([]);
          expect(sameGraph(build(invert(current, accepted.operations), next), current)).toBe(true);
          proposal = settled(proposal, accepted.keys);
          current = next;
        }
      }),
    );
  });

  test('all at once is the merged graph where nothing clashes', () => {
    fc.assert(
      fc.property(cases, ({ proposal, current }) => {
        const open = openProposal(proposal, current, testCatalog);
        const all = acceptItems(
          open,
          open.items.map(({ id }) => id),
          current,
          testCatalog,
        );
        expect(brokenRules(all.graph)).toEqual([]);
        const isClear = open.items.every(({ clashes }) => clashes.length === 0);
        const expected = isClear ? open.graph : all.graph;
        expect(sameGraph(unordered(all.graph), unordered(expected))).toBe(true);
      }),
    );
  });
});

const unordered = ({ nodes, connections }: Graph): Graph => ({
  nodes: nodes.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  connections: connections.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
});

const base = build([
  { op: 'addNode', node: { id: 'a', type: 'test/source' } },
  { op: 'addNode', node: { id: 'b', type: 'test/mix', inputs: { amount: { type: 'number', value: 1 } } } },
  { op: 'connect', from: ['a', 'image'], to: ['b', 'a'] },
]);
const amount = (value: number): PatchOperation => ({
  op: 'setNodeInput',
  nodeId: 'b',
  input: 'amount',
  value: { type: 'number', value },
});
const proposalOf = (...operations: PatchOperation[]): ProposedGraph => ({
  base,
  operations,
  accepted: [],
  dismissed: [],
});

test('a item brings the new nodes that its wires begin at', () => {
  const proposal = proposalOf(
    { op: 'addNode', node: { id: 'n', type: 'test/source' } },
    { op: 'connect', from: ['n', 'image'], to: ['b', 'b'] },
    { op: 'disconnect', from: ['a', 'image'], to: ['b', 'a'] },
  );
  const open = openProposal(proposal, base);
  expect(open.items.map(({ id, kind, needs }) => ({ id, kind, needs }))).toEqual([
    { id: 'b', kind: 'changed', needs: ['n'] },
    { id: 'n', kind: 'added', needs: [] },
  ]);
  const { graph, keys } = acceptItems(open, ['b'], base);
  expect(findNode(graph, 'n')).toBeDefined();
  expect(graph.connections).toEqual([{ from: ['n', 'image'], to: ['b', 'b'] }]);
  expect(openProposal(settled(proposal, keys), graph).items).toEqual([]);
});

test('what the hand changed too is told, and accepting takes the proposed value', () => {
  const proposal = proposalOf(amount(5));
  const current = build([amount(3)], base);
  const open = openProposal(proposal, current);
  expect(open.items).toMatchObject([{ id: 'b', clashes: [{ field: 'inputs.amount' }] }]);
  const { graph } = acceptItems(open, ['b'], current);
  expect(findNode(graph, 'b')?.inputs?.['amount']?.value).toBe(5);
});

test('changes to what was deleted meanwhile do not come back by themselves', () => {
  const current = build([{ op: 'removeNode', nodeId: 'b' }], base);
  const open = openProposal(proposalOf(amount(5)), current);
  expect(open.graph).toEqual(current);
});

test('what is dismissed stays away, and so does a wire to it', () => {
  const add: PatchOperation = { op: 'addNode', node: { id: 'n', type: 'test/source' } };
  const proposal = proposalOf(add, { op: 'connect', from: ['n', 'image'], to: ['b', 'b'] });
  const open = openProposal(proposal, base);
  const dismissed = keysOf(open.items.filter(({ id }) => id === 'n'));
  expect(dismissed).toEqual([operationKey(add)]);
  const after = openProposal({ ...proposal, dismissed }, base);
  expect(after.items).toEqual([]);
  expect(after.graph).toEqual(base);
});
