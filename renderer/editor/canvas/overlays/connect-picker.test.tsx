import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 320, y: 0 }, inputs: {} },
    { id: 'size', type: 'image/resize', position: { x: 640, y: 0 }, inputs: {} },
  ],
  connections: [],
};

it('Enter in the search connects to the first pin that matches', async () => {
  const { session } = await showCanvas(standIn(graph));
  await vi.waitFor(() => expect(session.scene.box('size')).toBeDefined());
  session.ui.set({ connectPin: { side: 'output', pin: ['photo', 'image'] } });
  await expect.element(page.getByRole('textbox', { name: 'Search pins' })).toHaveFocus();
  await userEvent.keyboard('resi{Enter}');
  expect(session.store.getGraph().connections).toEqual([{ from: ['photo', 'image'], to: ['size', 'image'] }]);
  expect(session.ui.get().connectPin).toBeNull();
});

it('free pins come before those that would lose their wire, and an empty list says why', async () => {
  const { session } = await showCanvas(
    standIn({
      nodes: [...graph.nodes, { id: 'other', type: 'input/image', position: { x: 0, y: 300 }, inputs: {} }],
      connections: [{ from: ['photo', 'image'], to: ['blur', 'image'] }],
    }),
  );
  await vi.waitFor(() => expect(session.scene.box('size')).toBeDefined());
  session.ui.set({ connectPin: { side: 'output', pin: ['other', 'image'] } });
  const search = page.getByRole('textbox', { name: 'Search pins' });
  await expect.element(search).toHaveFocus();
  const offered = () =>
    page
      .getByRole('dialog')
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent);
  expect(offered()).toEqual([
    'Image · Filehas to be set',
    'Resize · Imagehas to be set',
    'Blur · Imagereplaces a wire',
  ]);
  await search.fill('zebra');
  await expect.element(page.getByText('No pin that fits is called “zebra”.')).toBeVisible();
});
