import { expect, it } from 'vitest';
import { inputKey } from '#shared/graph/keys.ts';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import type { EditorSession } from './editor-session.ts';
import { openSession } from './open-session.ts';
import { addNodeBehind } from './place-node.ts';
import { startAddingBehind } from './start-adding.ts';

const at = (id: string, type: string, x: number, y = 0) => ({ id, type, position: { x, y }, inputs: {} });
const graph: Graph = {
  nodes: [
    at('photo', 'input/image', 0),
    at('blur', 'image/blur', 400),
    at('resize', 'image/resize', 800),
    at('end', 'image/resize', 1400),
  ],
  connections: [
    { from: ['photo', 'image'], to: ['blur', 'image'] },
    { from: ['blur', 'image'], to: ['resize', 'image'] },
    { from: ['resize', 'image'], to: ['end', 'image'] },
  ],
};

/** A frame around two nodes in the middle of a chain, with a note in it, collapsed. */
async function open(): Promise<EditorSession> {
  const session = await openSession(standIn(graph));
  await session.catalog.loadAll();
  session.view.resize({ left: 0, top: 0, width: 1200, height: 800 });
  const { items, store } = session;
  items.addNote({ x: 420, y: 700 });
  items.edit(null);
  items.select(
    items.selected().map(({ key }) => key),
    ['blur', 'resize'],
  );
  items.addFrame();
  items.edit(null);
  items.toggleCollapsed();
  expect(store.selectedNodes.size).toBe(0);
  return session;
}

const frameOf = ({ items }: EditorSession) => items.all().find(({ kind }) => kind === 'frames')!;

it('a collapsed frame is one tile with the pins of the wires that leave it, and opens as it was', async () => {
  const session = await open();
  const { scene, items } = session;
  const tile = scene.tiles.all().get(frameOf(session).id)!;
  const pinsOf = (side: 'inputs' | 'outputs') => tile[side].map(({ nodeId, pin }) => `${nodeId}.${pin}`);
  expect([pinsOf('inputs'), pinsOf('outputs')]).toEqual([['blur.image'], ['resize.image']]);
  expect([scene.box('blur'), scene.box('resize')]).toEqual([undefined, undefined]);
  expect(items.all().map(({ kind }) => kind)).toEqual(['frames']);

  // Wires within are not shown; those that leave end at the tile.
  expect(scene.shape(inputKey(['resize', 'image']))).toBeUndefined();
  const into = scene.shape(inputKey(['blur', 'image']))!.curve.to;
  expect(into).toEqual({ x: tile.rect.x, y: tile.rect.y + tile.inputs[0]!.at.y });
  expect(scene.shape(inputKey(['end', 'image']))!.curve.from.x).toBe(tile.rect.x + tile.rect.width);

  const [blur, wires] = [scene.boxOf('blur'), session.store.getGraph().connections];
  items.toggleCollapsed();
  expect(scene.box('blur')).toEqual(blur);
  expect(scene.shape(inputKey(['resize', 'image']))).toBeDefined();
  expect(session.store.getGraph().connections).toEqual(wires);
  expect(items.all()).toHaveLength(2);
  session.undo();
  expect(scene.box('blur')).toBeUndefined();
  session.dispose();
});

it('what a tile holds moves with it, and nothing put down where it was open goes into it', async () => {
  const session = await open();
  const { scene, items, arranging, store } = session;
  const before = scene.boxOf('blur')!.x;
  items.select([frameOf(session).key]);
  arranging.nudge(32, 0);
  expect(scene.boxOf('blur')!.x).toBe(before + 32);
  expect(scene.tiles.all().get(frameOf(session).id)!.rect.x).toBe(frameOf(session).rect.x);
  const added = session.addNode('image/blur', { x: 900, y: 300 })!;
  expect(scene.box(added)).toBeDefined();

  // A wire to a node within ends at a pin of the tile; a node within that is gone takes its pin along.
  session.apply('connect', [{ op: 'connect', from: ['resize', 'image'], to: [added, 'image'] }]);
  expect(scene.shape(inputKey([added, 'image']))).toBeDefined();
  store.adoptRemote({
    nodes: store.getGraph().nodes.filter(({ id }) => id !== 'blur' && id !== 'resize'),
    connections: [],
  });
  expect(scene.tiles.all().get(frameOf(session).id)).toMatchObject({ inputs: [], outputs: [] });
  items.toggleCollapsed([frameOf(session)]);
  expect(items.all()).toHaveLength(2);
  session.dispose();
});

it('a tile is muted, copied and deleted with what it holds, which is shown again when the frame goes', async () => {
  const session = await open();
  const { scene, items, clipboard, states, store, toggles } = session;
  items.select([frameOf(session).key]);
  toggles.mute();
  expect([states.isMuted('blur'), states.isMuted('resize'), states.isMuted('end')]).toEqual([
    true,
    true,
    false,
  ]);
  clipboard.duplicate();
  expect(store.getGraph().nodes).toHaveLength(6);
  expect(scene.tiles.all().size).toBe(2);
  const copy = items.selected().find(({ kind }) => kind === 'frames')!;
  expect(items.nodesIn(copy)).toHaveLength(2);
  expect(items.nodesIn(copy)).not.toContain('blur');
  expect(items.all()).toHaveLength(2);

  items.select([copy.key]);
  session.deleteSelection();
  expect(scene.tiles.all().size).toBe(1);
  expect([...scene.boxes()]).toHaveLength(4);
  expect(session.ui.get().notice?.text).toBe('What was in the frame is shown again.');
  session.focusNode('blur');
  expect([...store.selectedNodes]).toEqual(['blur']);
  session.dispose();
});

it('all that is selected goes with a tile, and nothing is said to be shown again', async () => {
  const session = await open();
  session.selectAll();
  session.deleteSelection();
  expect(session.store.getGraph().nodes).toEqual([]);
  expect(session.ui.get().notice?.text).not.toBe('What was in the frame is shown again.');
  session.undo();
  expect(session.scene.tiles.all().size).toBe(1);
  expect(session.scene.box('blur')).toBeUndefined();
  session.dispose();
});

it('a new node goes beside the selected tile, wired to what leads out of it', async () => {
  const session = await open();
  const { items, scene, store, ui } = session;
  const frame = frameOf(session);
  items.select([frame.key]);
  const { rect } = scene.tiles.all().get(frame.id)!;
  expect(startAddingBehind(session)).toBe(true);
  const { at, behind } = ui.get().quickAdd!;
  expect([at.x > rect.x + rect.width, at.y, behind]).toEqual([true, rect.y, 'resize']);
  const added = addNodeBehind(session, 'image/blur', behind!)!;
  expect(store.wiresOf(added).map(({ from }) => from)).toEqual([['resize', 'image']]);
  const box = scene.box(added)!;
  expect([box.x > rect.x + rect.width, scene.tiles.meet(box)]).toEqual([true, false]);
  session.dispose();
});
