import { expect, it } from 'vitest';
import type { CanvasKind } from '#shared/canvas/items.ts';
import type { ClashOf } from '#shared/documents/clash.ts';
import { canvasClashValue } from './canvas-clash.ts';

type CanvasClash = ClashOf<'canvas', CanvasKind>;

const clash = (kind: CanvasKind, field: string, mine: unknown): CanvasClash => ({
  of: 'canvas',
  kind,
  id: 'a',
  field,
  mine,
  theirs: undefined,
});
const sides = (of: CanvasClash) => [canvasClashValue(of, 'mine'), canvasClashValue(of, 'theirs')];

it('what two people made of a frame or node is told in words and not as data', () => {
  const held = { nodes: ['x', 'y'], items: [] };
  expect(sides(clash('frames', 'collapsed', held))).toEqual(['one tile, 2 nodes', 'open']);
  expect(sides(clash('nodes', 'collapsed', 'changed'))).toEqual([
    'only what is connected or changed',
    'all inputs',
  ]);
  expect(sides(clash('nodes', 'frozen', { image: { type: 'text', value: 'x' } }))).toEqual([
    'frozen, with a result',
    'not frozen',
  ]);
  expect(sides(clash('nodes', 'muted', true))).toEqual(['muted', 'not muted']);
  expect(sides(clash('frames', 'title', 'Look'))).toEqual(['Look', 'empty']);
});
