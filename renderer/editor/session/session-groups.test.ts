import { expect, it } from 'vitest';
import { sameGraph } from '#shared/graph/diff.ts';
import { inputKey } from '#shared/graph/keys.ts';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import type { EditorSession } from './editor-session.ts';
import { openSession } from './open-session.ts';

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

async function open(): Promise<EditorSession> {
  const session = await openSession(standIn(graph));
  await session.catalog.loadAll();
  session.view.resize({ left: 0, top: 0, width: 1200, height: 800 });
  return session;
}

/** With blur and resize in a group. */
async function openGrouped(): Promise<{ session: EditorSession; instance: string }> {
  const session = await open();
  session.store.select(['blur', 'resize']);
  session.groups.make();
  session.items.edit(null);
  return { session, instance: session.groups.selected()[0]! };
}

const sigma = ({ store }: EditorSession, id: string) => store.getNode(id)?.inputs?.['sigma']?.value;

it('a selection becomes a group that is one tile with its pins, opens as its own canvas, and is taken apart', async () => {
  const { session, instance } = await openGrouped();
  const { scene, items, groups, store } = session;
  expect(sameGraph(store.getGraph(), graph)).toBe(true);
  const tile = groups.tileOf(instance)!;
  expect(tile.inputs.map(({ nodeId, pin }) => `${nodeId}.${pin}`)).toEqual(['blur.image']);
  expect(tile.outputs.map(({ nodeId, pin }) => `${nodeId}.${pin}`)).toEqual(['resize.image']);
  expect([scene.box('blur'), scene.box('resize')]).toEqual([undefined, undefined]);
  // Wires within are not shown; those that leave end at the tile.
  expect(scene.shape(inputKey(['resize', 'image']))).toBeUndefined();
  expect(scene.shape(inputKey(['blur', 'image']))!.curve.to.x).toBe(tile.rect.x);

  groups.open(instance);
  expect([...scene.boxes()].map(({ id }) => id).sort()).toEqual(['blur', 'resize']);
  expect(items.all()).toEqual([]);
  const [inputs, outputs] = scene.tiles.edges();
  expect(scene.shape(inputKey(['blur', 'image']))!.curve.from.x).toBe(inputs!.rect.x + inputs!.rect.width);
  expect(scene.shape(inputKey(['end', 'image']))!.curve.to.x).toBe(outputs!.rect.x);
  groups.leave();
  expect(groups.selected()).toEqual([instance]);
  groups.ungroup();
  expect([...scene.boxes()]).toHaveLength(4);
  expect([...store.selectedNodes].sort()).toEqual(['blur', 'resize']);
  session.undo();
  expect(groups.tileOf(instance)).toBeDefined();
  session.undo();
  expect(store.canvas.items.instances).toEqual({});
  session.dispose();
});

it('linked groups change together, also with what is added, wired and deleted in one, as one step of undo', async () => {
  const { session, instance } = await openGrouped();
  const { groups, store } = session;
  groups.duplicateLinked();
  const [second] = groups.selected();
  expect(groups.countOf(instance)).toBe(2);
  expect(store.getGraph().nodes).toHaveLength(6);
  session.setInput('blur', 'sigma', { type: 'number', value: 9 });
  expect(sigma(session, `${second}.blur`)).toBe(9);

  groups.open(second!);
  const added = session.addNode('image/blur', { x: 100, y: 100 })!;
  session.apply('connect', [{ op: 'connect', from: [`${second}.resize`, 'image'], to: [added, 'image'] }]);
  expect(groups.nodesIn(instance)).toHaveLength(3);
  expect(groups.differing(instance)).toEqual([]);
  session.undo();
  session.undo();
  expect(groups.nodesIn(instance)).toHaveLength(2);
  expect(store.getGraph().nodes).toHaveLength(6);

  groups.leave();
  groups.detach();
  expect([groups.countOf(instance), groups.countOf(second!)]).toEqual([1, 1]);
  session.setInput('blur', 'sigma', { type: 'number', value: 3 });
  expect(sigma(session, `${second}.blur`)).toBe(9);
  session.dispose();
});

it('what a group shows is each one’s own; it is renamed, ordered, given a beginning and taken off', async () => {
  const { session, instance } = await openGrouped();
  const { groups, store } = session;
  groups.show('input', ['blur', 'sigma']);
  const pin = groups.pinOfTarget('input', ['blur', 'sigma'])!;
  groups.renamePin(pin.pin.id, 'Softness');
  groups.movePin(instance, pin.pin.id, -1);
  groups.setDefault(pin.pin.id, { type: 'number', value: 4 });
  expect(groups.tileOf(instance)!.inputs.map(({ pin: name, label }) => label ?? name)).toEqual([
    'Softness',
    'image',
  ]);
  groups.duplicateLinked();
  const [second] = groups.selected();
  expect(sigma(session, `${second}.blur`)).toBe(4);
  session.setInput('blur', 'sigma', { type: 'number', value: 7 });
  expect(sigma(session, `${second}.blur`)).toBe(4);
  const visible = groups.pinOfTarget('input', ['blur', 'sigma'])!;
  groups.hidePin(instance, visible);
  expect(sigma(session, `${second}.blur`)).toBe(7);
  session.undo();
  expect([sigma(session, `${second}.blur`), sigma(session, 'blur')]).toEqual([4, 7]);
  store.select(['end']);
  session.dispose();
});

it('goes along when its tile is moved, copied and deleted, and leads to a node within', async () => {
  const { session, instance } = await openGrouped();
  const { groups, items, arranging, clipboard, scene, store } = session;
  const before = scene.boxOf('blur')!.x;
  arranging.nudge(32, 0);
  expect(scene.boxOf('blur')!.x).toBe(before + 32);
  clipboard.duplicate();
  expect(store.getGraph().nodes).toHaveLength(6);
  const [copy] = groups.selected();
  expect([groups.countOf(instance), groups.countOf(copy!), groups.nodesIn(copy!)]).toEqual([
    1,
    1,
    expect.any(Array),
  ]);
  expect(groups.pinsOf(copy!).every(({ targets }) => targets.length === 1)).toBe(true);
  session.deleteSelection();
  expect(store.getGraph().nodes).toHaveLength(4);
  expect(Object.keys(store.canvas.items.members)).toHaveLength(2);
  session.focusNode('resize');
  expect([groups.groupPath, [...store.selectedNodes]]).toEqual([[instance], ['resize']]);
  session.focusNode('end');
  expect(groups.groupPath).toEqual([]);
  session.selectAll();
  session.deleteSelection();
  expect(store.getGraph().nodes).toEqual([]);
  expect(store.canvas.items.instances).toEqual({});
  session.undo();
  expect(groups.tileOf(instance)?.nodes.size).toBe(2);
  expect(items.all()).toHaveLength(1);
  session.dispose();
});

it('a frame becomes a group in one step, collapsed or not, with its title and color', async () => {
  const session = await open();
  const { groups, items, store } = session;
  store.select(['blur', 'resize']);
  items.addFrame();
  items.edit(null);
  const [frame] = items.selected();
  items.setText(frame!, 'Soften');
  items.setColor('#2a8c8c');
  items.toggleCollapsed();
  groups.make();
  const [instance] = groups.selected();
  expect(items.groupOf(instance!)).toEqual({ title: 'Soften', color: '#2a8c8c' });
  expect(groups.nodesIn(instance!).sort()).toEqual(['blur', 'resize']);
  expect(store.canvas.items.frames).toEqual({});
  session.undo();
  expect(items.all().map(({ kind, collapsed }) => [kind, collapsed])).toEqual([['frames', true]]);
  session.dispose();
});

it('says how linked groups differ that somebody else changed, and makes them alike', async () => {
  const { session, instance } = await openGrouped();
  const { groups, store } = session;
  groups.duplicateLinked();
  const [second] = groups.selected();
  store.adoptRemote({
    ...store.getGraph(),
    nodes: store
      .getGraph()
      .nodes.map((node) =>
        node.id === 'blur' ? { ...node, inputs: { sigma: { type: 'number', value: 12 } } } : node,
      ),
  });
  expect(groups.differing(instance)).toEqual([second]);
  expect(groups.differences(second!, instance)).toMatchObject([
    { kind: 'changed', field: 'input', input: 'sigma' },
  ]);
  groups.update([second!], instance);
  expect(sigma(session, `${second}.blur`)).toBe(12);
  session.undo();
  expect(sigma(session, `${second}.blur`)).toBeUndefined();
  session.dispose();
});

it('a wire that would close a circle in a linked group is left out there, which is said', async () => {
  const { session } = await openGrouped();
  const { groups, store, ui } = session;
  session.apply('cut', [{ op: 'disconnect', from: ['blur', 'image'], to: ['resize', 'image'] }]);
  groups.duplicateLinked();
  const [second] = groups.selected();
  session.apply('around', [
    { op: 'connect', from: [`${second}.resize`, 'image'], to: ['end', 'image'] },
    { op: 'connect', from: ['end', 'image'], to: [`${second}.blur`, 'image'] },
  ]);
  session.apply('connect', [{ op: 'connect', from: ['blur', 'image'], to: ['resize', 'image'] }]);
  expect(store.incoming('resize', 'image')?.from).toEqual(['blur', 'image']);
  expect(store.incoming(`${second}.resize`, 'image')).toBeUndefined();
  expect(ui.get().notice?.text).toContain('Not every linked group');
  session.dispose();
});
