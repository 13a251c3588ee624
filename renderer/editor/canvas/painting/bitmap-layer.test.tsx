// @module-tag long
import { afterEach, expect, it, vi } from 'vitest';
import { inputKey } from '#shared/graph/keys.ts';
import { PIN_BASES, type PinBase } from '#shared/graph/pin-type.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { NodeRunState } from '#renderer/model/node-run-state.ts';
import { Catalog } from '../../model/catalog.ts';
import { EditorStore } from '../../model/editor-store.ts';
import { NODE_KINDS, type NodeKind } from '../../scene/node-kind.ts';
import { Scene } from '../../scene/scene.ts';
import { ViewController } from '../../scene/view-controller.ts';
import { emptyCatalog } from '../../testing/three-nodes.ts';
import { BitmapLayer } from './bitmap-layer.ts';
import type { CanvasColors } from './canvas-colors.ts';
import { Overview, OVERVIEW } from './overview.ts';
import { BitmapSnapshot } from './resting-bitmap.ts';

const catalog = new Catalog(() => Promise.reject(new Error('Nothing is asked here.')));

const colorsOf = (hue: string): CanvasColors => ({
  pin: Object.fromEntries(PIN_BASES.map((base) => [base, hue])) as Record<PinBase, string>,
  kind: Object.fromEntries(NODE_KINDS.map((kind) => [kind, hue])) as Record<NodeKind, string>,
  dot: '#cccccc',
  node: '#ffffff',
  checks: ['#cccccc', '#bbbbbb'],
  line: '#bbbbbb',
  text: '#222222',
  faint: '#666666',
  accent: '#e59b1d',
  running: '#0a7a83',
  error: '#ad2f24',
  ok: '#24733f',
  warn: '#7a5c00',
  canvas: '#eeeeee',
  font: 'sans-serif',
});

/** Rows of nodes, each wired to the next and to one further away, so that wires cross. */
function graphOf(size: number): Graph {
  const nodes = Array.from({ length: size }, (_v, index) => ({
    id: `n${index}`,
    type: 'text/join',
    title: `Node ${index}`,
    position: { x: (index % 8) * 300, y: Math.floor(index / 8) * 160 },
    inputs: { a: { type: 'string', value: `Words of ${index}` } },
  }));
  const connections = nodes.flatMap((_node, index) => [
    ...(index > 0
      ? [{ from: [`n${index - 1}`, 'text'] as [string, string], to: [`n${index}`, 'b'] as [string, string] }]
      : []),
    ...(index > 9
      ? [{ from: [`n${index - 9}`, 'text'] as [string, string], to: [`n${index}`, 'c'] as [string, string] }]
      : []),
  ]);
  return { nodes, connections };
}

/**
 * Values that differ plainly to the eye, on white. A curve that is cut at the edge of what is painted has its edges
 * smoothed a little differently.
 */
function differing(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  if (a.length !== b.length) return Infinity;
  const onWhite = (data: Uint8ClampedArray, at: number): number => {
    const alpha = data[at - (at % 4) + 3]! / 255;
    return at % 4 === 3 ? data[at]! : data[at]! * alpha + 255 * (1 - alpha);
  };
  let count = 0;
  for (let at = 0; at < a.length; at += 1) if (Math.abs(onWhite(a, at) - onWhite(b, at)) > 40) count += 1;
  return count;
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.restoreAllMocks();
});

function show(zoom: number) {
  const store = new EditorStore(graphOf(64), emptyCatalog);
  const scene = new Scene(store, catalog);
  const view = new ViewController();
  view.resize({ left: 0, top: 0, width: 800, height: 500 });
  view.set({ x: 20, y: 20, zoom });
  const runs = new Map<string, NodeRunState>();
  const pictures = new Map<string, HTMLCanvasElement>();
  const canvas = document.createElement('canvas');
  const layer = new BitmapLayer(
    canvas,
    scene,
    view,
    {
      list: () => null,
      items: () => null,
      title: (id) => store.getNode(id)?.title ?? '',
      run: (id) => runs.get(id),
      outgrown: () => false,
      marks: () => [],
      color: () => undefined,
      selection: () => store.selectedNodes,
      picture: (id) => pictures.get(id) ?? null,
      line: (id) => JSON.stringify(store.getNode(id)?.inputs?.['a']?.value ?? ''),
      upload: () => null,
      hasBackground: () => false,
    },
    colorsOf('#3366aa'),
  );
  ends.push(
    scene.subscribe(({ area }) => area && layer.touch(area)),
    store.subscribe(({ marked }) => layer.mark(marked)),
    () => layer.dispose(),
    () => scene.dispose(),
  );
  layer.draw();
  const pixels = () =>
    canvas.getContext('2d', { willReadFrequently: true })!.getImageData(0, 0, canvas.width, canvas.height)
      .data;
  /** Waits for the parts to be drawn. @returns whether they are as if everything had been drawn anew. */
  const sameAsWhole = async (act: () => void): Promise<boolean> => {
    const before = pixels();
    const patches = layer.patches;
    const draws = layer.draws;
    act();
    await vi.waitFor(() => expect(layer.patches).toBeGreaterThan(patches));
    if (layer.draws !== draws) return false;
    const patched = pixels();
    layer.draw();
    const whole = pixels();
    const changed = differing(whole, before);
    return changed > 0 && differing(whole, patched) < Math.max(48, changed * 0.04);
  };
  return { store, scene, view, layer, runs, pictures, canvas, sameAsWhole, pixels };
}

const move = (store: EditorStore, nodeId: string, x: number, y: number): void => {
  store.applyEdit('move', [{ op: 'moveNode', nodeId, position: { x, y } }]);
};

for (const [name, zoom] of [
  ['tiles', 0.1],
  ['cards of square corners', 0.13],
  ['cards', 0.3],
  ['elements', 0.8],
] as const) {
  it(`draws what moved anew and nothing else, to the same picture, with nodes as ${name}`, async () => {
    const { store, sameAsWhole } = show(zoom);
    expect(await sameAsWhole(() => move(store, 'n9', 330, 190))).toBe(true);
    expect(
      await sameAsWhole(() =>
        store.applyEdit('disconnect', [{ op: 'disconnect', from: ['n8', 'text'], to: ['n9', 'b'] }]),
      ),
    ).toBe(true);
    expect(await sameAsWhole(() => store.undo())).toBe(true);
  });
}

it('draws words, results, a deleted node and one that failed anew where they stand', async () => {
  const { store, layer, runs, sameAsWhole } = show(0.4);
  expect(
    await sameAsWhole(() =>
      store.applyEdit('type', [
        { op: 'setNodeInput', nodeId: 'n10', input: 'a', value: { type: 'string', value: 'Others' } },
      ]),
    ),
  ).toBe(true);
  const state = { progress: 0.5, message: null, outputs: null, key: null, reusable: null };
  expect(
    await sameAsWhole(() => {
      runs.set('n11', { ...state, phase: 'running' });
      layer.repaint('n11');
    }),
  ).toBe(true);
  expect(
    await sameAsWhole(() => {
      runs.set('n11', { ...state, phase: 'failed' });
      layer.repaint('n11');
    }),
  ).toBe(true);
  expect(await sameAsWhole(() => store.applyEdit('delete', [{ op: 'removeNode', nodeId: 'n18' }]))).toBe(
    true,
  );
  expect(await sameAsWhole(() => store.select(['n3']))).toBe(true);
});

it('rests at once when a drag begins, and as ever when something changes during it', async () => {
  const { layer, runs } = show(0.4);
  const drawn = vi.spyOn(BitmapSnapshot.prototype, 'rendered');
  const atOnce = () => drawn.mock.calls.splice(0).map(([isLast]) => isLast === true);
  const draws = layer.draws;
  const change = async (act: () => void) => {
    const before = layer.patches;
    act();
    await vi.waitFor(() => expect(layer.patches).toBeGreaterThan(before));
  };
  const lift = () => layer.omit(new Set([inputKey(['n9', 'b'])]));
  await change(lift);
  expect(atOnce()).toEqual([true]);
  const state = { progress: 0.5, message: null, outputs: null, key: null, reusable: null };
  for (const progress of [0.2, 0.4]) {
    await change(() => {
      runs.set('n11', { ...state, progress, phase: 'running' });
      layer.repaint('n11');
    });
    expect(atOnce()).toEqual([false]);
  }
  await change(() => layer.omit(new Set()));
  expect(atOnce()).toEqual([false]);
  await change(lift);
  expect(atOnce()).toEqual([true]);
  expect(layer.draws).toBe(draws);
});

it('draws names where they stand, also where a wire that goes by name was drawn before them', () => {
  // Near enough for letters on its tags, and far enough for names that are drawn.
  const { store, scene, view, layer, canvas, pixels } = show(0.43);
  const nameOfNode = (id: string): Uint8ClampedArray => {
    const box = scene.box(id)!;
    const area = view.visible(0.35);
    const ratio = view.view.zoom * window.devicePixelRatio;
    const [x, y] = [box.x + 3 - area.x, box.y + 3 - area.y].map((from) => Math.round(from * ratio));
    const [width, height] = [(box.width - 6) * ratio, 24 * ratio].map(Math.round);
    return canvas.getContext('2d')!.getImageData(x!, y!, width!, height!).data;
  };
  const [before, whole] = [nameOfNode('n19'), pixels()];
  // A wire that runs back has the most room for its tags.
  const id = inputKey(['n8', 'b']);
  const item = { from: ['n7', 'text'], points: [], name: 'Words' };
  store.applyEdit('name', [], { canvas: [{ op: 'setCanvasItem', kind: 'reroutes', id, item }] });
  layer.draw();
  expect(differing(pixels(), whole)).toBeGreaterThan(0);
  expect(differing(nameOfNode('n19'), before)).toBe(0);
});

for (const [what, ids] of [
  ['one small node', ['n9']],
  ['all small nodes', Array.from({ length: 64 }, (_v, index) => `n${index}`)],
] as const) {
  it(`frames ${what} when selected and lets go of them, and draws nothing else anew`, async () => {
    const { store, layer, pixels, sameAsWhole } = show(0.12);
    const before = pixels();
    store.select(ids);
    await vi.waitFor(() => expect(layer.framings).toBe(1));
    const framed = pixels();
    expect(differing(framed, before)).toBeGreaterThan(ids.length * 20);
    store.select([]);
    await vi.waitFor(() => expect(layer.framings).toBe(2));
    expect(differing(pixels(), before)).toBe(0);
    store.select(ids);
    await vi.waitFor(() => expect(layer.framings).toBe(3));
    expect(differing(pixels(), framed)).toBe(0);
    expect({ draws: layer.draws, patches: layer.patches }).toEqual({ draws: 1, patches: 0 });
    // What changes beneath the frames is drawn anew, and they stay above it.
    expect(await sameAsWhole(() => move(store, 'n9', 330, 190))).toBe(true);
    expect(await sameAsWhole(() => store.undo())).toBe(true);
    layer.draw();
    expect(differing(pixels(), framed)).toBe(0);
    store.select([]);
    await vi.waitFor(() => expect(layer.framings).toBe(4));
    layer.draw();
    expect(differing(pixels(), before)).toBe(0);
  });
}

it('draws everything anew for other colors, another size of pixels and another zoom', async () => {
  const { store, view, layer, canvas, pixels } = show(0.3);
  const blue = pixels();
  layer.recolor(colorsOf('#aa3333'));
  await vi.waitFor(() => expect(layer.draws).toBe(2));
  expect(differing(pixels(), blue)).toBeGreaterThan(0);

  const width = canvas.width;
  vi.spyOn(window, 'devicePixelRatio', 'get').mockReturnValue(2);
  move(store, 'n9', 340, 200);
  await vi.waitFor(() => expect(layer.draws).toBe(3));
  expect(canvas.width).toBeGreaterThan(width * 1.5);
  expect(layer.patches).toBe(0);

  view.set({ x: 20, y: 20, zoom: 0.28 });
  move(store, 'n9', 300, 160);
  await vi.waitFor(() => expect(layer.draws).toBe(4));
});

it('paints a small node in its hue over the color of nodes, and failed ones and selected ones apart', () => {
  const { layer, pixels, canvas, runs, store, scene, view } = show(0.1);
  const at = (id: string): Uint8ClampedArray => {
    layer.draw();
    const box = scene.box(id)!;
    const area = view.visible(0.35);
    const x = Math.round((box.x + box.width / 2 - area.x) * 0.1 * window.devicePixelRatio);
    const y = Math.round((box.y + box.height / 2 - area.y) * 0.1 * window.devicePixelRatio);
    return pixels().slice((y * canvas.width + x) * 4, (y * canvas.width + x) * 4 + 4);
  };
  // #3366aa at 55 % over white.
  const near = (found: Uint8ClampedArray, wanted: number[]): boolean =>
    wanted.every((value, place) => Math.abs(value - found[place]!) <= 2);
  expect(near(at('n9'), [143, 171, 208, 255])).toBe(true);
  runs.set('n9', {
    phase: 'failed',
    progress: null,
    message: null,
    outputs: null,
    key: null,
    reusable: null,
  });
  expect(near(at('n9'), [210, 141, 135, 255])).toBe(true);
  const before = pixels();
  store.select(['n20']);
  layer.draw();
  expect(differing(before, pixels())).toBeGreaterThan(0);
});

it('tells the states of nodes by badges of some size, down to 8 %, each by its sign', () => {
  const { layer, runs, canvas, pixels } = show(0.08);
  const shown = [undefined, 'waiting', 'running', 'succeeded', 'cached', 'failed', 'canceled'] as const;
  const pictures = shown.map((phase) => {
    if (phase)
      runs.set('n9', { phase, progress: 0, message: null, outputs: null, key: null, reusable: null });
    layer.draw();
    return pixels();
  });
  expect(canvas.width).toBeGreaterThan(0);
  for (const [index, one] of pictures.entries()) {
    for (const other of pictures.slice(index + 1)) {
      // A badge is 10 pixels wide; two signs differ by some of its 78.
      expect(differing(one, other) / 3).toBeGreaterThan(8);
    }
  }
});

it('does not draw again for wires that stand out as they did', () => {
  const { layer } = show(0.8);
  const request = vi.spyOn(window, 'requestAnimationFrame');
  layer.emphasize({ wires: new Set(['a', 'b']), extraCount: 0.5 });
  expect(request).toHaveBeenCalledTimes(1);
  layer.draw();
  layer.emphasize({ wires: new Set(['b', 'a']), extraCount: 0.5 });
  expect(request).toHaveBeenCalledTimes(1);
  layer.emphasize(null);
  expect(request).toHaveBeenCalledTimes(2);
});

it('stands on whole pixels while the view only moves', () => {
  const { layer, view, canvas } = show(0.8);
  for (const x of [20.37, 24.87, 31.12]) {
    view.set({ x, y: 11.81, zoom: 0.8 });
    if (x === 20.37) layer.draw();
    else layer.follow(view.view);
    const { e, f } = new DOMMatrixReadOnly(canvas.style.transform);
    expect([e % 1, f % 1].map(Math.abs)).toEqual([0, 0]);
  }
});

it('keeps the overview as if it were drawn anew, and draws nothing anew for a view that moves', () => {
  const { store, scene, view } = show(0.3);
  const draw = (screen: number, fresh: boolean): { data: Uint8ClampedArray; overview: Overview } => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const overview = new Overview(context, scene, (id) => store.isSelected(id), colorsOf('#3366aa'));
    if (!fresh) {
      ends.push(
        scene.subscribe(({ area }) => area && overview.touch(area)),
        store.subscribe(({ marked }) => overview.mark(marked)),
      );
    }
    overview.draw(view.visible(), screen, true);
    return {
      overview,
      get data() {
        overview.draw(view.visible(), screen, true);
        return context.getImageData(0, 0, OVERVIEW.width * screen, OVERVIEW.height * screen).data;
      },
    };
  };
  const drawn = draw(1, false);
  const first = drawn.data;
  for (const act of [
    () => move(store, 'n20', 1000, 400),
    () => store.select(['n3', 'n30']),
    () => store.selectAll(),
    () => store.select(['n12', 'n13']),
    () => store.applyEdit('delete', [{ op: 'removeNode', nodeId: 'n12' }]),
  ]) {
    act();
    expect(differing(drawn.data, draw(1, true).data)).toBe(0);
  }
  expect(drawn.overview.draws).toBe(1);
  for (let step = 0; step < 20; step += 1) {
    view.set({ x: 20 - step * 10, y: 20, zoom: 0.3 });
    drawn.overview.draw(view.visible(), 1, false);
  }
  expect(drawn.overview.draws).toBe(1);
  // One that leaves the others makes the whole smaller.
  move(store, 'n0', -4000, 0);
  expect(differing(drawn.data, draw(1, true).data)).toBe(0);
  expect(drawn.overview.draws).toBe(2);

  const blue = drawn.data;
  drawn.overview.recolor(colorsOf('#aa3333'));
  expect(differing(drawn.data, blue)).toBeGreaterThan(0);
  expect(draw(2, true).data.length).toBe(first.length * 4);
});

it('a zoom that has nodes go over from fields to lines scales the drawing, and draws it when it rests', async () => {
  const { view, layer } = show(0.8);
  const { draws } = layer;
  view.report({ x: 20, y: 20, zoom: 0.7 });
  layer.follow(view.view);
  expect(layer.draws).toBe(draws);
  await vi.waitFor(() => expect(layer.draws).toBe(draws + 1));
  view.report({ x: 20, y: 20, zoom: 0.44 });
  layer.follow(view.view);
  expect(layer.draws).toBe(draws + 2);
});

it('a canvas that is measured is drawn anew where its size or view differs from what is drawn, not else', async () => {
  const { view, layer } = show(0.3);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  layer.draw();
  const { draws } = layer;
  layer.measured();
  await frame();
  expect(layer.draws).toBe(draws);
  view.resize({ left: 0, top: 0, width: 700, height: 500 });
  layer.measured();
  await frame();
  expect(layer.draws).toBe(draws + 1);
  view.report({ x: 25, y: 20, zoom: 0.3 });
  layer.measured();
  await frame();
  expect(layer.draws).toBe(draws + 2);
});
