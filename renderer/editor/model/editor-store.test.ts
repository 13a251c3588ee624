import { inputKey } from '#shared/graph/keys.ts';
import * as fc from '#shared/testing/property.ts';
import { describe, expect, it } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import { sameGraph } from '#shared/graph/diff.ts';
import { applyLenient } from '#shared/graph/operations.ts';
import type { Graph } from '#shared/graph/types.ts';
import { coalesce } from '#shared/graph/coalesce.ts';
import { emptyCatalog } from '../testing/three-nodes.ts';
import { EditorStore } from './editor-store.ts';
import { HISTORY_DEPTH } from './history.ts';

const graph: Graph = {
  nodes: ['a', 'b', 'c'].map((id, index) => ({
    id,
    type: 'text/join',
    title: null,
    position: { x: index * 300, y: 0 },
    inputs: {},
  })),
  connections: [{ from: ['a', 'text'], to: ['b', 'a'] }],
};
const typed = (value: string): PatchOperation => ({
  op: 'setNodeInput',
  nodeId: 'a',
  input: 'text',
  value: { type: 'string', value },
});

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const pin = fc.constantFrom('x', 'y');
const anyOperation: fc.Arbitrary<PatchOperation> = fc.oneof(
  fc.record({
    op: fc.constant('addNode' as const),
    node: fc.record({ id, type: fc.constant('text/join'), inputs: fc.constant({}) }),
  }),
  fc.record({ op: fc.constant('removeNode' as const), nodeId: id }),
  fc.record({ op: fc.constant('connect' as const), from: fc.tuple(id, pin), to: fc.tuple(id, pin) }),
  fc.record({ op: fc.constant('disconnect' as const), from: fc.tuple(id, pin), to: fc.tuple(id, pin) }),
  fc.record({
    op: fc.constant('setNodeInput' as const),
    nodeId: id,
    input: pin,
    value: fc.record({ type: fc.constant('number'), value: fc.integer() }),
  }),
  fc.record({ op: fc.constant('removeNodeInput' as const), nodeId: id, input: pin }),
  fc.record({
    op: fc.constant('moveNode' as const),
    nodeId: id,
    position: fc.record({ x: fc.integer({ min: -99, max: 99 }), y: fc.integer({ min: -99, max: 99 }) }),
  }),
  fc.record({ op: fc.constant('setNodeTitle' as const), nodeId: id, title: fc.string() }),
);
/** Random operations, cut down to those that apply one after the other. */
const applicable = fc.array(anyOperation, { maxLength: 30 }).map((all) => applyLenient(graph, all).applied);

describe('coalesce', () => {
  it('gives the same graph in no more operations', () => {
    fc.assert(
      fc.property(applicable, (operations) => {
        const fewer = coalesce(operations);
        expect(fewer.length).toBeLessThanOrEqual(operations.length);
        const whole = applyLenient(graph, operations);
        const short = applyLenient(graph, fewer);
        expect(short.refused).toEqual([]);
        expect(sameGraph(short.graph, whole.graph)).toBe(true);
      }),
      { numRuns: fc.runs(400) },
    );
  });

  it('makes one operation of typing in a field', () => {
    expect(coalesce([typed('h'), typed('he'), typed('hey')])).toEqual([typed('hey')]);
  });
});

describe('EditorStore', () => {
  it('undoes and redoes any sequence of edits exactly', () => {
    fc.assert(
      fc.property(applicable, (operations) => {
        const store = new EditorStore(graph, emptyCatalog);
        for (const operation of operations) store.applyEdit('edit', [operation]);
        const after = store.getGraph();
        while (store.undo() !== null);
        expect(sameGraph(store.getGraph(), graph)).toBe(true);
        while (store.redo() !== null);
        expect(sameGraph(store.getGraph(), after)).toBe(true);
      }),
      { numRuns: fc.runs(200) },
    );
  });

  it('keeps its indexes equal to the graph', () => {
    fc.assert(
      fc.property(applicable, (operations) => {
        const store = new EditorStore(graph, emptyCatalog);
        for (const operation of operations) store.applyEdit('edit', [operation]);
        const now = store.getGraph();
        expect([...store.wires().values()].length).toBe(now.connections.length);
        for (const node of now.nodes) expect(store.getNode(node.id)).toBe(node);
        const there = ['a', 'b', 'c', 'd', 'e'].filter((one) => store.getNode(one) !== undefined);
        expect(there).toEqual(now.nodes.map((node) => node.id).sort());
      }),
    );
  });

  it('merges typing in one field into one step until the field is left', () => {
    const store = new EditorStore(graph, emptyCatalog);
    for (const text of ['h', 'he', 'hey']) store.applyEdit('type', [typed(text)], { mergeKey: 'a.text' });
    store.history.seal();
    store.applyEdit('type', [typed('hey!')], { mergeKey: 'a.text' });
    store.undo();
    expect(store.getNode('a')?.inputs?.['text']?.value).toBe('hey');
    store.undo();
    expect(store.getNode('a')?.inputs?.['text']).toBeUndefined();
    expect(store.history.canUndo).toBe(false);
  });

  it('makes one step of a marked gesture, and Escape goes back to the mark', () => {
    const store = new EditorStore(graph, emptyCatalog);
    const move = (x: number): PatchOperation => ({ op: 'moveNode', nodeId: 'a', position: { x, y: 0 } });
    store.mark('move');
    for (let x = 1; x <= 20; x += 1) store.applyEdit('move', [move(x)]);
    store.release();
    expect(store.history.depth).toBe(1);
    store.mark('move');
    store.applyEdit('move', [move(500)]);
    store.bail();
    expect(store.getNode('a')?.position?.x).toBe(20);
    expect(store.history.depth).toBe(1);
  });

  it('keeps 500 steps and forgets the oldest', () => {
    const store = new EditorStore(graph, emptyCatalog);
    for (let count = 0; count < HISTORY_DEPTH + 20; count += 1)
      store.applyEdit('type', [typed(String(count))]);
    let undone = 0;
    while (store.undo() !== null) undone += 1;
    expect(undone).toBe(HISTORY_DEPTH);
    expect(store.getNode('a')?.inputs?.['text']?.value).toBe('19');
  });

  it('never undoes what someone else did', () => {
    const store = new EditorStore(graph, emptyCatalog);
    store.applyEdit('type', [typed('mine')]);
    const theirs = applyLenient(store.getGraph(), [{ op: 'setNodeTitle', nodeId: 'b', title: 'Theirs' }]);
    store.adoptRemote(theirs.graph);
    store.undo();
    expect(store.getNode('b')?.title).toBe('Theirs');
    expect(store.getNode('a')?.inputs?.['text']).toBeUndefined();
  });

  it('undoes what is left when someone else deleted part of a step', () => {
    const store = new EditorStore(graph, emptyCatalog);
    store.applyEdit('move 2 nodes', [
      { op: 'moveNode', nodeId: 'a', position: { x: 9, y: 9 } },
      { op: 'moveNode', nodeId: 'c', position: { x: 9, y: 9 } },
    ]);
    store.adoptRemote(applyLenient(store.getGraph(), [{ op: 'removeNode', nodeId: 'c' }]).graph);
    store.undo();
    expect(store.getNode('a')?.position).toEqual({ x: 0, y: 0 });
  });

  it('wakes only the listeners of what changed', () => {
    const store = new EditorStore(graph, emptyCatalog);
    const woken: string[] = [];
    for (const one of ['a', 'b', 'c']) store.subscribeNode(one, () => woken.push(one));
    store.applyEdit('type', [typed('x')]);
    expect(woken).toEqual(['a']);
    store.applyEdit('disconnect', [{ op: 'disconnect', from: ['a', 'text'], to: ['b', 'a'] }]);
    expect(woken.slice(1).sort()).toEqual(['a', 'b']);
    store.select(['c']);
    expect(woken.at(-1)).toBe('c');
  });

  it('says that another set is selected when a selected node or wire goes', () => {
    const store = new EditorStore(graph, emptyCatalog);
    store.select(['a', 'c']);
    const before = store.selectedNodes;
    store.applyEdit('delete', [{ op: 'removeNode', nodeId: 'c' }]);
    expect(store.selectedNodes).not.toBe(before);
    expect([...store.selectedNodes]).toEqual(['a']);
    expect([...before]).toEqual(['a', 'c']);
    store.select([], [inputKey(['b', 'a'])]);
    const wires = store.selectedWires;
    store.applyEdit('disconnect', [{ op: 'disconnect', from: ['a', 'text'], to: ['b', 'a'] }]);
    expect(store.selectedWires).not.toBe(wires);
    expect(store.selectedWires.size).toBe(0);
  });

  it('refuses a whole edit when one operation does not fit, and records nothing', () => {
    const store = new EditorStore(graph, emptyCatalog);
    const applied = store.applyEdit('edit', [typed('x'), { op: 'removeNode', nodeId: 'nowhere' }]);
    expect(applied.ok).toBe(false);
    expect(store.getGraph()).toBe(graph);
    expect(store.history.canUndo).toBe(false);
  });
});

describe('what the service changes at our wish', () => {
  const applied: PatchOperation = {
    op: 'addNode',
    node: { id: 'applied-sky', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
  };
  const withTheirs: PatchOperation[] = [{ op: 'setNodeTitle', nodeId: 'c', title: 'Theirs' }];

  it('is one undo step, which leaves alone what others changed at the same time', () => {
    const store = new EditorStore(graph, emptyCatalog);
    store.expectRemote('apply 1 output', [applied]);
    store.adoptRemote(applyLenient(graph, withTheirs).graph);
    expect(store.history.canUndo).toBe(false);
    store.adoptRemote(applyLenient(graph, [...withTheirs, applied]).graph);
    expect(store.history.undoLabel).toBe('apply 1 output');
    store.undo();
    expect(store.getNode('applied-sky')).toBeUndefined();
    expect(store.getNode('c')?.title).toBe('Theirs');
    store.redo();
    expect(store.getNode('applied-sky')).toBeDefined();
  });

  it('is announced as an edit only when it is undone: the service has it already', () => {
    const store = new EditorStore(graph, emptyCatalog);
    const edits: string[] = [];
    store.onEdit(({ label }) => void edits.push(label));
    store.expectRemote('apply 1 output', [applied]);
    store.adoptRemote(applyLenient(graph, [applied]).graph);
    expect(edits).toEqual([]);
    store.undo();
    expect(edits).toEqual(['undo apply 1 output']);
  });

  it('counts as an update too: an input node that holds the new result', () => {
    const store = new EditorStore(graph, emptyCatalog);
    store.expectRemote('apply 1 output', [typed('new')]);
    store.adoptRemote(applyLenient(graph, [typed('new')]).graph);
    store.undo();
    expect(store.getNode('a')?.inputs?.['text']).toBeUndefined();
  });
});
