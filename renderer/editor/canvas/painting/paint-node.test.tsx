import { describe, expect, it } from 'vitest';
import type { NodeRunState } from '#renderer/model/node-run-state.ts';
import type { Rect } from '../../geometry.ts';
import type { NodeBox } from '../../scene/scene.ts';
import type { StateMark } from '../../session/node-states.ts';
import { readColors } from './canvas-colors.ts';
import { paintNode } from './paint-node.ts';
import type { Painting } from './painting.ts';

const ran = { phase: 'succeeded', progress: null } as NodeRunState;

/** A node as low as its one row, with what it says of itself. Canvas units. */
const box = (height: number): NodeBox =>
  ({
    id: 'a',
    x: 0,
    y: 0,
    width: 248,
    height,
    layout: { kind: 'text', preview: null, block: null, inputs: [], outputs: [], more: null },
  }) as unknown as NodeBox;

/** Where letters and badges come to lie on one node. Canvas units. */
function paintedOn(node: NodeBox, zoom: number, title: string, marks: readonly StateMark[], own = {}) {
  const words: (Rect & { text: string })[] = [];
  const badges: Rect[] = [];
  const strokes: unknown[] = [];
  const context = new OffscreenCanvas(400, 400).getContext('2d')!;
  context.fillText = (text: string, x: number, y: number) => {
    const { width } = context.measureText(text);
    const height = Number(/[\d.]+(?=px)/.exec(context.font)![0]) * 0.7;
    words.push({ text, x, y: y - height / 2, width, height });
  };
  context.drawImage = (_image: CanvasImageSource, ...[x, y, width, height]: number[]) => {
    badges.push({ x: x!, y: y!, width: width!, height: height! });
  };
  const arc = context.arc.bind(context);
  context.arc = (x, y, radius, from, to) => {
    // The ground of a badge is its largest circle.
    if (marks.length > 0 && from === 0)
      badges.push({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius });
    arc(x, y, radius, from, to);
  };
  context.stroke = () => strokes.push(context.strokeStyle);
  const painting = {
    colors: readColors(document.body),
    zoom,
    detail: 'card',
    highlight: null,
    omitted: new Set(),
    info: {
      list: () => null,
      items: () => null,
      title: () => title,
      run: () => ({ ...ran, ...own }),
      selection: () => new Set(['a']),
      outgrown: () => false,
      marks: () => marks,
      color: () => undefined,
      picture: () => null,
      line: () => null,
      upload: () => null,
    },
  } as unknown as Painting;
  paintNode(context, painting, node);
  return { words, badges, strokes };
}

/** How much of the rectangle of a word a round badge covers. Square pixels on the screen. */
function covered(word: Rect, badge: Rect, zoom: number): number {
  const radius = badge.width / 2;
  let pixels = 0;
  for (let x = 0.5; x < word.width * zoom; x += 1) {
    for (let y = 0.5; y < word.height * zoom; y += 1) {
      const [dx, dy] = [word.x + x / zoom - badge.x - radius, word.y + y / zoom - badge.y - radius];
      if (Math.hypot(dx, dy) < radius) pixels += 1;
    }
  }
  return pixels;
}

describe('the name of a node that is hardly higher than it', () => {
  it.each([
    [0.12, []],
    [0.16, []],
    [0.2, []],
    [0.12, ['locked']],
    [0.16, ['muted']],
    [0.2, ['muted', 'locked']],
    [0.3, ['frozen', 'locked']],
    [0.42, ['frozen', 'locked']],
  ] as const)('can be read beside its badges at a zoom of %f with %j', (zoom, marks) => {
    for (const height of [66, 90, 130]) {
      for (const title of ['Proof', 'Wait for light', 'Gray print', 'Illi']) {
        const { words, badges } = paintedOn(box(height), zoom, title, marks);
        expect(badges.length).toBeGreaterThan(0);
        const [word] = words;
        // Far away a name has its whole row.
        expect(word?.text).toMatch(zoom < 0.26 ? /^.{3}/ : /^./);
        for (const badge of badges) expect(covered(word!, badge, zoom)).toBeLessThanOrEqual(6);
      }
    }
  });
});

it('a node that is selected and runs shows both', () => {
  const { strokes } = paintedOn(box(300), 0.3, 'Wait', [], { phase: 'running' });
  const { accent, running } = readColors(document.body);
  expect(strokes).toEqual(expect.arrayContaining([accent, running]));
});
