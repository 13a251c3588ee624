import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputKey } from '#shared/graph/keys.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { Rect } from '../../geometry.ts';
import { OutlinePanel } from '../../panels/outline-panel.tsx';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 900, y: 260 }, inputs: {} },
  ],
  connections: [{ from: ['photo', 'image'], to: ['blur', 'image'] }],
};
const key = inputKey(['blur', 'image']);

async function show() {
  const { session } = await showCanvas(standIn(graph), {
    width: 1000,
    height: 600,
    minimap: false,
    beside: (opened) => (
      <div style={{ width: 240, height: 400 }}>
        <OutlinePanel session={opened} isVisible />
      </div>
    ),
  });
  session.view.set({ x: 20, y: 80, zoom: 0.8 });
  await vi.waitFor(() => expect(session.view.view.zoom).toBe(0.8));
  const stage = document.querySelector<HTMLElement>('[data-editor-stage]')!;
  const clickOn = (rect: Rect): void => {
    const { x, y } = session.view.toClient({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
    const on = document.elementFromPoint(x, y)!;
    const press = { clientX: x, clientY: y, bubbles: true, button: 0, pointerId: 1 };
    on.dispatchEvent(new PointerEvent('pointerdown', { ...press, buttons: 1 }));
    on.dispatchEvent(new PointerEvent('pointerup', press));
  };
  const tags = () => session.scene.shape(key)?.tags;
  return { session, stage, clickOn, tags };
}

it('a key shows the wires of a node by name; a click on a tag leads to the other end', async () => {
  const { session, stage, clickOn, tags } = await show();
  session.store.select(['photo']);
  stage.focus();
  await userEvent.keyboard('n');
  await vi.waitFor(() => expect(tags()?.name).toBe(session.titleOf('photo')));
  clickOn(tags()!.source);
  expect([...session.store.selectedNodes]).toEqual(['blur']);
  clickOn(tags()!.target);
  expect([...session.store.selectedNodes]).toEqual(['photo']);

  // In the outline it leads to where it comes from; F2 gives it another name.
  await page.getByRole('button', { name: /^Wire: / }).click();
  expect([...session.store.selectedWires]).toEqual([key]);
  stage.focus();
  await userEvent.keyboard('{F2}');
  await page.getByRole('textbox', { name: 'Name' }).fill('Plate');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Wire: Plate' })).toBeVisible();
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  stage.focus();
  await userEvent.keyboard('n');
  await vi.waitFor(() => expect(tags()).toBeNull());
  session.undo();
  expect(tags()?.name).toBe('Plate');
});

it('a tag stands where the line was, in the color of its wire, and the line is gone', async () => {
  const { session, tags } = await show();
  const canvas = document.querySelector('canvas')!;
  const colored = (rect: Rect): number => {
    const place = canvas.getBoundingClientRect();
    const scale = canvas.width / place.width;
    const from = session.view.toClient(rect);
    const { zoom } = session.view.view;
    const { data } = canvas
      .getContext('2d')!
      .getImageData(
        Math.round((from.x - place.left) * scale),
        Math.round((from.y - place.top) * scale),
        Math.ceil(rect.width * zoom * scale),
        Math.ceil(rect.height * zoom * scale),
      );
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (
        Math.max(data[at]!, data[at + 1]!, data[at + 2]!) -
          Math.min(data[at]!, data[at + 1]!, data[at + 2]!) >
        40
      )
        count += data[at + 3]! > 100 ? 1 : 0;
    return count;
  };
  const { from, to } = session.scene.shape(key)!.curve;
  const middle = { x: (from.x + to.x) / 2 - 20, y: (from.y + to.y) / 2 - 60, width: 40, height: 120 };
  await vi.waitFor(() => expect(colored(middle)).toBeGreaterThan(20));
  session.reroutes.toggleNames([key]);
  await vi.waitFor(() => expect(colored(middle)).toBe(0));
  expect(colored(tags()!.source)).toBeGreaterThan(20);
  expect(colored(tags()!.target)).toBeGreaterThan(20);
});

it('a key lays the wires in view around the nodes that cover them', async () => {
  const { session, stage } = await show();
  const { from, to } = session.scene.shape(key)!.curve;
  const position = { x: (from.x + to.x) / 2 - 110, y: (from.y + to.y) / 2 - 40 };
  session.apply('add', [
    { op: 'addNode', node: { id: 'between', type: 'image/blur', position, inputs: {} } },
  ]);
  stage.focus();
  await userEvent.keyboard('{Shift>}w{/Shift}');
  await vi.waitFor(() => expect(session.reroutes.of(key).length).toBeGreaterThan(0));
  expect(session.scene.wiresUnder(session.scene.box('between')!)).toEqual([]);
});
