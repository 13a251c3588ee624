import { describe, expect, it } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import { emptyCanvas, type CanvasItems } from '#shared/canvas/items.ts';
import { applyAllCanvas, type CanvasOperation } from '#shared/canvas/operations.ts';
import type { UndoChange } from '#shared/desk/index.ts';
import { sameGraph } from '#shared/graph/diff.ts';
import { applyOperations } from '#shared/graph/operations.ts';
import type { Graph } from '#shared/graph/types.ts';
import { advanceUndo, noUndo, queueUndo, finishedUndo } from '#shared/graph-saving/index.ts';
import * as fc from '#shared/testing/property.ts';
import { emptyCatalog } from '../testing/three-nodes.ts';
import { EditorStore } from './editor-store.ts';

const start: Graph = {
  nodes: ['a', 'b'].map((id) => ({
    id,
    type: 'text/join',
    title: null,
    position: { x: 0, y: 0 },
    inputs: {},
  })),
  connections: [],
};
const set = (nodeId: string, value: number): PatchOperation => ({
  op: 'setNodeInput',
  nodeId,
  input: 'amount',
  value: { type: 'number', value },
});

/** What one act wrote to the journal: edits and changes of the history, together or not at all. */
interface Write {
  operations: PatchOperation[];
  canvas: CanvasOperation[];
  history: UndoChange[];
}

/** A document whose journal is a list of writes. */
function recorded() {
  const store = new EditorStore(start, emptyCatalog);
  const writes: Write[] = [];
  let write: Write = { operations: [], canvas: [], history: [] };
  store.history.onChange((change) => queueUndo(write.history, change));
  store.onEdit(({ operations, canvas }) => {
    write.operations.push(...operations);
    write.canvas.push(...canvas);
  });
  return {
    store,
    writes,
    act: (what: () => void) => {
      what();
      if (write.operations.length + write.canvas.length + write.history.length > 0) writes.push(write);
      write = { operations: [], canvas: [], history: [] };
    },
  };
}

/** The document as a window finds it after a kill that left these writes. */
function reopened(writes: readonly Write[]): EditorStore {
  const applied = applyOperations(
    start,
    writes.flatMap(({ operations }) => operations),
  );
  if (!applied.ok) throw new Error(applied.rejection.reason);
  const canvas = applyAllCanvas(
    emptyCanvas(),
    writes.flatMap((write) => write.canvas),
  );
  if (!canvas.ok) throw new Error(canvas.reason);
  const store = new EditorStore(applied.graph, emptyCatalog, { items: canvas.items, problem: null });
  store.history.restore(finishedUndo(writes.flatMap(({ history }) => history).reduce(advanceUndo, noUndo)));
  return store;
}

const amountOf = (store: EditorStore, id: string): unknown => store.getNode(id)?.inputs?.['amount']?.value;

describe('a gesture', () => {
  it('that was killed before its release is one step to undo, with redo after it', () => {
    const { store, writes, act } = recorded();
    act(() => store.applyEdit('edit', [set('a', 1)]));
    act(() => store.mark('change amount'));
    for (const value of [2, 3, 4]) act(() => store.applyEdit('edit', [set('a', value)]));
    for (const [count, shows] of [
      [2, 2],
      [3, 3],
      [4, 4],
    ]) {
      const again = reopened(writes.slice(0, count));
      expect([amountOf(again, 'a'), again.history.depth, again.history.undoLabel]).toEqual([
        shows,
        2,
        'change amount',
      ]);
      again.undo();
      expect(amountOf(again, 'a')).toBe(1);
      again.redo();
      expect(amountOf(again, 'a')).toBe(shows);
    }
  });

  it('that is given up leaves what could be redone', () => {
    const { store, writes, act } = recorded();
    act(() => store.applyEdit('edit', [set('a', 1)]));
    act(() => store.undo());
    act(() => store.mark('change amount'));
    act(() => store.applyEdit('edit', [set('a', 5)]));
    act(() => store.bail());
    expect([store.history.canUndo, store.history.canRedo]).toEqual([false, true]);
    const again = reopened(writes);
    expect([again.history.canUndo, again.history.canRedo]).toEqual([false, true]);
    again.redo();
    expect(amountOf(again, 'a')).toBe(1);
  });

  it('cannot be undone while it is held', () => {
    const { store, act } = recorded();
    act(() => store.applyEdit('edit', [set('a', 1)]));
    act(() => store.mark('change amount'));
    act(() => store.applyEdit('edit', [set('a', 2)]));
    expect([store.undo(), store.redo(), amountOf(store, 'a')]).toEqual([null, null, 2]);
  });
});

type Act =
  | { do: 'edit' | 'type'; operation: PatchOperation; canvas: CanvasOperation[] }
  | { do: 'leave-field' | 'mark' | 'release' | 'bail' | 'undo' | 'redo' };

const nodeId = fc.constantFrom('a', 'b', 'c');
const operation: fc.Arbitrary<PatchOperation> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(nodeId, fc.nat(5)).map(([id, value]) => set(id, value)) },
  fc.constant<PatchOperation>({ op: 'addNode', node: { id: 'c', type: 'text/join', inputs: {} } }),
  nodeId.map((id): PatchOperation => ({ op: 'removeNode', nodeId: id })),
  fc.constant<PatchOperation>({ op: 'connect', from: ['a', 'text'], to: ['b', 'text'] }),
  fc.constant<PatchOperation>({ op: 'disconnect', from: ['a', 'text'], to: ['b', 'text'] }),
);
const canvasItem = fc.record({
  text: fc.constantFrom('x', 'y', 'z'),
  position: fc.record({ x: fc.nat(9), y: fc.nat(9) }),
  size: fc.constant({ width: 20, height: 10 }),
});
const canvasOperation: fc.Arbitrary<CanvasOperation> = fc.oneof(
  fc.record({
    op: fc.constant('setCanvasItem' as const),
    kind: fc.constant('notes' as const),
    id: nodeId,
    item: fc.option(canvasItem),
  }),
  fc.record({
    op: fc.constant('setCanvasField' as const),
    kind: fc.constant('notes' as const),
    id: nodeId,
    field: fc.constant('text'),
    value: fc.constantFrom('v', 'w'),
  }),
);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('edit' as const, 'type' as const),
      operation,
      canvas: fc.array(canvasOperation, { maxLength: 2 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('leave-field', 'mark', 'release', 'bail', 'undo', 'redo' as const),
    }),
  },
);

describe('the history in the journal', () => {
  it('takes everything back after a kill at any write, whatever was done, held or given up', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const { store, writes, act: perform } = recorded();
        for (const one of acts) {
          perform(() => {
            switch (one.do) {
              case 'edit':
                return void store.applyEdit('edit', [one.operation], { canvas: one.canvas });
              case 'type':
                return void store.applyEdit('type', [one.operation], {
                  mergeKey: 'field',
                  canvas: one.canvas,
                });
              case 'leave-field':
                return store.history.seal();
              case 'mark':
                return store.mark('gesture');
              case 'undo':
              case 'redo':
                return void store[one.do]();
              default:
                return store[one.do]();
            }
          });
        }
        for (let count = 0; count <= writes.length; count += 1) {
          const again = reopened(writes.slice(0, count));
          const shown = again.getGraph();
          const items: CanvasItems = again.canvas.items;
          let steps = 0;
          while (again.undo() !== null) steps += 1;
          expect(sameGraph(again.getGraph(), start)).toBe(true);
          expect(again.canvas.items).toEqual(emptyCanvas());
          while (steps > 0) {
            again.redo();
            steps -= 1;
          }
          expect(sameGraph(again.getGraph(), shown)).toBe(true);
          expect(again.canvas.items).toEqual(items);
        }
      }),
      { numRuns: fc.runs(300) },
    );
  });

  it('needs of changes that wait together only the last word', () => {
    const step = (value: number) => ({ label: 's', forward: [set('a', value)], backward: [], mergeKey: 'k' });
    const change: fc.Arbitrary<UndoChange> = fc.oneof(
      fc.record({ do: fc.constantFrom('push', 'merge', 'hold' as const), step: fc.nat(9).map(step) }),
      fc.record({ do: fc.constantFrom('undo', 'redo', 'release', 'bail' as const) }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const waiting: UndoChange[] = [];
        for (const one of changes) queueUndo(waiting, one);
        expect(waiting.reduce(advanceUndo, noUndo)).toEqual(changes.reduce(advanceUndo, noUndo));
      }),
    );
  });
});
