import { expect, it } from 'vitest';
import { CARD_HEIGHT, type Card, type DiffScene } from './diff-scene.ts';
import { paintDiff, type DiffColors } from './paint-diff.ts';

const byKind = { added: '#0a0', removed: '#a00', changed: '#aa0', moved: '#00a' };
const colors: DiffColors = {
  node: '#fff',
  line: '#888',
  text: '#000',
  faint: '#444',
  accent: '#fa0',
  canvas: '#eee',
  kind: byKind,
  soft: byKind,
  font: 'sans-serif',
};

/** The words that are drawn on one card at a zoom, with the edges of their letters. Canvas units. */
function wordsAt(zoom: number, kind: Card['kind']) {
  const card = { id: 'a', x: 0, y: 0, kind, was: null } as unknown as Card;
  const scene = { cards: [card], wires: [], bounds: null } as unknown as DiffScene;
  const drawn: { text: string; top: number; bottom: number }[] = [];
  const state: Record<string, unknown> = {
    font: '',
    measureText: (text: string) => ({ width: text.length * 8 }),
    fillText: (text: string, _x: number, y: number) => {
      const half = Number(/[\d.]+px/.exec(String(state['font']))![0].slice(0, -2)) / 2;
      drawn.push({ text, top: y - half, bottom: y + half });
    },
  };
  const context = new Proxy(state, {
    get: (target, name) => target[String(name)] ?? (() => undefined),
  }) as unknown as CanvasRenderingContext2D;
  paintDiff(context, {
    scene,
    colors,
    view: { x: 0, y: 0, zoom },
    size: { width: 600, height: 400 },
    selectedId: null,
    nameOf: () => 'Sharpen',
  });
  return drawn;
}

it.each([1, 0.7, 0.51, 0.4, 0.3])('at a zoom of %f the words of a node lie within its card', (zoom) => {
  for (const kind of ['added', null] as const) {
    const words = wordsAt(zoom, kind);
    expect(words.map(({ text }) => text).join(' ')).toMatch(kind === null ? /^Sharpen$/ : /\+.*$/);
    // One below the other.
    let free = 0;
    for (const { top, bottom } of words) {
      expect(top).toBeGreaterThanOrEqual(free);
      free = bottom;
    }
    expect(free).toBeLessThanOrEqual(CARD_HEIGHT - 4);
  }
});
