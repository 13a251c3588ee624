import { expect, it } from 'vitest';
import { inputKey } from '#shared/graph/keys.ts';
import type { GraphNode } from '#shared/graph/types.ts';
import { contains } from '../geometry.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { insertNodeOnWire } from './insert-node.ts';
import { openSession } from './open-session.ts';
import { addNodeAt } from './place-node.ts';

const at = (id: string, type: string, x: number, y = 0): GraphNode => ({
  id,
  type,
  position: { x, y },
  inputs: {},
});

/** A photo wired to a node `gap` units behind it, and one more node behind that. */
async function open(gap: number, ...others: readonly GraphNode[]) {
  const session = await openSession(
    standIn({
      nodes: [
        at('photo', 'input/image', 0),
        at('resize', 'image/resize', 280 + gap),
        at('end', 'image/resize', 620 + gap),
        ...others,
      ],
      connections: [
        { from: ['photo', 'image'], to: ['resize', 'image'] },
        { from: ['resize', 'image'], to: ['end', 'image'] },
      ],
    }),
  );
  await session.catalog.loadAll();
  session.view.resize({ left: 0, top: 0, width: 1600, height: 900 });
  return session;
}

it('what nobody put anywhere covers no node, no wire, and lies in view', async () => {
  const session = await open(1200);
  const { scene, view } = session;
  // The middle of the view is on the long wire between the first two.
  view.set({ x: 0, y: 300, zoom: 1 });
  for (let count = 0; count < 3; count += 1) {
    const box = scene.box(addNodeAt(session, 'input/image', null)!)!;
    expect(scene.nodesIn(box).map(({ id }) => id)).toEqual([box.id]);
    expect(scene.wiresUnder(box)).toEqual([]);
    expect(contains(view.visible(), box)).toBe(true);
  }
  session.dispose();
});

it.each([16, 60, 400])('a node put into a wire of %i units lies behind where it comes from', async (gap) => {
  const session = await open(gap);
  const { scene } = session;
  const from = scene.box('photo')!;
  const middle = { x: from.x + from.width + gap / 2, y: 80 };
  const id = insertNodeOnWire(session, 'image/blur', inputKey(['resize', 'image']), middle)!;
  const box = scene.box(id)!;
  expect(box.x).toBeGreaterThanOrEqual(from.x + from.width + 8);
  expect(scene.box('resize')!.x).toBeGreaterThanOrEqual(box.x + box.width + 40);
  expect(scene.box('end')!.x).toBeGreaterThan(scene.box('resize')!.x);
  expect(scene.nodesIn(box).map((one) => one.id)).toEqual([id]);
  session.undo();
  expect(session.store.getNode('resize')?.position).toEqual({ x: 280 + gap, y: 0 });
  session.dispose();
});

it('a node that stands in the way and makes no room is not covered', async () => {
  const session = await open(60, at('aside', 'image/blur', 330, -40));
  const { scene } = session;
  const id = insertNodeOnWire(session, 'image/blur', inputKey(['resize', 'image']), { x: 310, y: 80 })!;
  const from = scene.box('photo')!;
  expect(scene.box(id)!.x).toBeGreaterThanOrEqual(from.x + from.width);
  expect(scene.nodesIn(scene.box(id)!).map((one) => one.id)).toEqual([id]);
  session.dispose();
});

it('a wire that comes to run behind a node put into another one is said, and led around at a press', async () => {
  // It leads to the right below the first wire.
  const session = await open(900, at('below', 'input/image', 0, 500), at('late', 'image/resize', 2400, 60));
  session.apply('wire', [{ op: 'connect', from: ['below', 'image'], to: ['late', 'image'] }]);
  const { scene, ui } = session;
  const key = inputKey(['late', 'image']);
  const id = insertNodeOnWire(session, 'image/blur', inputKey(['resize', 'image']), { x: 700, y: 470 })!;
  const isBehind = () => scene.wiresUnder(scene.box(id)!, id).some((wire) => wire.key === key);
  expect(isBehind()).toBe(true);
  const notice = ui.get().notice!;
  expect(notice.text).toMatch(/now runs? behind “Blur”\.$/);
  notice.action!.run();
  expect(isBehind()).toBe(false);
  session.undo();
  expect(isBehind()).toBe(true);
  session.dispose();
});
