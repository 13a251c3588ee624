import { expect, it } from 'vitest';
import { inputKey } from '#shared/graph/keys.ts';
import type { Graph } from '#shared/graph/types.ts';
import { contains, intersects } from '../geometry.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import type { EditorSession } from './editor-session.ts';
import { openSession } from './open-session.ts';

const graph: Graph = {
  nodes: ['a', 'b', 'c'].map((id, at) => ({
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

it('a frame is made around the selection, and what lies in it goes with it in one step', async () => {
  const session = await open();
  const { store, items, scene, arranging } = session;
  store.select(['a', 'b']);
  items.addFrame();
  items.edit(null);
  const [frame] = items.selected();
  expect(items.inside(frame!.rect).nodes.sort()).toEqual(['a', 'b']);
  const before = scene.box('b')!.x;
  arranging.nudge(8, 0);
  expect([scene.box('a')!.x, scene.box('b')!.x, scene.box('c')!.x]).toEqual([8, before + 8, 640]);
  expect(items.selected()[0]!.rect.x).toBe(frame!.rect.x + 8);
  session.undo();
  expect([scene.box('b')!.x, items.selected()[0]!.rect]).toEqual([before, frame!.rect]);
  session.deleteSelection();
  expect([items.all().length, store.getGraph().nodes.length]).toEqual([0, 3]);
  session.dispose();
});

it('a node that grows stays in its frame, and fitting makes the frame as high', async () => {
  const session = await open();
  const { store, items, scene } = session;
  store.select(['a']);
  items.addFrame();
  items.edit(null);
  const [frame] = items.selected();
  const { x, y, width, height } = frame!.rect;
  // As if the node had become higher than the frame that was made around it.
  const low = { x, y, width, height: height - scene.box('a')!.height / 2 };
  session.apply('resize', [], { canvas: items.rectOperations(new Map([[frame!.key, low]])) });
  expect(items.nodesIn(items.selected()[0]!)).toEqual(['a']);
  items.fitFrames();
  expect(items.selected()[0]!.rect).toEqual(frame!.rect);
  session.dispose();
});

it('a copied frame brings what lies in it, and pasted text of other programs is refused', async () => {
  const session = await open();
  const { store, items, clipboard } = session;
  store.select(['a']);
  items.addFrame();
  items.edit(null);
  let text = '';
  clipboard.copyToTransfer({ setData: (_type, data) => (text = data) });
  clipboard.pasteText(text);
  expect([items.all().length, store.getGraph().nodes.length, items.selected().length]).toEqual([2, 4, 1]);
  session.undo();
  expect([items.all().length, store.getGraph().nodes.length]).toEqual([1, 3]);
  clipboard.pasteText(text.replace('"width"', '"wide"'));
  expect(items.all()).toHaveLength(1);
  session.dispose();
});

it('a selection of nodes leaves frames and notes, and typing a note is one step', async () => {
  const session = await open();
  const { store, items } = session;
  items.addNote({ x: 0, y: 400 });
  const [note] = items.selected();
  for (const text of ['L', 'Lo', 'Look']) items.setText(note!, text);
  items.edit(null);
  session.undo();
  expect([items.all().length, items.note(note!.id)?.text]).toEqual([1, '']);
  store.select(['a']);
  expect(items.selected()).toEqual([]);
  session.dispose();
});

it('locked nodes stay as they are whatever is done by hand, and the others follow', async () => {
  const session = await open();
  const { store, scene, arranging, ui } = session;
  const notice = () => ui.get().notice?.text;
  store.select(['a']);
  session.toggles.lock();
  expect(session.states.isLocked('a')).toBe(true);

  expect(session.setInput('a', 'value', { type: 'string', value: 'x' })).toMatchObject({
    ok: false,
    rejection: { code: 'LOCKED' },
  });
  expect(notice()).toBe('Text is locked and stays as it is. Select it and press L to unlock.');
  session.setTitle('a', 'Other');
  expect(store.getNode('a')?.title).toBeUndefined();

  store.select(['a', 'b']);
  arranging.nudge(16, 0);
  expect([scene.box('a')!.x, scene.box('b')!.x]).toEqual([0, 336]);
  session.deleteSelection();
  expect(store.getGraph().nodes.map(({ id }) => id)).toEqual(['a', 'c']);

  // Locking is a step like others, and what others and undo do is not held up by it.
  session.undo();
  session.undo();
  session.undo();
  expect(session.states.isLocked('a')).toBe(false);
  session.redo();
  store.adoptRemote({ ...graph, nodes: graph.nodes.slice(1) });
  expect(store.getNode('a')).toBeUndefined();
  store.select(['b']);
  session.toggles.lock();
  session.toggles.lock();
  expect(store.canvas.items.nodes['b']).toBeUndefined();
  session.dispose();
});

it('a locked frame or note stays as it is with what lies in it, says so, and is unlocked by the same key', async () => {
  const session = await open();
  const { store, scene, items, arranging, toggles, ui } = session;
  const notice = () => ui.get().notice?.text;
  store.select(['a', 'b']);
  items.addFrame();
  items.setText(items.selected()[0]!, 'Warm');
  items.edit(null);
  const frame = items.selected()[0]!;
  items.addNote({ x: frame.rect.x + 8, y: frame.rect.y + 40 });
  const note = items.selected()[0]!;
  items.edit(null);
  items.select([frame.key]);
  toggles.lock();
  expect([items.isLocked(frame), items.isLocked(note), session.states.isLocked('a')]).toEqual([
    true,
    true,
    true,
  ]);

  const { items: before } = store.canvas;
  session.deleteSelection();
  expect(notice()).toBe('Warm is locked and stays as it is. Select it and press L to unlock.');
  arranging.nudge(8, 0);
  expect(notice()).toBe('It is locked and stays where it is. L unlocks it.');
  items.setText(frame, 'Cold');
  session.apply('resize', [], {
    canvas: items.rectOperations(new Map([[frame.key, { ...frame.rect, width: 900 }]])),
  });
  items.edit(frame.key);
  expect(items.editing).toBe(null);
  session.clipboard.cutToTransfer({ setData: () => undefined });
  items.select([note.key]);
  session.deleteSelection();
  expect(store.canvas.items).toBe(before);
  expect(scene.box('a')!.x).toBe(0);
  // All together: what is free goes.
  session.selectAll();
  session.deleteSelection();
  expect(notice()).toBe('4 items are locked and stay as they are. Select them and press L to unlock.');
  expect(store.getGraph().nodes.map(({ id }) => id)).toEqual(['a', 'b']);
  // How it looks may change, a copy is free, and the key frees it.
  items.select([frame.key]);
  items.setColor('#2a8c8c');
  expect(items.frame(frame.id)?.color).toBe('#2a8c8c');
  session.clipboard.duplicate();
  expect(items.selected().some((item) => items.isLocked(item))).toBe(false);
  session.undo();
  items.select([frame.key]);
  toggles.lock();
  expect([items.isLocked(frame), items.isLocked(note)]).toEqual([false, false]);
  session.deleteSelection();
  expect(items.frame(frame.id)).toBeUndefined();
  session.dispose();
});

it('what lies behind a wire makes room for a node that is put into it, but for what is locked, in one step', async () => {
  const at = (id: string, type: string, x: number, y = 0) => ({ id, type, position: { x, y }, inputs: {} });
  const session = await openSession(
    standIn({
      nodes: [
        at('photo', 'input/image', 0),
        at('resize', 'image/resize', 360),
        at('end', 'image/resize', 720),
        at('blur', 'image/blur', 0, 900),
      ],
      connections: [
        { from: ['photo', 'image'], to: ['resize', 'image'] },
        { from: ['resize', 'image'], to: ['end', 'image'] },
      ],
    }),
  );
  await session.catalog.loadAll();
  const { store, scene, arranging } = session;
  store.select(['end']);
  session.toggles.lock();
  arranging.moveTo(new Map([['blur', { x: 200, y: 0 }]]));
  expect(arranging.insertOnWire('blur', inputKey(['resize', 'image']))).toBe(true);
  const blur = scene.box('blur')!;
  expect(store.getGraph().connections).toContainEqual({ from: ['blur', 'image'], to: ['resize', 'image'] });
  expect(scene.box('resize')!.x).toBeGreaterThanOrEqual(blur.x + blur.width + 40);
  expect(scene.box('end')!.x).toBe(720);
  session.undo();
  expect([scene.box('resize')!.x, store.getGraph().connections.length]).toEqual([360, 2]);
  session.dispose();
});

it('nodes are colored and get their plain look back, as steps, and say so once to whoever draws them', async () => {
  const session = await open();
  const { states, store } = session;
  const received: string[][] = [];
  states.subscribe((ids) => received.push([...ids]));
  session.apply('change the color', [], { canvas: states.colorOperations(['a', 'b', 'gone'], '#3b6fc2') });
  expect([states.colorOf('a'), states.colorOf('b'), states.colorOf('c')]).toEqual([
    '#3b6fc2',
    '#3b6fc2',
    undefined,
  ]);
  expect(received).toEqual([['a', 'b']]);
  store.select(['a']);
  session.toggles.lock();
  session.apply('change the color', [], { canvas: states.colorOperations(['a', 'b'], undefined) });
  expect(store.canvas.items.nodes).toEqual({ a: { locked: true } });
  session.undo();
  expect(states.colorOf('b')).toBe('#3b6fc2');
  session.dispose();
});

it('the view goes to the frame or note that undo and redo change, also to where one was', async () => {
  const session = await open();
  const { items, view } = session;
  items.addNote({ x: 0, y: 400 });
  items.edit(null);
  const isSeen = () => intersects(view.visible(0), { x: 0, y: 400, width: 260, height: 120 });
  const lookAway = () => view.set({ x: -9000, y: -9000, zoom: 1 });
  items.setColor('#3b6fc2');
  for (const step of [() => session.undo(), () => session.undo(), () => session.redo()]) {
    lookAway();
    expect(isSeen()).toBe(false);
    step();
    expect(isSeen()).toBe(true);
  }
  session.dispose();
});

it('the view goes to where a node was that undo takes away, and to where redo puts it', async () => {
  const session = await open();
  const { store, view } = session;
  const id = session.addNode('input/text', { x: 300, y: 900 })!;
  const place = session.scene.box(id)!;
  const isSeen = () => intersects(view.visible(0), place);
  const lookAway = () => view.set({ x: -9000, y: -9000, zoom: 1 });
  for (const step of [() => session.undo(), () => session.redo()]) {
    lookAway();
    expect(isSeen()).toBe(false);
    step();
    expect(isSeen()).toBe(true);
  }
  store.select([id]);
  session.deleteSelection();
  for (const step of [() => session.undo(), () => session.redo()]) {
    lookAway();
    step();
    expect(isSeen()).toBe(true);
  }
  session.dispose();
});

it('undo of a value leaves the zoom as it is, and goes to a node out of sight by the shortest way', async () => {
  const session = await open();
  const { view } = session;
  session.setInput('a', 'value', { type: 'string', value: 'evening' });
  const near = { x: 10, y: 20, zoom: 0.53 };
  view.set(near);
  session.undo();
  expect(view.view).toEqual(near);
  view.set({ x: -600, y: 100, zoom: 0.53 });
  session.redo();
  expect(view.view).toEqual({ x: 24, y: 100, zoom: 0.53 });
  session.dispose();
});

it('what an undone step of many nodes changed is seen whole, from farther away where it does not fit', async () => {
  const session = await open();
  const { arranging, scene, store, view } = session;
  session.selectAll();
  arranging.nudge(0, 4000);
  store.select([]);
  view.set({ x: 0, y: 0, zoom: 2 });
  session.undo();
  expect(view.view.zoom).toBeLessThan(2);
  for (const { id } of graph.nodes) expect(contains(view.visible(0), scene.box(id)!)).toBe(true);
  session.dispose();
});

it('tidying up keeps what lies in frames in them and puts nothing else there, in one step', async () => {
  const session = await open();
  const { store, items, scene, arranging } = session;
  store.select(['a', 'c']);
  items.addFrame();
  items.edit(null);
  const frame = items.selected()[0]!;
  // Out of the way of what lay between.
  session.apply('move', [{ op: 'moveNode', nodeId: 'b', position: { x: 900, y: 1200 } }]);
  items.addNote({ x: frame.rect.x + 260, y: frame.rect.y + 40 });
  items.edit(null);
  const note = items.selected()[0]!;
  items.select([]);
  const before = store.canvas.items;
  arranging.autoLayout();
  const now = (key: string) => items.all().find((item) => item.key === key)!;
  expect(now(frame.key).rect.width).toBeLessThan(frame.rect.width);
  expect(items.nodesIn(now(frame.key)).sort()).toEqual(['a', 'c']);
  expect(contains(now(frame.key).rect, now(note.key).rect)).toBe(true);
  expect(['a', 'c'].some((id) => intersects(scene.box(id)!, now(note.key).rect))).toBe(false);
  expect(intersects(scene.box('b')!, now(frame.key).rect)).toBe(false);
  session.undo();
  expect(store.canvas.items).toEqual(before);
  session.dispose();
});

it('what is pasted again and again covers neither what is there nor itself, and lies in no frame by half', async () => {
  const session = await open();
  await session.catalog.loadAll();
  const { store, items, scene, clipboard } = session;
  items.addNote({ x: 500, y: 300 });
  items.edit(null);
  store.select(['c']);
  items.addFrame();
  items.edit(null);
  const frame = items.selected()[0]!;
  store.select(['a', 'b']);
  const text = clipboard.selectionText()!;
  for (let count = 0; count < 6; count += 1) clipboard.pasteText(text);
  const boxes = [...scene.boxes()];
  const notes = items.all().filter(({ kind }) => kind === 'notes');
  expect(boxes).toHaveLength(15);
  for (const [place, box] of boxes.entries()) {
    for (const other of boxes.slice(place + 1)) expect(intersects(box, other)).toBe(false);
    for (const note of notes) expect(intersects(box, note.rect)).toBe(false);
  }
  expect(boxes.filter((box) => intersects(box, frame.rect)).map(({ id }) => id)).toEqual(['c']);
  session.dispose();
});

it('going to a frame shows all of it', async () => {
  const session = await open();
  const { store, items, view } = session;
  session.apply('move', [{ op: 'moveNode', nodeId: 'c', position: { x: 1600, y: 1200 } }]);
  store.select(['a', 'b', 'c']);
  items.addFrame();
  items.edit(null);
  const frame = items.selected()[0]!;
  view.set({ x: 0, y: 0, zoom: 2 });
  items.focus(frame);
  expect(contains(view.visible(), frame.rect)).toBe(true);
  session.dispose();
});
