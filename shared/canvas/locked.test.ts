import { expect, it } from 'vitest';
import { CanvasItems } from './items.ts';
import { omitLockedItems } from './locked.ts';
import type { CanvasOperation } from './operations.ts';

const size = { width: 200, height: 100 };
const position = { x: 0, y: 0 };
const items = CanvasItems.parse({
  version: 1,
  frames: { held: { position, size, locked: true }, free: { position, size } },
  notes: { held: { text: '', position, size, locked: true } },
});

it('keeps locked frames and notes from being moved, resized, written in and removed, and lets the rest through', () => {
  const set = (kind: 'frames' | 'notes', field: string, value?: unknown): CanvasOperation => ({
    op: 'setCanvasField',
    kind,
    id: 'held',
    field,
    value,
  });
  const rejected = [
    set('frames', 'position', { x: 1, y: 1 }),
    set('frames', 'size', size),
    set('frames', 'title', 'Other'),
    { op: 'setCanvasItem', kind: 'frames', id: 'held', item: null } as const,
    set('notes', 'text', 'Other'),
  ];
  const allowed: CanvasOperation[] = [
    set('frames', 'color', '#112233'),
    set('frames', 'collapsed'),
    set('frames', 'locked'),
    set('notes', 'locked'),
    { op: 'setCanvasItem', kind: 'frames', id: 'free', item: null },
    // A node of that name is another thing.
    { op: 'setCanvasItem', kind: 'nodes', id: 'held', item: null },
  ];
  expect(omitLockedItems([...rejected, ...allowed], items)).toEqual({
    allowed,
    rejected: [
      { kind: 'frames', id: 'held' },
      { kind: 'notes', id: 'held' },
    ],
  });
});
