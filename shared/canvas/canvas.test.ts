import { describe, expect, it } from 'vitest';
import { CANVAS_KEY, emptyCanvas, canvasOnly, type CanvasItems } from './items.ts';
import { readCanvas, writeCanvas } from './metadata.ts';
import { selectedOperation, mergeCanvas } from './merge.ts';
import { inputKey } from '../graph/keys.ts';
import { applyCanvas, renameCanvas, type CanvasOperation } from './operations.ts';

const note = { text: 'Look', position: { x: 0, y: 0 }, size: { width: 200, height: 100 } };
const run = (items: CanvasItems, ...operations: CanvasOperation[]) =>
  operations.reduce((now, operation) => {
    const applied = applyCanvas(now, operation);
    if (!applied.ok) throw new Error(applied.reason);
    return applied.items;
  }, items);
const put = (id: string): CanvasOperation => ({ op: 'setCanvasItem', kind: 'notes', id, item: note });
const set = (field: string, value: unknown): CanvasOperation => ({
  op: 'setCanvasField',
  kind: 'notes',
  id: 'a',
  field,
  value,
});

describe('canvas items in metadata', () => {
  it('keeps foreign keys and reads back what it wrote', () => {
    const items = run(emptyCanvas(), put('a'));
    const written = writeCanvas({ client: 'North' }, items);
    expect(written).toEqual({ ok: true, metadata: { client: 'North', [CANVAS_KEY]: canvasOnly(items) } });
  });

  it.each([{ version: 2 }, { version: 1, notes: 7 }, 'text', null])('never writes over %j', (stored) => {
    const metadata = { [CANVAS_KEY]: stored };
    expect(readCanvas(metadata).ok).toBe(false);
    expect(writeCanvas(metadata, emptyCanvas()).ok).toBe(false);
  });

  it('refuses more than the service takes', () => {
    expect(writeCanvas({ client: 'x'.repeat(256 * 1024) }, emptyCanvas()).ok).toBe(false);
  });

  it('refuses a title of 10,000 characters', () => {
    const item = { ...note, text: undefined, title: 'x'.repeat(10_000) };
    expect(applyCanvas(emptyCanvas(), { op: 'setCanvasItem', kind: 'frames', id: 'f', item }).ok).toBe(false);
  });
});

describe('operations on canvas items', () => {
  it.each([put('b'), set('text', 'New'), set('color', '#112233'), { ...put('a'), item: null }])(
    'undoes %j',
    (operation) => {
      const before = run(emptyCanvas(), put('a'));
      const applied = applyCanvas(before, operation);
      if (!applied.ok) throw new Error(applied.reason);
      expect(applied.items).not.toEqual(before);
      expect(run(applied.items, applied.inverse)).toEqual(before);
    },
  );

  it('merges different fields to the same from both sides, and clashes on one field', () => {
    const base = run(emptyCanvas(), put('a'));
    const mine = run(base, set('text', 'Mine'), put('b'));
    const theirs = run(base, set('color', '#112233'));
    const here = run(theirs, ...mergeCanvas(base, mine, theirs).operations);
    expect(here).toEqual(run(mine, ...mergeCanvas(base, theirs, mine).operations));
    const { clashes } = mergeCanvas(base, mine, run(base, set('text', 'Theirs')));
    expect(clashes).toEqual([
      { of: 'canvas', kind: 'notes', id: 'a', field: 'text', mine: 'Mine', theirs: 'Theirs' },
    ]);
    expect(clashes.map(selectedOperation)).toEqual([set('text', 'Mine')]);
  });
});

it('points of wires follow nodes that got other ids', () => {
  const points = [{ x: 1, y: 2 }];
  const put: CanvasOperation = {
    op: 'setCanvasItem',
    kind: 'reroutes',
    id: inputKey(['b', 'image']),
    item: { from: ['a', 'image'], points },
  };
  expect(renameCanvas(put, (id) => `${id}2`)).toEqual({
    ...put,
    id: inputKey(['b2', 'image']),
    item: { from: ['a2', 'image'], points },
  });
});
