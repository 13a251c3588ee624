import { expect, it } from 'vitest';
import type { DeskEvent, Settings } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { settingsWith } from '#shared/testing/settings.ts';
import { intersects } from '../../geometry.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [{ id: 'text', type: 'input/text', position: { x: 100, y: 100 }, inputs: {} }],
  connections: [],
};
const mouse = settingsWith({ theme: 'light' });

/** The canvas, and what the desktop process says to it. */
async function show() {
  const listeners = new Set<(event: DeskEvent) => void>();
  const { session } = await showCanvas(
    {
      ...standIn(graph),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    { width: 1000, height: 700 },
  );
  const change = (settings: Partial<Settings>): void => {
    for (const listener of listeners) listener({ type: 'settings', settings: { ...mouse, ...settings } });
  };
  return { session, change };
}

/** Turns the wheel over the middle of the canvas. */
const turnWheel = (): void => {
  const pane = document.querySelector('.react-flow__pane')!;
  const { left, top, width, height } = pane.getBoundingClientRect();
  pane.dispatchEvent(
    new WheelEvent('wheel', {
      deltaY: 60,
      clientX: left + width / 2,
      clientY: top + height / 2,
      bubbles: true,
      cancelable: true,
    }),
  );
};

/** What one turn of the wheel does to a view that stands still. */
const scrolled = (session: EditorSession): 'zooms' | 'pans' | 'nothing' => {
  session.view.set({ x: 0, y: 0, zoom: 1 });
  turnWheel();
  const { y, zoom } = session.view.view;
  return zoom !== 1 ? 'zooms' : y !== 0 ? 'pans' : 'nothing';
};

it('scrolling does what the setting says from the moment it changes', async () => {
  const { session, change } = await show();
  await expect.poll(() => scrolled(session)).toBe('zooms');
  change({ navigation: 'trackpad' });
  await expect.poll(() => scrolled(session)).toBe('pans');
  change({ navigation: 'mouse' });
  await expect.poll(() => scrolled(session)).toBe('zooms');
});

it('nodes snap to the grid from the moment it is switched on', async () => {
  const { session, change } = await show();
  change({ snapToGrid: false });
  const free = session.addNode('input/text', { x: 13, y: 17 });
  expect(session.store.getNode(free ?? '')?.position).toMatchObject({ x: 13, y: 17 });
  change({ snapToGrid: true });
  const snapped = session.addNode('input/text', { x: 13, y: 17 });
  expect(session.store.getNode(snapped ?? '')?.position).not.toMatchObject({ x: 13, y: 17 });
});

it('undo and redo lead to what they change when none of it is seen, and stay where some is', async () => {
  const { session } = await show();
  const added = session.addNode('image/blur', { x: 9000, y: 9000 });
  const place = session.scene.box(added ?? '')!;
  session.view.set({ x: 0, y: 0, zoom: 1 });
  session.setInput('text', 'value', { type: 'string', value: 'Fox' });
  const here = session.view.view;
  session.undo();
  expect(session.view.view).toEqual(here);
  session.undo();
  // What it took away was there.
  expect(intersects(place, session.view.visible(0))).toBe(true);
  session.view.set({ x: 0, y: 0, zoom: 1 });
  session.redo();
  const blur = session.store.getGraph().nodes.at(-1)!.id;
  await expect.poll(() => intersects(session.scene.box(blur)!, session.view.visible(0))).toBe(true);
});

it('while the view moves nothing on a node takes the pointer, and what is moved stands where the view says', async () => {
  const { session, change } = await show();
  change({ navigation: 'trackpad' });
  const pointedAt = (): string | undefined => {
    const { left, top } = document.querySelector('[data-node="text"]')!.getBoundingClientRect();
    return document.elementFromPoint(left + 20, top + 10)?.closest<HTMLElement>('[data-node]')?.dataset[
      'node'
    ];
  };
  await expect.poll(pointedAt).toBe('text');
  turnWheel();
  await expect.poll(pointedAt).toBeUndefined();
  const { x, y, zoom } = session.view.view;
  const viewport = document.querySelector('.react-flow__viewport')!;
  const { e, f, a } = new DOMMatrixReadOnly(getComputedStyle(viewport).transform);
  expect([e, f, a]).toEqual([x, y, zoom].map((value) => expect.closeTo(value, 2)));
  await expect.poll(pointedAt).toBe('text');
});
