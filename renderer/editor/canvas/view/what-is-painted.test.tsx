// @module-tag long
import { afterEach, expect, it, vi } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { openSession } from '../../session/open-session.ts';
import { noRuns, standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';
import { PictureCache } from '../painting/picture-cache.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.restoreAllMocks();
});

const frame = () => new Promise((done) => requestAnimationFrame(done));

const graph: Graph = {
  nodes: Array.from({ length: 24 }, (_v, index) => ({
    id: `n${index}`,
    type: 'input/image',
    position: { x: (index % 6) * 320, y: Math.floor(index / 6) * 340 },
    inputs: {},
  })),
  connections: [],
};

/** A canvas of 24 nodes that show pictures, once it has come to rest. */
async function show(zoom: number) {
  const ports = standIn(graph);
  const { promise: sent, resolve: send } = Promise.withResolvers<undefined>();
  const clearRect = vi.spyOn(CanvasRenderingContext2D.prototype, 'clearRect');
  /** Pixels of each part that was cleared, to be drawn anew. */
  const cleared = (): number[] =>
    clearRect.mock.calls.flatMap(([, , width, height], index) =>
      clearRect.mock.contexts[index] === beneath()?.getContext('2d') ? [width * height] : [],
    );
  const { session } = await showCanvas(
    { ...ports, startUpload: async (...args) => sent.then(() => ports.startUpload(...args)) },
    { width: 1000, height: 700, minimap: false },
  );
  session.view.set({ x: 40, y: 40, zoom });
  await vi.waitFor(() => expect(session.view.view.zoom).toBe(zoom));
  // The sharp drawing after a zoom is the last one.
  for (let still = 0, seen = -1; still < 30; still += 1) {
    const drawn = clearRect.mock.calls.length;
    if (drawn !== seen) still = 0;
    seen = drawn;
    await frame();
  }
  clearRect.mockClear();
  return { session, cleared, send };
}

const beneath = (): HTMLCanvasElement | null => document.querySelector('[data-editor-stage] > canvas');

/** What is seen of it: itself while it is drawn on, else a copy. */
const seen = (): HTMLCanvasElement => document.querySelector('[data-editor-stage] > canvas:not([hidden])')!;

/** The color in the lower half of a node, where its picture is. */
function colorOf(session: EditorSession, nodeId: string): number[] {
  const canvas = beneath()!;
  const box = session.scene.box(nodeId)!;
  const at = session.view.toClient({ x: box.x + box.width / 2, y: box.y + box.height * 0.6 });
  const rect = seen().getBoundingClientRect();
  const ratio = canvas.width / rect.width;
  const x = Math.round((at.x - rect.left) * ratio);
  const y = Math.round((at.y - rect.top) * ratio);
  return [...canvas.getContext('2d')!.getImageData(x, y, 1, 1).data];
}

async function redPicture(): Promise<File> {
  const canvas = new OffscreenCanvas(320, 320);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, 320, 320);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'red.png', { type: 'image/png' });
}

it('keeps what the present drawing shows when there is no room, and tells whom a picture was loaded for', async () => {
  const session = await openSession(standIn(graph));
  ends.push(() => session.dispose());
  const picture = await redPicture();
  const urls = new Map(['n0', 'n1', 'n2'].map((id) => [id, URL.createObjectURL(picture)]));
  urls.set('n3', urls.get('n0')!);
  ends.push(() => urls.forEach((url) => URL.revokeObjectURL(url)));
  vi.spyOn(session.uploads, 'ofNode').mockImplementation((nodeId) => ({
    nodeId,
    input: 'file',
    base: 'image',
    filename: 'red.png',
    sizeBytes: picture.size,
    kind: 'image',
    before: null,
    previewUrl: urls.get(nodeId) ?? null,
    state: 'uploading',
    progress: 0.5,
    uploadId: null,
    fileId: null,
    error: null,
    problem: null,
    retryable: false,
    resumable: false,
  }));
  let drawing = 1;
  const loaded: string[][] = [];
  const pictures = new PictureCache(
    session,
    noRuns,
    () => drawing,
    (ids) => loaded.push([...ids]),
    2,
  );
  const asked = (ids: string[]) => ids.map((id) => pictures.get(id) !== null);
  expect(asked(['n0', 'n1', 'n3', 'n2'])).toEqual([false, false, false, false]);
  await vi.waitFor(() => expect(loaded.flat().sort()).toEqual(['n0', 'n1', 'n3']));
  expect(asked(['n2', 'n0', 'n3', 'n1'])).toEqual([false, true, true, true]);
  // Drawn anew without the first: its picture makes room.
  drawing = 2;
  expect(asked(['n1', 'n2'])).toEqual([true, false]);
  await vi.waitFor(() => expect(asked(['n1', 'n2'])).toEqual([true, true]));
  expect(loaded.at(-1)).toEqual(['n2']);
  expect(asked(['n0', 'n1', 'n2'])).toEqual([false, true, true]);
});

it('paints a picture that has arrived where its node stands, and nothing else', async () => {
  const { session, cleared, send } = await show(0.4);
  const others = colorOf(session, 'n9');
  session.uploads.add(await redPicture(), 'n8', 'file', 'image');
  await vi.waitFor(() => {
    const [red, green, blue] = colorOf(session, 'n8') as [number, number, number];
    expect(red > 240 && green < 20 && blue < 20).toBe(true);
  });
  send(undefined);
  await vi.waitFor(() => expect(session.store.getNode('n8')?.inputs?.['file']?.value).toBe('file_1.png'));
  await frame();
  await frame();
  expect(colorOf(session, 'n9')).toEqual(others);
  const { width, height } = beneath()!;
  expect(cleared().length).toBeGreaterThan(0);
  expect(Math.max(...cleared())).toBeLessThan(width * height * 0.1);
});

it('paints nothing beneath a node that is an element and says something else, and its way where it moves', async () => {
  const { session, cleared } = await show(0.8);
  session.setTitle('n1', 'Another');
  await vi.waitFor(() =>
    expect(document.querySelector('[data-node="n1"]')?.textContent).toContain('Another'),
  );
  await frame();
  await frame();
  expect(cleared()).toEqual([]);
  session.arranging.moveTo(new Map([['n1', { x: 400, y: 80 }]]));
  await vi.waitFor(() => expect(cleared().length).toBeGreaterThan(0));
});

it('shows a copy of the drawing once it rests, and the drawing itself as soon as there is something to draw', async () => {
  const { session } = await show(0.8);
  const drawing = beneath()!;
  const context = drawing.getContext('2d')!;
  await vi.waitFor(() => expect(seen()).not.toBe(drawing));
  const { width, height } = drawing;
  /** Pixels of a canvas on the ground. */
  const onGround = (canvas: HTMLCanvasElement): Uint8ClampedArray => {
    const into = new OffscreenCanvas(width, height).getContext('2d')!;
    into.fillStyle = getComputedStyle(drawing.closest('[data-editor-stage]')!).backgroundColor;
    into.fillRect(0, 0, width, height);
    into.drawImage(canvas, 0, 0);
    return into.getImageData(0, 0, width, height).data;
  };
  expect(context.getImageData(0, 0, width, height).data.some((value) => value > 0)).toBe(true);
  const [shown, drawn] = [onGround(seen()), onGround(drawing)];
  // Mixed in another order: rounded by one at most.
  expect(shown.every((value, at) => Math.abs(value - drawn[at]!) <= 1)).toBe(true);
  session.view.set({ x: 30, y: 20, zoom: 0.8 });
  await vi.waitFor(() => expect(seen().style.transform).toContain('translate'));
  const moved = seen().getBoundingClientRect();
  expect(seen()).not.toBe(drawing);
  session.arranging.moveTo(new Map([['n1', { x: 400, y: 80 }]]));
  await vi.waitFor(() => expect(seen()).toBe(drawing));
  expect(seen().getBoundingClientRect()).toEqual(moved);
});

it('words are drawn again once their font has come', async () => {
  const { cleared } = await show(0.4);
  document.fonts.dispatchEvent(new Event('loadingdone'));
  await vi.waitFor(() => expect(cleared()).toHaveLength(1));
  expect(cleared()[0]).toBe(beneath()!.width * beneath()!.height);
});

it('at rest the drawing holds the ground, and never where a note or a frame lies beneath it', async () => {
  const { session } = await show(1);
  /** How opaque the least opaque of some pixels is, 0 to 255. */
  const least = (): number => {
    const context = new OffscreenCanvas(20, 20).getContext('2d')!;
    context.drawImage(seen(), 0, 0);
    const { data } = context.getImageData(0, 0, 20, 20);
    return data.filter((_value, at) => at % 4 === 3).toSorted()[0]!;
  };
  const isAtRest = (): boolean => seen() !== beneath();
  await vi.waitFor(() => expect(isAtRest()).toBe(true));
  expect(least()).toBe(255);
  session.items.addNote({ x: 200, y: 200 });
  session.items.edit(null);
  expect(least()).toBe(0);
  await vi.waitFor(() => expect(isAtRest()).toBe(true));
  expect(least()).toBe(0);
  session.undo();
  await vi.waitFor(() => expect(isAtRest()).toBe(true));
  expect(least()).toBe(255);
  expect(document.querySelectorAll('[data-editor-stage] > canvas').length).toBe(2);
});
