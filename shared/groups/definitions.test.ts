import { expect, it } from 'vitest';
import { findNode } from '../graph/graph.ts';
import { NodeKeys } from '../graph/node-keys.ts';
import type { Graph } from '../graph/types.ts';
import { applyAlone, chain, countingIds, project, ranGraph, seenGraph } from '../testing/grouped-projects.ts';
import * as fc from '../testing/property.ts';
import { groupSteps, walk } from '../testing/group-steps.ts';
import {
  definitionOf,
  definitionProblem,
  differences,
  differingInstances,
  groupTree,
  insertDefinition,
  instancePins,
  nodesIn,
  setItem,
  templateDefinition,
  updateToDefinition,
  type Definition,
  type Grouped,
} from './index.ts';

const HERE = { groupPath: [], position: { x: 0, y: 500 } };
const SOURCE = { kind: 'library', id: 'lib', version: '2' } as const;

const start = (): Grouped => project(chain('a', 'b', 'c', 'd', 'e', 'f'));

/** The outermost instance that a choice falls on, of those that hold a node. */
function chosenInstance(at: Grouped, choice: number): string | undefined {
  const tree = groupTree(at.items);
  const all = [...tree.contents.keys()].filter((id) => nodesIn(tree, id).length > 0);
  return all[choice % Math.max(1, all.length)];
}

function inserted(at: Grouped, definition: Definition, newId: () => string) {
  const edit = insertDefinition(at, definition, HERE, { newId, source: SOURCE });
  if (edit === null || typeof edit === 'string') throw new Error(`Nothing was inserted: ${edit}`);
  return { instance: edit.instance, after: applyAlone(at, edit) };
}

/** The keys of results of nodes by themselves, whatever feeds them. */
function keysOf(graph: Graph, ids: readonly string[]): string[] {
  const inside = new Set(ids);
  const wires = graph.connections.filter(({ from, to }) => inside.has(from[0]) && inside.has(to[0]));
  const keys = new NodeKeys(
    {
      node: (id) => findNode(graph, id),
      incomingWires: (id) => wires.filter(({ to }) => to[0] === id),
      wiresOutOf: (id) => wires.filter(({ from }) => from[0] === id),
    },
    () => ({ inputs: [], source: null }),
  );
  return ids.map((id) => keys.keyOf(id) ?? '').sort();
}

it('a group that is saved and placed in another project gives the same results from the same keys, however it is nested', () => {
  let placed = 0;
  fc.assert(
    fc.property(groupSteps(10), fc.nat(100), (steps, choice) => {
      const doc = walk(start(), steps);
      const instance = chosenInstance(doc, choice);
      if (instance === undefined) return;
      const definition = definitionOf(doc, instance)!;
      const problem = definitionProblem(definition);
      expect([null, 'depth']).toContain(problem);
      if (problem !== null) return;
      placed += 1;
      const other = project(chain('a', 'x'));
      const { after, instance: copy } = inserted(other, definition, countingIds('new'));
      expect(seenGraph(after)).toEqual(ranGraph(after));
      const [from, to] = [groupTree(doc.items), groupTree(after.items)];
      const present = nodesIn(from, instance).filter((id) => findNode(doc.graph, id));
      expect(keysOf(after.graph, nodesIn(to, copy))).toEqual(keysOf(doc.graph, present));
      const pinsOf = (at: Grouped, id: string) =>
        instancePins(groupTree(at.items), id, (node) => findNode(at.graph, node) !== undefined)
          .map(({ pin, targets }) => `${pin.side} ${pin.order} ${pin.title} ${targets.length}`)
          .sort();
      expect(pinsOf(after, copy)).toEqual(pinsOf(doc, instance));
      expect(after.items.groups[to.groupOf(copy)!]!.source).toEqual(SOURCE);
    }),
    { numRuns: fc.runs(100) },
  );
  expect(placed).toBeGreaterThan(5);
});

it('instances that are brought to a later version are as it, and what is seen is what runs', () => {
  let updated = 0;
  fc.assert(
    fc.property(groupSteps(6), fc.nat(100), groupSteps(6), (before, choice, later) => {
      const author = walk(start(), before);
      const root = chosenInstance(author, choice);
      if (root === undefined || definitionProblem(definitionOf(author, root)!) !== null) return;
      const newId = countingIds('new');
      const first = inserted(project(chain('x', 'y')), definitionOf(author, root)!, newId);
      const second = inserted(first.after, definitionOf(author, root)!, newId);
      // Both are instances of one group.
      const group = groupTree(first.after.items).groupOf(first.instance)!;
      const linked = applyAlone(second.after, {
        operations: [],
        canvas: [{ op: 'setCanvasField', kind: 'instances', id: second.instance, field: 'of', value: group }],
      });
      const changed = walk(author, later, countingIds('later'));
      const next = changed.items.instances[root] ? definitionOf(changed, root) : null;
      if (next === null || definitionProblem(next) !== null) return;
      updated += 1;
      const plan = updateToDefinition(linked, group, next, { newId, source: SOURCE })!;
      const after = applyAlone(linked, plan);
      expect(seenGraph(after)).toEqual(ranGraph(after));
      expect(after.items.groups[group]!.source).toEqual(SOURCE);
      const again = updateToDefinition(after, group, next, { newId })!;
      const left = [...again.changes.values()].flat().filter(({ kind }) => kind !== 'wired');
      expect(left).toEqual([]);
      expect([again.pins.added, again.pins.removed]).toEqual([[], []]);
      const ids = groupTree(after.items).instancesOf.get(group) ?? [];
      expect(ids).toHaveLength(2);
      // No more is said of groups than there are.
      for (const id of Object.keys(after.items.members)) expect(findNode(after.graph, id)).toBeDefined();
    }),
    { numRuns: fc.runs(100) },
  );
  expect(updated).toBeGreaterThan(5);
});

const template = (radius: number, pins: readonly string[]): Definition =>
  templateDefinition(
    'T',
    {
      nodes: chain('a', 'b').nodes.map((node) => ({
        ...node,
        inputs: { radius: { type: 'number', value: radius } },
      })),
      connections: chain('a', 'b').connections,
    },
    {
      inputs: pins.map((pin) => ({ nodeId: 'a', pin, label: pin })),
      outputs: [{ nodeId: 'b', pin: 'image', label: 'Picture' }],
    },
  );

it('a template is a group with what it shows as pins, and an update says which pins come and go and keeps their values', () => {
  const newId = countingIds();
  const { after, instance } = inserted(project(chain('x')), template(1, ['image', 'radius']), newId);
  const group = groupTree(after.items).groupOf(instance)!;
  const [a] = nodesIn(groupTree(after.items), instance);
  const own = applyAlone(after, {
    operations: [
      { op: 'setNodeInput', nodeId: a!, input: 'radius', value: { type: 'number', value: 7 } },
      { op: 'connect', from: ['x', 'image'], to: [a!, 'image'] },
    ],
    canvas: [],
  });
  const plan = updateToDefinition(own, group, template(3, ['image', 'radius', 'mask']), {
    newId,
    source: SOURCE,
  })!;
  expect(plan.pins.added.map(({ title }) => title)).toEqual(['mask']);
  const next = applyAlone(own, plan);
  const radii = nodesIn(groupTree(next.items), instance).map(
    (id) => findNode(next.graph, id)?.inputs?.['radius']?.value,
  );
  expect(radii).toEqual([7, 3]);
  expect(next.graph.connections).toContainEqual({ from: ['x', 'image'], to: [a, 'image'] });
  // A pin that goes leaves what feeds it where it is.
  const fewer = updateToDefinition(next, group, template(3, ['radius']), { newId })!;
  expect(new Set(fewer.pins.removed.map(({ title }) => title))).toEqual(new Set(['image', 'mask']));
  const last = applyAlone(next, fewer);
  expect(last.graph.connections).toContainEqual({ from: ['x', 'image'], to: [a, 'image'] });
  expect(seenGraph(last)).toEqual(ranGraph(last));
});

it('a definition that lost parts, contains itself or is too deep is none', () => {
  const good = template(1, ['image']);
  expect(definitionProblem(good)).toBeNull();
  const withItems = (items: Partial<Definition['items']>): Definition => ({
    ...good,
    items: { ...good.items, ...items },
  });
  const at = { x: 0, y: 0 };
  const { groups, instances } = good.items;
  expect(definitionProblem({ ...good, root: 'nowhere' })).toBe('damaged');
  expect(definitionProblem(withItems({ members: {} }))).toBe('damaged');
  expect(definitionProblem({ ...good, graph: { nodes: [], connections: [] } })).toBe('damaged');
  expect(
    definitionProblem(withItems({ instances: { ...instances, stray: { of: 'x', position: at } } })),
  ).toBe('damaged');
  expect(
    definitionProblem(
      withItems({
        groups: { ...groups, other: {} },
        instances: {
          ...instances,
          mid: { of: 'other', in: 'template', position: at },
          low: { of: 'template', in: 'mid', position: at },
        },
      }),
    ),
  ).toBe('in-itself');
  expect(
    definitionProblem(
      withItems({ instances: { template: { of: 'template', in: 'template', position: at } } }),
    ),
  ).toBe('in-itself');
  const deep = Object.fromEntries(
    Array.from({ length: 6 }, (_, depth) => [
      `i${depth}`,
      { of: `g${depth}`, in: depth === 0 ? 'template' : `i${depth - 1}`, position: at },
    ]),
  );
  expect(definitionProblem(withItems({ instances: { ...instances, ...deep } }))).toBe('depth');
});

it('instances that are not like most of their group are found; where two kinds are as many, both', () => {
  const newId = countingIds();
  let { after: doc, instance: first } = inserted(project(chain('x')), template(1, ['image']), newId);
  const group = groupTree(doc.items).groupOf(first)!;
  const ids = [first];
  for (let count = 0; count < 2; count += 1) {
    const next = inserted(doc, template(1, ['image']), newId);
    doc = applyAlone(next.after, {
      operations: [],
      canvas: [setItem('instances', next.instance, { of: group, position: { x: 0, y: 0 } })],
    });
    ids.push(next.instance);
  }
  expect([...differingInstances(doc)]).toEqual([]);
  const change = (at: Grouped, id: string) =>
    applyAlone(at, {
      operations: [{ op: 'setNodeTitle', nodeId: nodesIn(groupTree(at.items), id)[0]!, title: 'Other' }],
      canvas: [],
    });
  const one = change(doc, ids[2]!);
  expect([...differingInstances(one)]).toEqual([ids[2]]);
  expect(differences(one, ids[2]!, ids[0]!)).toHaveLength(1);
  const two = applyAlone(one, { operations: [], canvas: [setItem('instances', ids[0]!, null)] });
  expect(differingInstances(two)).toEqual(new Set([ids[1], ids[2]]));
});
