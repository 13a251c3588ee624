import { expect, it } from 'vitest';
import { mergeCanvas, selectedOperation } from '../canvas/merge.ts';
import { applyAllCanvas, type CanvasOperation } from '../canvas/operations.ts';
import { diff } from '../graph/diff.ts';
import { NodeKeys } from '../graph/node-keys.ts';
import { applyWithInverse } from '../graph/operations.ts';
import { rebase } from '../graph/rebase.ts';
import type { PatchOperation } from '../api/schemas/documents.ts';
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
import * as fc from '../testing/property.ts';
import {
  chainOf,
  copyInstance,
  detach,
  differences,
  groupTree,
  linkedEdit,
  linkedWith,
  makeGroup,
  nodesIn,
  removeInstances,
  setItem,
  showPin,
  ungroup,
  updateLike,
  type Edit,
  type Grouped,
} from './index.ts';

/** Steps that only group, and those that change what runs. */
const REGROUPS = ['group', 'ungroup', 'detach', 'show'] as const;
const CHANGES = ['link', 'copy', 'delete', 'value', 'add', 'remove', 'connect'] as const;
type Kind = (typeof REGROUPS)[number] | (typeof CHANGES)[number];

interface Step {
  kind: Kind;
  /** Choose among what there is. */
  first: number;
  second: number;
  value: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Kind>(...REGROUPS, 'group', ...CHANGES, 'link', 'value'),
  first: fc.nat(1000),
  second: fc.nat(1000),
  value: fc.integer({ min: 0, max: 9 }),
});
const steps = (maxLength: number) => fc.array(step, { minLength: 2, maxLength });
/** Begins with a group that is linked twice. */
const linkedSteps = (maxLength: number) =>
  fc
    .tuple(step, step, step, steps(maxLength))
    .map(([first, second, third, list]): Step[] => [
      { ...first, kind: 'group' },
      { ...second, kind: 'link' },
      { ...third, kind: 'link' },
      ...list,
    ]);

const at = <T>(list: readonly T[], choice: number): T | undefined => list[choice % Math.max(1, list.length)];

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** What a step is about, as the document is. */
function about(doc: Grouped, { first }: Step) {
  const tree = groupTree(doc.items);
  const instances = [...tree.contents.keys()];
  const node = at(doc.graph.nodes, first);
  return {
    tree,
    instances,
    instance: at(instances, first),
    node,
    groupPath: node ? chainOf(tree, node.id) : [],
  };
}

type MakeEdit = (doc: Grouped, step: Step, newId: () => string) => Edit | string | null;

const copied: MakeEdit = (doc, step, newId) => {
  const { instance, groupPath } = about(doc, step);
  if (instance === undefined || doc.graph.nodes.length > 60) return null;
  const location = {
    groupPath: at([[], groupPath], step.second) ?? [],
    position: { x: step.second, y: step.first },
  };
  return copyInstance(doc, instance, location, { newId, isLinked: step.kind === 'link' });
};

const makers: Readonly<Record<Kind, MakeEdit>> = {
  group(doc, step, newId) {
    const { tree, instances, groupPath } = about(doc, step);
    const { first, second, value } = step;
    const beside = [
      ...doc.graph.nodes.map(({ id }) => id),
      ...instances.map((id) => `instances:${id}`),
    ].filter((element) => tree.holderOf.get(element) === groupPath.at(-1));
    const from = second % Math.max(1, beside.length);
    const selection = beside.slice(from, from + 1 + (value % 4));
    return makeGroup(doc, selection, { groupPath, position: { x: first, y: second } }, { newId });
  },
  ungroup(doc, step) {
    const { instance } = about(doc, step);
    return instance === undefined ? null : ungroup(doc, instance);
  },
  detach(doc, step, newId) {
    const { instance } = about(doc, step);
    return instance === undefined ? null : detach(doc, instance, newId);
  },
  show(doc, step, newId) {
    const { node } = about(doc, step);
    return node ? showPin(doc, 'input', [node.id, 'radius'], newId) : null;
  },
  link: copied,
  copy: copied,
  delete(doc, step) {
    const { instance } = about(doc, step);
    return instance === undefined ? null : removeInstances(doc, [instance]);
  },
  value(doc, step) {
    const { node } = about(doc, step);
    const value = { type: 'number', value: step.value };
    return node
      ? { operations: [{ op: 'setNodeInput', nodeId: node.id, input: 'radius', value }], canvas: [] }
      : null;
  },
  add(doc, step, newId) {
    const { node, groupPath } = about(doc, step);
    const id = newId();
    const holder = groupPath.at(-1);
    const operations: PatchOperation[] = [
      { op: 'addNode', node: { id, type: 'image/blur', position: { x: step.value, y: 0 } } },
    ];
    if (node) operations.push({ op: 'connect', from: [node.id, 'image'], to: [id, 'image'] });
    return { operations, canvas: holder === undefined ? [] : [setItem('members', id, { in: holder })] };
  },
  remove(doc, step) {
    const { node } = about(doc, step);
    return node
      ? { operations: [{ op: 'removeNode', nodeId: node.id }], canvas: [setItem('members', node.id, null)] }
      : null;
  },
  connect(doc, step) {
    const { tree, node, groupPath } = about(doc, step);
    // Within one group: a wire that leads out is that instance's own.
    const inside = doc.graph.nodes.filter(({ id }) => tree.holderOf.get(id) === groupPath.at(-1));
    const target = at(inside, step.second);
    return node && target && node !== target
      ? { operations: [{ op: 'connect', from: [node.id, 'image'], to: [target.id, 'mask'] }], canvas: [] }
      : null;
  },
};

/** A step as an edit; null where there is nothing for it. */
function editOf(doc: Grouped, step: Step, newId: () => string): Edit | null {
  const edit = makers[step.kind](doc, step, newId);
  return typeof edit === 'string' ? null : edit;
}

const start = (): Grouped => project(chain('a', 'b', 'c', 'd', 'e', 'f'));

function walk(from: Grouped, list: readonly Step[], newId = countingIds()): Grouped {
  return list.reduce((doc, each) => {
    const edit = editOf(doc, each, newId);
    return edit ? applyEdit(doc, edit) : doc;
  }, from);
}

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
    fc.property(linkedSteps(12), (list) => {
      const doc = walk(start(), list);
      expect(seenGraph(doc)).toEqual(ranGraph(doc));
    }),
    { numRuns: fc.runs(200) },
  );
});

it('grouping changes no node, no wire and no key of a result', () => {
  fc.assert(
    fc.property(linkedSteps(8), step, fc.constantFrom(...REGROUPS), (list, last, kind) => {
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
    fc.property(linkedSteps(6), step, (list, last) => {
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
    fc.property(linkedSteps(12), (list) => {
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
    fc.property(linkedSteps(6), step, (list, last) => {
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
    fc.property(linkedSteps(8), steps(5), steps(5), (before, ours, theirs) => {
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
