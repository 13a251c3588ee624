import { expect, it, vi } from 'vitest';
import { MAX_TITLE_LENGTH } from '#shared/canvas/items.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { Graph } from '#shared/graph/types.ts';
import { NODE_WIDTH, DEFAULT_HEIGHT } from '../scene/node-layout.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import type { EditorSession } from './editor-session.ts';
import { fittedText } from './fitted-text.ts';
import { openSession } from './open-session.ts';
import { addNodeAt } from './place-node.ts';

const graph: Graph = {
  nodes: ['a', 'b'].map((id, at) => ({
    id,
    type: 'input/text',
    position: { x: at * 320, y: 0 },
    inputs: {},
  })),
  connections: [],
};

async function open(): Promise<EditorSession> {
  const session = await openSession(standIn(graph));
  session.view.resize({ left: 0, top: 0, width: 1200, height: 800 });
  return session;
}

it('5,000 pasted nodes are one step, lie on nothing that was there, and go by one undo', async () => {
  const session = await open();
  const nodes = Array.from({ length: 5000 }, (_, at) => ({
    id: `n${at}`,
    type: 'input/text',
    position: { x: (at % 100) * 320, y: Math.floor(at / 100) * 200 },
    inputs: {},
  }));
  const connections = nodes
    .slice(1)
    .map(({ id }, at) => ({ from: [nodes[at]!.id, 'text'], to: [id, 'value'] }));
  session.clipboard.pasteText(JSON.stringify({ kind: 'patchbay/nodes', nodes, connections }));
  const { store, scene } = session;
  expect(store.getGraph().nodes).toHaveLength(5002);
  expect(store.selectedNodes.size).toBe(5000);
  const covered = ['a', 'b'].filter((id) => scene.nodesIn(scene.box(id)!).length > 1);
  expect(covered).toEqual([]);
  session.undo();
  expect(store.getGraph().nodes.map(({ id }) => id)).toEqual(['a', 'b']);
  session.dispose();
});

it('pasted words leave room for a node above whose pins are still being read', async () => {
  const session = await open();
  const pins = vi.spyOn(session.catalog, 'pinsOf').mockReturnValue(undefined);
  session.view.set({ x: 400, y: 20, zoom: 1 });
  session.clipboard.pasteText('Words from elsewhere', undefined);
  const [id = ''] = session.store.selectedNodes;
  const pasted = session.scene.box(id)!;
  const under = ['a', 'b'].filter((one) => {
    const box = session.scene.box(one)!;
    const beside = pasted.x >= box.x + box.width || pasted.x + pasted.width <= box.x;
    return !beside && pasted.y >= box.y && pasted.y < box.y + 500;
  });
  expect(under).toEqual([]);
  pins.mockRestore();
  session.dispose();
});

it('a frame stays when what lay in it is gone, and says that nothing lies in it', async () => {
  const session = await open();
  const { store, items, ui } = session;
  store.select(['a', 'b']);
  items.addFrame();
  items.edit(null);
  const [frame] = items.selected();
  store.select(['a', 'b']);
  session.deleteSelection();
  items.select([frame!.key]);
  expect(items.grouped([frame!.key], []).nodes.size).toBe(0);
  items.fitFrames();
  expect(ui.get().notice?.text).toBe('The frame fits already, or nothing lies in it.');
  expect(items.selected()[0]!.rect).toEqual(frame!.rect);
  session.dispose();
});

it('frames within each other and within themselves are moved, muted, copied, deleted and opened, and undo brings all back', async () => {
  const session = await open();
  const { store, items, scene, clipboard, toggles, states } = session;
  const frame = (id: string, nodes: string[], held: string[]): CanvasOperation => ({
    op: 'setCanvasItem',
    kind: 'frames',
    id,
    item: {
      title: id,
      position: { x: 0, y: 400 },
      size: { width: 400, height: 300 },
      collapsed: { nodes, items: held },
    },
  });
  const ring = [
    frame('one', ['a', 'gone'], ['frames:two', 'frames:one']),
    frame('two', ['b', 'a'], ['frames:three', 'notes:gone']),
    frame('three', ['b'], ['frames:one']),
  ];
  expect(session.apply('as it came', [], { canvas: ring })).toBe(true);
  const start = store.canvas.items;
  const isAnywhere = (id: string) =>
    scene.box(id) !== undefined || [...scene.tiles.all().values()].some(({ nodes }) => nodes.has(id));
  const tiles = () => items.all().filter(({ collapsed }) => collapsed);
  const commands = [
    () => session.arranging.nudge(16, 0),
    () => toggles.mute(),
    () => clipboard.duplicate(),
    () => items.fitFrames(),
    () => session.deleteSelection(),
    () => items.toggleCollapsed(),
    () => items.addFrame(),
  ];
  for (const command of commands) {
    items.select(tiles().map(({ key }) => key));
    command();
    items.edit(null);
    for (const { id } of store.getGraph().nodes) expect([id, isAnywhere(id)]).toEqual([id, true]);
  }
  while (!jsonEqual(store.canvas.items, start) && store.undo() !== null);
  expect(store.canvas.items).toEqual(start);
  expect([states.isMuted('a'), states.isMuted('b')]).toEqual([false, false]);
  for (let left = 0; left < 4 && tiles().length > 0; left += 1) items.toggleCollapsed(tiles());
  expect(tiles()).toEqual([]);
  expect([...scene.boxes()].map(({ id }) => id).sort()).toEqual(['a', 'b']);
  session.dispose();
});

it.each([
  ['one emoji', '👩‍👩‍👧‍👦'],
  ['text of a script from right to left', 'מסגרת עם שם'],
  ['the longest name', 'x'.repeat(MAX_TITLE_LENGTH)],
])('%s is a name like any other', async (_, name) => {
  const session = await open();
  const { items } = session;
  items.addFrame();
  const [frame] = items.selected();
  expect(items.setText(frame!, name)).toBe(true);
  expect(items.labelOf(frame!)).toBe(name);
  session.clipboard.duplicate();
  expect(items.all().map((item) => items.labelOf(item))).toEqual([name, name]);
  session.dispose();
});

it('a name of 10,000 characters is refused in words, and the one before stays', async () => {
  const session = await open();
  const { items, ui } = session;
  items.addFrame();
  const [frame] = items.selected();
  items.setText(frame!, 'Look');
  expect(items.setText(frame!, 'x'.repeat(10_000))).toBe(false);
  expect(ui.get().notice?.text).toContain('A title holds at most 200 characters. Shorten it.');
  expect(items.labelOf(frame!)).toBe('Look');
  session.dispose();
});

it('what is too long for a field is cut at a whole character, and that is said', async () => {
  const session = await open();
  expect(fittedText(session, 'Look', 200)).toBe('Look');
  expect(session.ui.get().notice).toBeNull();
  expect(fittedText(session, 'x'.repeat(10_000), 200)).toHaveLength(200);
  expect(session.ui.get().notice?.text).toBe(
    'Only the first 200 characters were kept. This field holds no more.',
  );
  expect(fittedText(session, `${'x'.repeat(199)}👩`, 200)).toBe('x'.repeat(199));
  session.dispose();
});

it('lines from a clipboard that somebody wrote are taken whole or refused', async () => {
  const session = await open();
  const line = (points: unknown) =>
    JSON.stringify({
      kind: 'patchbay/nodes',
      nodes: [],
      lines: [{ position: { x: 0, y: 0 }, points, arrow: true }],
    });
  const bad = [
    [],
    [{ x: 0, y: 0 }],
    [
      { x: -1, y: 0 },
      { x: 1, y: 0 },
    ],
    'points',
    Array.from({ length: 5000 }, () => ({ x: 1, y: 1 })),
  ];
  for (const points of bad) session.clipboard.pasteText(line(points));
  expect(session.items.all()).toHaveLength(0);
  session.clipboard.pasteText(
    line([
      { x: 0, y: 0 },
      { x: 1e6, y: 1e6 },
    ]),
  );
  expect(session.items.all().map((item) => session.items.labelOf(item))).toEqual(['Arrow']);
  session.dispose();
});

it('pasted words leave room for a node whose pins are read, and not yet shown', async () => {
  const ports = standIn({ nodes: [], connections: [] });
  const reads: Record<string, number> = {};
  const first = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const api: typeof ports.api = async (endpoint, args) => {
    const type = /"node_type":"([^"]+)"/.exec(JSON.stringify(args))?.[1];
    if (type !== undefined) {
      reads[type] = (reads[type] ?? 0) + 1;
      // One type is read among all that are told at once, when the last of them has come.
      await (type === 'image/resize' && reads[type] === 1 ? first : rest).promise;
    }
    return ports.api(endpoint, args);
  };
  const session = await openSession({ ...ports, api });
  const { catalog, scene, store, view } = session;
  view.resize({ left: 0, top: 0, width: 1200, height: 800 });
  await vi.waitFor(() => expect(reads['image/resize']).toBe(1));
  // In the middle, where words are put as well.
  const corner = { x: view.center.x - NODE_WIDTH / 2, y: view.center.y - DEFAULT_HEIGHT / 2 };
  const id = addNodeAt(session, 'image/resize', corner)!;
  const { height } = scene.box(id)!;
  first.resolve();
  await vi.waitFor(() => expect(catalog.pinsOf('image/resize')).toBeDefined());
  expect(scene.box(id)!.height).toBe(height);
  session.clipboard.pasteText('Words from elsewhere');
  const [pasted = ''] = store.selectedNodes;
  rest.resolve();
  await vi.waitFor(() => expect(scene.box(id)!.height).toBeGreaterThan(height));
  expect(scene.nodesIn(scene.box(id)!).map((box) => box.id)).toEqual([id]);
  expect(pasted).not.toBe(id);
  session.dispose();
});
