// @module-tag long
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Graph, GraphNode } from '#shared/graph/types.ts';
import type { NodePhase, NodeRunState, NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

/** Pixels on the screen; what is smaller must not be drawn as text. */
const MIN_PIXELS = 9;
const ZOOMS = [0.05, 0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.4, 0.45, 0.5, 0.57, 0.65, 0.74, 0.75, 1, 1.5];

const PHASES: NodePhase[] = ['waiting', 'running', 'succeeded', 'cached', 'failed', 'canceled'];
const types = ['input/image', 'image/blur', 'input/text', 'output/value', 'image/resize', 'input/audio'];

const words: GraphNode['inputs'] = { value: { type: 'string', value: 'Some words of a node' } };

const graph: Graph = {
  nodes: types.map((type, index) => ({
    id: `n${index}`,
    type,
    title: index === 1 ? 'A name that is too long for its node' : undefined,
    position: { x: (index % 3) * 320, y: Math.floor(index / 3) * 420 },
    inputs: index === 2 ? words : {},
  })),
  connections: [{ from: ['n0', 'image'], to: ['n1', 'image'] }],
};

const frameItem = { title: 'Dusk', position: { x: -40, y: -80 }, size: { width: 700, height: 420 } };
/** One node more lies in it, wired from outside. */
const tileItem = {
  title: 'Night',
  position: { x: 640, y: 860 },
  size: { width: 400, height: 400 },
  collapsed: { nodes: ['held'], items: [] },
};
const held: GraphNode = { id: 'held', type: 'image/blur', position: { x: 660, y: 900 }, inputs: {} };
const noteItem = { text: 'Due on Friday', position: { x: 700, y: -200 }, size: { width: 240, height: 120 } };

const stateOf = (phase: NodePhase): NodeRunState => ({
  phase,
  progress: null,
  message: phase === 'failed' ? 'It did not work.' : null,
  outputs: null,
  key: null,
  reusable: null,
  startedAt: '2020-01-01T00:00:00Z',
  durationMs: 2000,
});
const states = new Map(types.map((_type, index) => [`n${index}`, stateOf(PHASES[index]!)]));
const runTable: NodeRunTable = {
  get: (id) => states.get(id),
  resultOf: () => undefined,
  subscribe: () => () => undefined,
  subscribeAll: () => () => undefined,
};

/** Words on elements of the canvas with their height on the screen. */
function wordsOfElements(): { text: string; pixels: number }[] {
  const stage = document.querySelector('[data-editor-stage]')!;
  const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  const found: { text: string; pixels: number }[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim();
    if (!text || !element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const scaled = element.closest<HTMLElement>('article, section');
    const scale = scaled ? scaled.getBoundingClientRect().width / scaled.offsetWidth : 1;
    found.push({ text, pixels: Number.parseFloat(getComputedStyle(element).fontSize) * scale });
  }
  return found;
}

/** Words drawn on bitmaps since the view came to rest, with their height on the screen. */
function wordsOfBitmaps() {
  const words: { text: string; pixels: number }[] = [];
  for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
    const spy = vi.spyOn(prototype, 'fillText').mockImplementation(function (this: PaintedOn, text: string) {
      const size = /([\d.]+)px/.exec(this.font)?.[1];
      words.push({ text, pixels: Number(size) * (this.getTransform().a / devicePixelRatio) });
    });
    onTestFinished(() => spy.mockRestore());
  }
  return words;
}
type PaintedOn = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const frame = () => new Promise((done) => requestAnimationFrame(done));

async function goTo(session: EditorSession, zoom: number): Promise<void> {
  session.view.set({ x: 120, y: 160, zoom });
  await vi.waitFor(() => expect(session.view.view.zoom).toBe(zoom));
  await frame();
  await frame();
}

it('nothing under 9 pixels on the screen is drawn as text, near or far, and names can be read down to 12 %', async () => {
  const drawn = wordsOfBitmaps();
  const { session } = await showCanvas(standIn(graph), { runTable, minimap: false });
  session.apply('put a frame and a note', [], {
    canvas: [
      { op: 'setCanvasItem', kind: 'frames', id: 'f', item: frameItem },
      { op: 'setCanvasItem', kind: 'notes', id: 'n', item: noteItem },
      { op: 'setCanvasItem', kind: 'frames', id: 't', item: tileItem },
    ],
  });
  session.apply('put what the other frame holds', [
    { op: 'addNode', node: held },
    { op: 'connect', from: ['n0', 'image'], to: ['held', 'image'] },
  ]);
  for (const zoom of ZOOMS) {
    drawn.length = 0;
    await goTo(session, zoom);
    // Nodes with names are drawn once the zoom has come to rest; above 45 % they are elements, below 12 % tiles.
    const isDrawn = zoom >= 0.12 && zoom < 0.45;
    await vi.waitFor(() => expect(drawn.length > 0 || !isDrawn).toBe(true));
    const words = [...wordsOfElements(), ...drawn];
    const small = words.filter(({ pixels }) => pixels < MIN_PIXELS - 0.05);
    expect(small, `${zoom * 100} %`).toEqual([]);
    const says = (start: string) => words.some(({ text }) => text.startsWith(start));
    const wanted = zoom >= 0.12 && zoom < 0.75 ? ['Dusk', 'Night', 'Ima', 'Sou', 'Res'] : ['Dusk', 'Night'];
    expect(
      wanted.filter((start) => !says(start)),
      `${zoom * 100} %`,
    ).toEqual([]);
  }
});
