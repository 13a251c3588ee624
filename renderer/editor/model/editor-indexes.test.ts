import * as fc from '#shared/testing/property.ts';
import { expect, it } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import { sameGraph } from '#shared/graph/diff.ts';
import { isNoOp } from '#shared/graph/no-change.ts';
import { applyLenient } from '#shared/graph/operations.ts';
import { topologicalOrder } from '#shared/graph/topology.ts';
import type { Graph } from '#shared/graph/types.ts';
import { union } from '../geometry.ts';
import { Scene } from '../scene/scene.ts';
import { emptyCatalog } from '../testing/three-nodes.ts';
import { Catalog } from './catalog.ts';
import { EditorStore } from './editor-store.ts';
import { runOrder } from './run-order.ts';

/** What is indexed beside the graph must always say what would be found in the graph itself. */

const catalog = new Catalog(() => Promise.reject(new Error('Nothing is asked here.')));
const start: Graph = {
  nodes: ['a', 'b', 'c'].map((id, index) => ({
    id,
    type: 'text/join',
    title: null,
    position: { x: index * 300, y: 0 },
    inputs: {},
  })),
  connections: [{ from: ['a', 'text'], to: ['b', 'a'] }],
};
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const pin = fc.constantFrom('x', 'y');
const place = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) });
const operation: fc.Arbitrary<PatchOperation> = fc.oneof(
  fc.record({
    op: fc.constant('addNode' as const),
    node: fc.record({ id, type: fc.constant('text/join'), position: place, inputs: fc.constant({}) }),
  }),
  fc.record({ op: fc.constant('removeNode' as const), nodeId: id }),
  fc.record({ op: fc.constant('connect' as const), from: fc.tuple(id, pin), to: fc.tuple(id, pin) }),
  fc.record({ op: fc.constant('disconnect' as const), from: fc.tuple(id, pin), to: fc.tuple(id, pin) }),
  fc.record({
    op: fc.constant('setNodeInput' as const),
    nodeId: id,
    input: pin,
    value: fc.record({ type: fc.constant('number'), value: fc.integer({ min: 0, max: 3 }) }),
  }),
  fc.record({ op: fc.constant('removeNodeInput' as const), nodeId: id, input: pin }),
  fc.record({ op: fc.constant('moveNode' as const), nodeId: id, position: place }),
);
type Act =
  | { do: 'edit' | 'remote'; operations: PatchOperation[] }
  | { do: 'undo' | 'redo' }
  | { do: 'select'; ids: string[] };
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constantFrom('edit' as const, 'remote' as const),
    operations: fc.array(operation, { maxLength: 6 }),
  }),
  fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const) }),
  fc.record({ do: fc.constant('select' as const), ids: fc.array(id, { maxLength: 3 }) }),
);

function perform(store: EditorStore, one: Act): void {
  const graph = store.getGraph();
  switch (one.do) {
    case 'edit':
      store.applyEdit('edit', applyLenient(structuredClone(graph), one.operations).applied);
      break;
    case 'remote':
      store.adoptRemote(applyLenient(structuredClone(graph), one.operations).graph);
      break;
    case 'undo':
      store.undo();
      break;
    case 'redo':
      store.redo();
      break;
    case 'select':
      store.select(one.ids);
  }
}

const wiresOf = (store: EditorStore) =>
  [...store.wires()].map(([key, wire]) => `${key} ${wire.from.join()}`).sort();

it('finds the same nodes, wires, order and geometry as in the graph, whatever was edited', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      const store = new EditorStore(start, emptyCatalog);
      const scene = new Scene(store, catalog);
      for (const one of acts) {
        const before = new Map(store.getGraph().nodes.map((node) => [node.id, node]));
        let notified = new Set<string>();
        const end = store.subscribe(({ edited }) => (notified = new Set([...notified, ...edited])));
        scene.bounds();
        scene.nodesIn({ x: -9e4, y: -9e4, width: 18e4, height: 18e4 });
        perform(store, one);
        end();
        const graph = store.getGraph();
        const after = new Map(graph.nodes.map((node) => [node.id, node]));
        const changed = ['a', 'b', 'c', 'd', 'e'].filter((name) => before.get(name) !== after.get(name));
        expect(changed.filter((name) => !notified.has(name))).toEqual([]);
      }
      const graph = store.getGraph();
      const fresh = new EditorStore(structuredClone(graph), emptyCatalog);
      expect(graph.nodes.every((node) => store.getNode(node.id) === node)).toBe(true);
      expect(wiresOf(store)).toEqual(wiresOf(fresh));
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        expect(store.getNode(name) === undefined).toBe(fresh.getNode(name) === undefined);
        expect(store.wiresOf(name).length).toBe(fresh.wiresOf(name).length);
        expect(store.isSelected(name) && store.getNode(name) === undefined).toBe(false);
      }
      expect([...runOrder(store)].sort()).toEqual(topologicalOrder(graph).sort());

      const drawn = new Scene(fresh, catalog);
      expect(scene.size).toBe(drawn.size);
      for (const box of drawn.boxes()) {
        const { z: _z, ...indexed } = scene.box(box.id)!;
        const { z: _other, ...found } = box;
        expect(indexed).toEqual(found);
      }
      const shapes = (of: Scene) =>
        [...of.shapes()].map(({ key, curve, bounds, base }) => ({ key, curve, bounds, base }));
      const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
      expect(shapes(scene).sort(byKey)).toEqual(shapes(drawn).sort(byKey));
      expect(scene.bounds()).toEqual(union(drawn.boxes()));
      for (const area of [
        { x: -400, y: -400, width: 900, height: 700 },
        { x: -9e4, y: -9e4, width: 18e4, height: 18e4 },
      ]) {
        const nodesIn = (of: Scene) => of.nodesIn(area).map((box) => box.id);
        expect(nodesIn(scene).sort()).toEqual(nodesIn(drawn).sort());
        const heights = scene.nodesIn(area).map((box) => box.z);
        expect(heights).toEqual(heights.toSorted((a, b) => a - b));
        const keysIn = (of: Scene) => of.wiresIn(area).map(({ key }) => key);
        expect(keysIn(scene).sort()).toEqual(keysIn(drawn).sort());
      }
    }),
  );
});

it('tells what looks different: every box and wire that changed lies in the area notified', () => {
  const store = new EditorStore(start, emptyCatalog);
  const scene = new Scene(store, catalog);
  const areas: unknown[] = [];
  let moved: unknown = null;
  scene.subscribe((change) => {
    areas.push(change.area);
    moved = change.shiftedArea;
  });
  const before = [scene.box('a')!, ...scene.shapes()].map((one) => ('bounds' in one ? one.bounds : one));
  store.applyEdit('move', [{ op: 'moveNode', nodeId: 'a', position: { x: -500, y: 250 } }]);
  const after = [scene.box('a')!, ...scene.shapes()].map((one) => ('bounds' in one ? one.bounds : one));
  expect(areas).toEqual([union([...before, ...after])]);
  expect(moved).toEqual(areas[0]);
  // Another value in the same row: nothing moved, and only the node itself says something else.
  for (const value of ['x', 'y']) {
    store.applyEdit('type', [
      { op: 'setNodeInput', nodeId: 'b', input: 'a', value: { type: 'string', value } },
    ]);
  }
  const { x, y, width, height } = scene.box('b')!;
  expect(areas.at(-1)).toEqual({ x, y, width, height });
  expect(moved).toBeNull();
});

it('has another selection when selected nodes are deleted, and tells which', () => {
  const store = new EditorStore(start, emptyCatalog);
  store.selectAll();
  const before = store.selectedNodes;
  const revision = store.revisionOf('c');
  const notified: string[][] = [];
  store.subscribe(({ marked, selectionChanged }) => notified.push([...marked, String(selectionChanged)]));
  store.applyEdit('delete', [
    { op: 'removeNode', nodeId: 'a' },
    { op: 'removeNode', nodeId: 'b' },
  ]);
  expect([...before].sort()).toEqual(['a', 'b', 'c']);
  expect([...store.selectedNodes]).toEqual(['c']);
  store.select([]);
  expect(notified).toEqual([
    ['a', 'b', 'true'],
    ['c', 'true'],
  ]);
  expect(store.revisionOf('c')).not.toBe(revision);
});

it('brings a selected node before those that cover it, also where it is dragged to, and moves no other', () => {
  const store = new EditorStore(start, emptyCatalog);
  const scene = new Scene(store, catalog);
  const order = (): string[] =>
    [...scene.boxes()].toSorted((one, other) => one.z - other.z).map((box) => box.id);
  const notified: string[][] = [];
  scene.subscribe(({ nodes }) => notified.push([...nodes]));
  store.select(['a']);
  // Nothing covers it: nothing is drawn anew.
  expect([order(), notified]).toEqual([['a', 'b', 'c'], []]);
  scene.setDragged(new Map([['a', { x: 590, y: 10 }]]));
  expect(order()).toEqual(['b', 'c', 'a']);
  expect(notified.at(-1)).toEqual(['a']);
  scene.setDragged(new Map());
  store.applyEdit('move', [{ op: 'moveNode', nodeId: 'b', position: { x: 20, y: 10 } }]);
  store.select(['b']);
  expect(order()).toEqual(['c', 'a', 'b']);
  store.selectAll();
  expect(order()).toEqual(['c', 'a', 'b']);
});

it('keeps the layout of a node that only moved or holds another value', () => {
  const store = new EditorStore(start, emptyCatalog);
  const scene = new Scene(store, catalog);
  const set = (value: string): void => {
    store.applyEdit('type', [
      { op: 'setNodeInput', nodeId: 'b', input: 'x', value: { type: 'string', value } },
    ]);
  };
  set('one');
  const { layout } = scene.box('b')!;
  set('two');
  store.applyEdit('move', [{ op: 'moveNode', nodeId: 'b', position: { x: 5, y: 5 } }]);
  expect(scene.box('b')!.layout).toBe(layout);
  store.applyEdit('connect', [{ op: 'connect', from: ['c', 'text'], to: ['b', 'y'] }]);
  expect(scene.box('b')!.layout).not.toBe(layout);
});

it('knows whether operations come to nothing, as comparing the graphs does', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 8 }), (operations) => {
      const expected = sameGraph(applyLenient(structuredClone(start), operations).graph, start);
      expect(isNoOp(start, operations)).toBe(expected);
    }),
  );
});
