import { expect, it } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import { intersects } from '../geometry.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { frameSelection } from './frame-selection.ts';
import type { EditorSession } from './editor-session.ts';
import { openSession } from './open-session.ts';

/** In a row, with one that would be in the way of what is moved down. */
const places = { a: [0, 0], b: [320, 0], c: [640, 0], d: [320, 460] } as const;
const graph: Graph = {
  nodes: Object.entries(places).map(([id, [x, y]]) => ({
    id,
    type: 'input/text',
    title: id.toUpperCase(),
    position: { x, y },
    inputs: {},
  })),
  connections: [],
};

async function open(): Promise<EditorSession> {
  const session = await openSession(standIn(graph));
  session.view.resize({ left: 0, top: 0, width: 1200, height: 800 });
  return session;
}
const placeOf = ({ store }: EditorSession, id: string) => store.getNode(id)?.position;

it('a frame around nodes takes nothing in unsaid, and what lies there too is moved out as one step', async () => {
  const session = await open();
  const { store, items, scene, ui } = session;
  store.select(['a', 'c']);
  frameSelection(session);
  const notice = ui.get().notice!;
  expect(notice.text).toBe('“B” lies within the frame too, so it belongs to it.');
  expect(notice.action?.label).toBe('Move it out');
  const [frame] = items.selected();
  expect(items.nodesIn(frame!).sort()).toEqual(['a', 'b', 'c']);

  notice.action!.run();
  expect(items.nodesIn(frame!).sort()).toEqual(['a', 'c']);
  for (const other of [frame!.rect, ...['a', 'c', 'd'].map((id) => scene.box(id)!)])
    expect(intersects(scene.box('b')!, other)).toBe(false);
  expect([placeOf(session, 'a'), placeOf(session, 'c')]).toEqual([
    { x: 0, y: 0 },
    { x: 640, y: 0 },
  ]);
  session.undo();
  expect(placeOf(session, 'b')).toEqual({ x: 320, y: 0 });
  expect(items.all()).toHaveLength(1);
  session.dispose();
});

it('what reaches into the frame and only looks as if it belonged to it is said and moved too', async () => {
  const session = await open();
  const { store, items, scene, ui } = session;
  // Its header stands above the frame.
  session.apply('move', [{ op: 'moveNode', nodeId: 'b', position: { x: 320, y: -100 } }]);
  store.select(['a', 'c']);
  frameSelection(session);
  const notice = ui.get().notice!;
  expect(notice.text).toBe('“B” reaches into the frame and does not belong to it.');
  const [frame] = items.selected();
  expect(items.nodesIn(frame!).sort()).toEqual(['a', 'c']);
  notice.action!.run();
  expect(intersects(scene.box('b')!, frame!.rect)).toBe(false);
  // What only touches its margin does not look so.
  session.undo();
  session.undo();
  session.apply('move', [
    { op: 'moveNode', nodeId: 'b', position: { x: 320, y: -64 - scene.box('b')!.height + 16 } },
  ]);
  store.select(['a', 'c']);
  frameSelection(session);
  expect(ui.get().notice?.text ?? '').not.toMatch(/reaches into the frame/);
  session.dispose();
});

it('says nothing where only what was chosen lies in the frame', async () => {
  const session = await open();
  session.store.select(['a', 'b']);
  frameSelection(session);
  expect(session.ui.get().notice).toBeNull();
  session.dispose();
});

it('another frame that lies there is moved with what it holds, and what is locked stays and is said', async () => {
  const session = await open();
  const { store, items, ui } = session;
  store.select(['b']);
  frameSelection(session);
  const inner = items.selected()[0]!;
  store.select(['d']);
  session.toggles.lock();
  // Around all four: `b` comes with its frame, `d` is locked.
  session.apply('move', [{ op: 'moveNode', nodeId: 'c', position: { x: 640, y: 900 } }]);
  store.select(['a', 'c']);
  frameSelection(session);
  const outer = items.selected()[0]!;
  const notice = ui.get().notice!;
  expect(notice.text).toBe('“Frame” and “D” lie within the frame too, so they belong to it.');
  notice.action!.run();
  expect(items.nodesIn(outer).sort()).toEqual(['a', 'c', 'd']);
  const moved = items.all().find(({ key }) => key === inner.key)!;
  expect(moved.rect).not.toEqual(inner.rect);
  expect(intersects(moved.rect, outer.rect)).toBe(false);
  expect(items.nodesIn(moved)).toEqual(['b']);
  expect(ui.get().notice?.text).toBe('What is locked stays in the frame.');
  session.dispose();
});

it('what was deleted or moved since is left alone', async () => {
  const session = await open();
  const { store, items, ui } = session;
  store.select(['a', 'c']);
  frameSelection(session);
  const { action } = ui.get().notice!;
  const frame = items.selected()[0]!;
  session.apply('move', [{ op: 'moveNode', nodeId: 'b', position: { x: 320, y: 2000 } }]);
  action!.run();
  expect(placeOf(session, 'b')).toEqual({ x: 320, y: 2000 });
  session.undo();
  items.select([frame.key]);
  session.deleteSelection();
  action!.run();
  expect(placeOf(session, 'b')).toEqual({ x: 320, y: 0 });
  session.dispose();
});
