import * as fc from '#shared/testing/property.ts';
import { expect, it } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import type { JournalEntry } from '#shared/desk/index.ts';
import { applyLenient } from '#shared/graph/operations.ts';
import { rebase } from '#shared/graph/rebase.ts';
import type { Graph } from '#shared/graph/types.ts';
import { baseOf, documentBefore } from './edit-base.ts';

const names = ['a', 'b', 'c', 'd', 'e'];
const name = fc.constantFrom(...names);
const pin = fc.constantFrom('left', 'right');
const at = fc.integer({ min: 0, max: 3 });

const operation: fc.Arbitrary<PatchOperation> = fc.oneof(
  fc.record({
    op: fc.constant('setNodeInput' as const),
    nodeId: name,
    input: pin,
    value: at.map((value) => ({ type: 'number', value })),
  }),
  fc.record({ op: fc.constant('removeNodeInput' as const), nodeId: name, input: pin }),
  fc.record({
    op: fc.constant('setNodeTitle' as const),
    nodeId: name,
    title: at.map((value) => `title ${value}`),
  }),
  fc.record({
    op: fc.constant('moveNode' as const),
    nodeId: name,
    position: fc.record({ x: at, y: at }),
  }),
  fc.record({ op: fc.constant('removeNode' as const), nodeId: name }),
  fc.record({
    op: fc.constant('addNode' as const),
    node: fc.record({
      id: name,
      type: fc.constant('text/join'),
      position: fc.record({ x: at, y: at }),
    }),
  }),
  fc.record({
    op: fc.constant('connect' as const),
    from: name.map((id): [string, string] => [id, 'out']),
    to: fc.tuple(name, pin),
  }),
  fc.record({
    op: fc.constant('disconnect' as const),
    from: name.map((id): [string, string] => [id, 'out']),
    to: fc.tuple(name, pin),
  }),
);

const start: Graph = {
  nodes: names.slice(0, 4).map((id) => ({ id, type: 'text/join', position: { x: 0, y: 0 }, inputs: {} })),
  connections: [
    { from: ['a', 'out'], to: ['b', 'left'] },
    { from: ['b', 'out'], to: ['c', 'left'] },
  ],
};

/** My edits one after the other, each journaled with the part of the document it stands on. */
function journaledEdits(edits: readonly (readonly PatchOperation[])[]): JournalEntry[] {
  return edits.map((operations, index) => ({
    id: `${index}`,
    label: 'edit',
    at: '2026-01-01T00:00:00Z',
    baseVersion: 1,
    operations: [...operations],
    base: baseOf(start, operations),
  }));
}

/** The order of nodes others removed is not stored with an edit, and nobody sees it. */
const inOrder = ({ nodes, connections }: Graph): Graph => ({
  nodes: nodes.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  connections: connections.toSorted((a, b) => (a.to.join() < b.to.join() ? -1 : 1)),
});

it('merges journaled edits as if the whole document of then had been stored', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      fc.array(operation, { maxLength: 6 }),
      (wanted, others) => {
        // An edit is what was applied here, so that every operation fits the document of its moment.
        let mine = start;
        const edits = wanted.flatMap((operations) => {
          const { graph, applied } = applyLenient(mine, operations);
          mine = graph;
          return applied.length > 0 ? [applied] : [];
        });
        const theirs = applyLenient(start, others).graph;
        const operations = edits.flat();
        const whole = rebase(start, operations, theirs);
        const parts = rebase(documentBefore(journaledEdits(edits), theirs), operations, theirs);
        expect(inOrder(parts.graph)).toEqual(inOrder(whole.graph));
        const named = (clashes: typeof whole.clashes) =>
          clashes.map((clash) => `${clash.nodeId} ${clash.field}`).sort();
        expect(named(parts.clashes)).toEqual(named(whole.clashes));
      },
    ),
    { numRuns: fc.runs(2000) },
  );
});

it('keeps only what an edit touches, however large the document is', () => {
  const large: Graph = {
    ...start,
    nodes: [
      ...start.nodes,
      ...Array.from({ length: 500 }, (_, index) => ({ id: `n${index}`, type: 'text/join' })),
    ],
  };
  const base = baseOf(large, [{ op: 'setNodeTitle', nodeId: 'a', title: 'x' }]);
  expect(base.nodes.map((node) => node.id).sort()).toEqual(['a', 'b']);
  expect(base.connections).toEqual([{ from: ['a', 'out'], to: ['b', 'left'] }]);
});
