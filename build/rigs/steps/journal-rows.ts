import { readChannelCall } from '#core/http/read-channel-call.ts';
import { advanceJournal } from '#core/journal/journal-contents.ts';
import { encodeLines, readJournalText } from '#core/journal/journal-file.ts';
import type { PatchOperation } from '#shared/api/index.ts';
import { CANVAS_KEY, emptyCanvas } from '#shared/canvas/items.ts';
import { mergeCanvas } from '#shared/canvas/merge.ts';
import { readCanvas } from '#shared/canvas/metadata.ts';
import {
  applyAllCanvas,
  applyCanvasLenient,
  coalesceCanvas,
  type CanvasOperation,
} from '#shared/canvas/operations.ts';
import { deskRoutes, type JournalEntry, type UndoChange } from '#shared/desk/index.ts';
import { validate } from '#shared/reading/index.ts';
import { advanceUndoAll, noUndo, rebaseEntries } from '#shared/graph-saving/index.ts';
import { addNode, node } from './graph-parts.ts';
import { list, type StepsRow } from './row.ts';

/** What pages send to the desktop process, and the canvas items in it, in the shapes that take longest. */

const entry = (id: string, operations: PatchOperation[] = [], canvas?: CanvasOperation[]): JournalEntry => ({
  id,
  label: 'l',
  at: '2026-01-01T00:00:00Z',
  baseVersion: 1,
  operations,
  ...(canvas && { canvas }),
});
const step = (operations: PatchOperation[] = []) => ({
  label: 'l',
  forward: operations,
  backward: operations,
  mergeKey: null,
});

const note = (fields: object = {}) => ({
  text: 't',
  position: { x: 0, y: 0 },
  size: { width: 10, height: 10 },
  ...fields,
});
const setNote = (id: string, fields?: object): CanvasOperation => ({
  op: 'setCanvasItem',
  kind: 'notes',
  id,
  item: note(fields),
});
const canvas = (base: number, operationsOf: (count: number) => CanvasOperation[]): StepsRow => ({
  base,
  prepare(count) {
    const operations = operationsOf(count);
    return () => {
      const { items } = applyCanvasLenient(emptyCanvas(), operations);
      const applied = applyAllCanvas(emptyCanvas(), operations);
      if (applied.ok) applyAllCanvas(applied.items, applied.inverse);
      coalesceCanvas(operations);
      readCanvas({ [CANVAS_KEY]: items });
      mergeCanvas(emptyCanvas(), items, emptyCanvas());
    };
  },
});

const undo = (base: number, changesOf: (count: number) => UndoChange[]): StepsRow => ({
  base,
  prepare(count) {
    const changes = changesOf(count);
    return () => advanceUndoAll(noUndo, changes);
  },
});

const channel = (base: number, bodyOf: (count: number) => unknown): StepsRow => ({
  base,
  prepare(count) {
    const message = JSON.stringify({
      id: 1,
      call: 'appendJournal',
      params: { connectionId: 'c', projectId: 'p' },
      body: bodyOf(count),
    });
    return () => {
      const call = readChannelCall(message);
      if ('call' in call) validate(deskRoutes[call.call].body, call.body);
    };
  },
});
export const journalRows: Readonly<Record<string, StepsRow>> = {
  'journal, edits': {
    base: 100,
    prepare: (count) => {
      const lines = list(count, (at) => ({ t: 'entry' as const, entry: entry(`e${at}`) }));
      const text = encodeLines(lines);
      return () => readJournalText(text);
    },
  },
  'journal, edits of one id': {
    base: 100,
    prepare: (count) => {
      const text = encodeLines(list(count, () => ({ t: 'entry' as const, entry: entry('e') })));
      return () => readJournalText(text);
    },
  },
  'journal, edits that are taken one by one': {
    base: 60,
    prepare: (count) => {
      const lines = list(count, (at) => ({ t: 'entry' as const, entry: entry(`e${at}`) }));
      const text = encodeLines([
        ...lines,
        ...list(count, (at) => ({ t: 'taken' as const, entryIds: [`e${at}`] })),
      ]);
      return () => readJournalText(text);
    },
  },
  'journal, requests': {
    base: 60,
    prepare: (count) => {
      const sending = list(count, (at) => ({
        t: 'sending' as const,
        inFlight: { idempotencyKey: `k${at}`, expectedVersion: 1, entryIds: [`e${at}`] },
      }));
      const text = encodeLines([
        ...list(count, (at) => ({ t: 'entry' as const, entry: entry(`e${at}`) })),
        ...sending,
      ]);
      return () => readJournalText(text);
    },
  },
  'journal, edits that replace others': {
    base: 60,
    prepare: (count) => {
      const { state } = readJournalText(
        encodeLines(list(count, (at) => ({ t: 'entry' as const, entry: entry(`e${at}`) }))),
      );
      return () =>
        advanceJournal(state, [
          {
            t: 'replaced',
            entryIds: list(count, (at) => `e${at}`),
            entries: list(count, (at) => entry(`e${at}`)),
          },
        ]);
    },
  },
  'journal, edits on what others saved': {
    base: 40,
    prepare: (count) => {
      const edits = list(count, (at) =>
        entry(`e${at}`, [{ op: 'setNodeTitle', nodeId: `n${at}`, title: 't' }], [setNote(`a${at}`)]),
      ).map((edit, at) => ({ ...edit, base: { nodes: [node(`n${at}`)], connections: [] } }));
      return () => rebaseEntries(edits.slice(0, count / 2), edits.slice(count / 2));
    },
  },

  'undo, steps': undo(400, (count) => list(count, () => ({ do: 'push' as const, step: step() }))),
  'undo, typing': undo(200, (count) => list(count, () => ({ do: 'merge' as const, step: step() }))),
  'undo, back and forth': undo(400, (count) => [
    ...list(count, () => ({ do: 'push' as const, step: step() })),
    ...list(count, () => ({ do: 'undo' as const })),
    ...list(count, () => ({ do: 'redo' as const })),
  ]),
  'undo, other ids of one large step': undo(60, (count) => [
    { do: 'push', step: step(list(count, (at) => addNode(`n${at}`))) },
    ...list(count, (at) => ({ do: 'rename' as const, ids: { [`n${at}`]: `m${at}` } })),
  ]),
  'undo, windows that are gone': undo(200, (count) => [
    ...list(500, () => ({ do: 'push' as const, step: step() })),
    ...list(count, () => ({ do: 'adopt' as const, from: [null], by: 'w' })),
  ]),

  'channel, edits': channel(60, (count) => ({ writer: 'w', entries: list(count, (at) => entry(`e${at}`)) })),
  'channel, edits that are none': channel(300, (count) => ({
    writer: 'w',
    entries: list(count, () => ({})),
  })),
  'channel, one large edit': channel(80, (count) => ({
    writer: 'w',
    entries: [
      entry(
        'e',
        list(count, (at) => addNode(`n${at}`)),
      ),
    ],
  })),
  'channel, operations that are none': channel(300, (count) => ({
    writer: 'w',
    entries: [{ ...entry('e'), operations: list(count, () => ({ op: 'x' })) }],
  })),
  'channel, fields that nobody knows': channel(400, (count) => ({
    writer: 'w',
    entries: [],
    ...Object.fromEntries(list(count, (at) => [`x${at}`, at])),
  })),
  'channel, lists in lists': channel(20, (count) => JSON.parse(`${'['.repeat(count)}${']'.repeat(count)}`)),

  'canvas, notes': canvas(40, (count) => list(count, (at) => setNote(`n${at}`))),
  'canvas, one note again and again': canvas(40, (count) =>
    list(count, (at) => setNote('n', { text: `${at}` })),
  ),
  'canvas, one field again and again': canvas(40, (count) => [
    ...list(count, (at) => setNote(`n${at}`)),
    ...list(count, (at): CanvasOperation => ({
      op: 'setCanvasField',
      kind: 'notes',
      id: `n${at}`,
      field: 'text',
      value: 'x',
    })),
  ]),
  'canvas, notes come and go': canvas(40, (count) => [
    ...list(count, (at) => setNote(`n${at}`)),
    ...list(count, (at): CanvasOperation => ({
      op: 'setCanvasItem',
      kind: 'notes',
      id: `n${at}`,
      item: null,
    })),
  ]),
  'canvas, fields of what is not there': canvas(100, (count) =>
    list(count, (at): CanvasOperation => ({
      op: 'setCanvasField',
      kind: 'notes',
      id: `n${at}`,
      field: 'text',
      value: 'x',
    })),
  ),
};
