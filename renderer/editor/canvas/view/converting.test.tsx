import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { conversionsFor, insertConversion } from '../../session/converting.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'resize', type: 'image/resize', position: { x: 300, y: 0 }, inputs: {} },
    { id: 'behind', type: 'image/blur', position: { x: 620, y: 0 }, inputs: {} },
    { id: 'words', type: 'input/text', position: { x: 0, y: 400 }, inputs: {} },
  ],
  connections: [{ from: ['resize', 'image'], to: ['behind', 'image'] }],
};

async function show() {
  const ports = standIn(graph, undefined, {
    'image/info': {
      title: 'Image info',
      inputs: [{ name: 'image', label: 'Image', type: 'image' }],
      outputs: [
        { name: 'width', label: 'Width', type: 'number' },
        { name: 'height', label: 'Height', type: 'number' },
      ],
    },
  });
  const { session } = await showCanvas(ports);
  await vi.waitFor(() => expect(session.catalog.pinsOf('image/info')).toBeDefined());
  for (const { id } of graph.nodes)
    await vi.waitFor(() => expect(document.querySelector(`[data-pin][data-node-id="${id}"]`)).not.toBeNull());
  return session;
}

const middleOf = (node: string, pin: string, side: string) => {
  const element = document.querySelector(`[data-pin="${pin}"][data-side="${side}"][data-node-id="${node}"]`);
  if (!element) throw new Error(`There is no ${side} ${pin} on ${node}.`);
  const { left, top, width, height } = element.getBoundingClientRect();
  return { element, at: { clientX: left + width / 2, clientY: top + height / 2 } };
};
function dragWire(from: readonly [string, string], to: readonly [string, string]): void {
  const start = middleOf(...from, 'output');
  const { at } = middleOf(...to, 'input');
  const send = (target: EventTarget, type: string, point: { clientX: number; clientY: number }): void =>
    void target.dispatchEvent(
      new PointerEvent(type, { ...point, bubbles: true, cancelable: true, buttons: 1, pointerId: 1 }),
    );
  send(start.element, 'pointerdown', start.at);
  send(window, 'pointermove', { clientX: at.clientX - 30, clientY: at.clientY });
  send(window, 'pointermove', at);
  send(window, 'pointerup', at);
}

it('offers what makes a wire fit where it is let go; Enter puts the first between, as one step, with room', async () => {
  const session = await show();
  dragWire(['photo', 'image'], ['resize', 'width']);
  const offer = page.getByRole('listbox', { name: 'Image does not fit number. Put between:' });
  await expect.element(offer).toHaveFocus();
  await expect.element(page.getByRole('option', { name: 'Image info → Height' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(offer).not.toBeInTheDocument();
  const { nodes, connections } = session.store.getGraph();
  const added = nodes.at(-1);
  expect(added?.type).toBe('image/info');
  expect(connections).toContainEqual({ from: ['photo', 'image'], to: [added?.id, 'image'] });
  expect(connections).toContainEqual({ from: [added?.id, 'height'], to: ['resize', 'width'] });
  for (const { id } of graph.nodes) {
    const [one, other] = [session.scene.box(id), session.scene.box(added?.id ?? '')];
    const apart =
      one &&
      other &&
      (one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y);
    expect(apart).toBe(true);
  }
  expect(session.scene.box('behind')?.x ?? 0).toBeGreaterThan(620);
  expect([...session.store.selectedNodes]).toEqual([added?.id]);
  session.undo();
  expect(session.store.getGraph()).toEqual(graph);
});

it('says why where nothing helps, and Escape leaves all as it was', async () => {
  const session = await show();
  dragWire(['words', 'text'], ['resize', 'image']);
  await expect.element(page.getByText('Not connected: text does not fit image')).toBeVisible();
  dragWire(['photo', 'image'], ['resize', 'width']);
  await expect.element(page.getByRole('option', { name: 'Image info → Width' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  await expect.element(page.elementLocator(document.querySelector('[data-editor-stage]')!)).toHaveFocus();
  expect(session.store.getGraph()).toEqual(graph);
});

it('offers nothing that would close a circle, and does nothing with a node that is gone', async () => {
  const session = await show();
  expect(conversionsFor(session, ['behind', 'image'], ['resize', 'width'])).toEqual([]);
  const [conversion] = conversionsFor(session, ['photo', 'image'], ['resize', 'width']);
  session.store.adoptRemote({ ...graph, nodes: graph.nodes.filter(({ id }) => id !== 'photo') });
  expect(insertConversion(session, ['photo', 'image'], ['resize', 'width'], conversion ?? [])).toBe(false);
});
