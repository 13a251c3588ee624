import { expect, it } from 'vitest';
import { MAX_GROUP_DEPTH } from '../canvas/group-items.ts';
import { mergeCanvas, selectedOperation } from '../canvas/merge.ts';
import { applyAllCanvas, type CanvasOperation } from '../canvas/operations.ts';
import { diff } from '../graph/diff.ts';
import { NodeKeys } from '../graph/node-keys.ts';
import { applyWithInverse } from '../graph/operations.ts';
import { rebase } from '../graph/rebase.ts';
import type { Graph } from '../graph/types.ts';
import {
  applyAlone,
  applyEdit,
  chain,
  countingIds,
  project,
  ranGraph,
  seenGraph,
} from '../testing/grouped-projects.ts';
import { at, editOf, groupSteps, REGROUPS, step, steps, walk } from '../testing/group-steps.ts';
import * as fc from '../testing/property.ts';
import {
  chainOf,
  copyInstance,
  differences,
  groupTree,
  linkedEdit,
  linkedWith,
  nodesIn,
  updateLike,
  type Grouped,
} from './index.ts';

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const start = (): Grouped => project(chain('a', 'b', 'c', 'd', 'e', 'f'));

const keysOf = (graph: Graph): NodeKeys => {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return new NodeKeys(
    {
      node: (id) => nodes.get(id),
      incomingWires: (id) => graph.connections.filter(({ to }) => to[0] === id),
      wiresOutOf: (id) => graph.connections.filter(({ from }) => from[0] === id),
    },
    () => ({ inputs: [], source: null }),
  );
};

it('what is seen with every group opened once is what runs, whatever was done', () => {
  fc.assert(
    fc.property(groupSteps(12), (list) => {
      const doc = walk(start(), list);
      expect(seenGraph(doc)).toEqual(ranGraph(doc));
    }),
    { numRuns: fc.runs(200) },
  );
});

it('no group comes to lie in itself, or deeper than groups may, by what one person does', () => {
  fc.assert(
    fc.property(groupSteps(16), (list) => {
      const { items } = walk(start(), list);
      const tree = groupTree(items);
      for (const instance of tree.contents.keys()) {
        const groups = [...chainOf(tree, `instances:${instance}`), instance].map((id) => tree.groupOf(id));
        expect(new Set(groups).size).toBe(groups.length);
        expect(groups.length).toBeLessThanOrEqual(MAX_GROUP_DEPTH);
      }
    }),
    { numRuns: fc.runs(300) },
  );
});

it('grouping changes no node, no wire and no key of a result', () => {
  fc.assert(
    fc.property(groupSteps(8), step, fc.constantFrom(...REGROUPS), (list, last, kind) => {
      const doc = walk(start(), list);
      const edit = editOf(doc, { ...last, kind }, countingIds('new'));
      if (!edit) return;
      const after = applyEdit(doc, edit);
      expect(after.graph).toBe(doc.graph);
      expect(seenGraph(after)).toEqual(ranGraph(doc));
    }),
    { numRuns: fc.runs(150) },
  );
});

it('a linked instance gives the results of the one it is made from, from the same keys', () => {
  fc.assert(
    fc.property(groupSteps(6), step, (list, last) => {
      const doc = walk(start(), list);
      const tree = groupTree(doc.items);
      const from = at([...tree.contents.keys()], last.first);
      if (from === undefined) return;
      const copy = copyInstance(
        doc,
        from,
        { groupPath: [], position: { x: 0, y: 0 } },
        { newId: countingIds('new'), isLinked: true },
      );
      if (copy === null || typeof copy === 'string') return;
      const after = applyEdit(doc, copy);
      const nodes = new Set(nodesIn(tree, from));
      const alone: Graph = {
        ...after.graph,
        connections: after.graph.connections.filter(
          ({ from: [source], to }) => nodes.has(source) === nodes.has(to[0]),
        ),
      };
      const keys = keysOf(alone);
      const local = copy.nodes.map((id) => keys.keyOf(id) ?? '').sort(byText);
      const existing = doc.graph.nodes
        .flatMap(({ id }) => (nodes.has(id) ? [keys.keyOf(id) ?? ''] : []))
        .sort(byText);
      expect(local).toEqual(existing);
    }),
    { numRuns: fc.runs(200) },
  );
});

it('instances that are linked are alike after everything that is done in them', () => {
  let pairs = 0;
  fc.assert(
    fc.property(groupSteps(12), (list) => {
      const doc = walk(start(), list);
      const tree = groupTree(doc.items);
      for (const instance of tree.contents.keys())
        for (const sibling of linkedWith(tree, instance)) {
          if (sibling === instance) continue;
          pairs += 1;
          expect(differences(doc, instance, sibling)).toEqual([]);
        }
    }),
    { numRuns: fc.runs(200) },
  );
  expect(pairs).toBeGreaterThan(40);
});

it('every step is undone to what was there, with all that was linked', () => {
  fc.assert(
    fc.property(groupSteps(6), step, (list, last) => {
      const doc = walk(start(), list);
      const edit = editOf(doc, last, countingIds('new'));
      if (!edit) return;
      const linked = linkedEdit(doc, edit);
      const canvas: CanvasOperation[] = [...edit.canvas, ...linked.canvas];
      const items = applyAllCanvas(doc.items, canvas);
      const graph = applyWithInverse(doc.graph, [...edit.operations, ...linked.operations]);
      if (!items.ok || !graph.ok) return;
      const back = applyAllCanvas(items.items, items.inverse);
      expect(back.ok && back.items).toEqual(doc.items);
      const restored = applyWithInverse(graph.graph, graph.inverse);
      expect(restored.ok && diff(restored.graph, doc.graph)).toEqual([]);
    }),
    { numRuns: fc.runs(200) },
  );
});

it('after edits of two people to one group what is seen is what runs, and one step makes all alike', () => {
  let merged = 0;
  fc.assert(
    fc.property(groupSteps(8), steps(5), steps(5), (before, ours, theirs) => {
      const base = walk(start(), before);
      const mine = walk(base, ours, countingIds('mine'));
      const sibling = walk(base, theirs, countingIds('theirs'));
      const graph = rebase(base.graph, diff(base.graph, mine.graph), sibling.graph).graph;
      const { operations, clashes } = mergeCanvas(base.items, mine.items, sibling.items);
      const both = applyAlone(
        { graph, items: sibling.items },
        { operations: [], canvas: [...operations, ...clashes.map(selectedOperation)] },
      );
      expect(seenGraph(both)).toEqual(ranGraph(both));
      const tree = groupTree(both.items);
      const instance = [...tree.contents.keys()].find((id) => linkedWith(tree, id).length > 1);
      if (instance === undefined) return;
      for (const target of linkedWith(tree, instance)) {
        if (target === instance) continue;
        merged += 1;
        const alike = applyAlone(both, updateLike(both, target, instance));
        expect(seenGraph(alike)).toEqual(ranGraph(alike));
        // What lies in both of them at once, after a merge, is left where it is.
        const isApart = !nodesIn(tree, instance).some((id) => nodesIn(tree, target).includes(id));
        const left = differences(alike, target, instance).filter(({ kind }) => kind !== 'wired');
        expect(isApart ? left : []).toEqual([]);
      }
    }),
    { numRuns: fc.runs(150) },
  );
  expect(merged).toBeGreaterThan(10);
});
