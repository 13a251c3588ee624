import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const at = (id: string, type: string, x: number, y = 0) => ({ id, type, position: { x, y }, inputs: {} });

const shown = () =>
  showCanvas(
    standIn({
      nodes: [at('photo', 'input/image', 0), at('blur', 'image/blur', 320), at('end', 'image/resize', 700)],
      connections: [
        { from: ['photo', 'image'], to: ['blur', 'image'] },
        { from: ['blur', 'image'], to: ['end', 'image'] },
      ],
    }),
  );

const press = (type: string, { x, y }: { x: number; y: number }) => {
  const target = document.elementFromPoint(x, y)!;
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      clientX: x,
      clientY: y,
      button: 0,
      buttons: type === 'pointerup' ? 0 : 1,
      pointerId: 1,
      isPrimary: true,
    }),
  );
};
const drag = (from: { x: number; y: number }, to: { x: number; y: number }) => {
  press('pointerdown', from);
  for (let step = 1; step <= 4; step += 1)
    press('pointermove', {
      x: from.x + ((to.x - from.x) * step) / 4,
      y: from.y + ((to.y - from.y) * step) / 4,
    });
  press('pointerup', to);
};

it('a frame collapses by its key to a tile that is dragged, wired at its outer pins and opened by a double click', async () => {
  const { session } = await shown();
  const { items, scene, store } = session;
  store.select(['blur']);
  items.addFrame();
  items.edit(null);
  document.querySelector<HTMLElement>('[data-editor-stage]')!.focus();
  await userEvent.keyboard('{Shift>}h{/Shift}');
  const tile = page.getByRole('region', { name: 'Frame: Frame, collapsed, 1 node' });
  await expect.element(tile).toBeInTheDocument();
  expect(document.querySelector('[data-node="blur"]')).toBeNull();
  expect([...document.querySelectorAll('[data-outer-pin]')].map((one) => one.textContent)).toEqual([
    'Image · Blur',
    'Image · Blur',
  ]);

  const rect = () => tile.element().getBoundingClientRect();
  const [before, blur] = [rect(), scene.boxOf('blur')!.x];
  drag({ x: before.x + 40, y: before.y + 10 }, { x: before.x + 40, y: before.y + 210 });
  await vi.waitFor(() => expect(rect().y).toBeCloseTo(before.y + 200, -1));
  expect(scene.boxOf('blur')!.x).toBe(blur);
  expect(store.getNode('blur')?.position?.y).toBeGreaterThan(100);
  session.undo();
  await vi.waitFor(() => expect(rect().y).toBeCloseTo(before.y, 0));

  // The wire at the outer input is taken off there, and a new one is put in.
  const pin = document.querySelector('[data-outer-pin][data-side="input"] svg')!.getBoundingClientRect();
  const end = { x: pin.x + pin.width / 2, y: pin.y + pin.height / 2 };
  drag(end, { x: end.x - 30, y: end.y + 400 });
  expect(store.incoming('blur', 'image')).toBeUndefined();
  session.undo();
  expect(store.incoming('blur', 'image')).toBeDefined();

  const { x, y } = rect();
  await userEvent.dblClick(page.elementLocator(document.querySelector('[data-editor-stage]')!), {
    position: { x: x + 40 - stageAt().x, y: y + 10 - stageAt().y },
  });
  await expect.element(page.getByRole('region', { name: 'Frame: Frame' })).toBeInTheDocument();
  expect(document.querySelector('[data-collapsed]')).toBeNull();
  await vi.waitFor(() => expect(document.querySelector('[data-node="blur"]')).not.toBeNull());
});

const stageAt = () => document.querySelector('[data-editor-stage]')!.getBoundingClientRect();

it('fields of nodes take the pointer where frames, tiles and lines are, too', async () => {
  const { session } = await shown();
  const { items, store } = session;
  for (const id of ['photo', 'blur']) {
    store.select([id]);
    items.addFrame();
    items.edit(null);
  }
  items.toggleCollapsed();
  items.addLine(
    [
      { x: 0, y: 500 },
      { x: 90, y: 560 },
    ],
    true,
  );
  await vi.waitFor(() => expect(document.querySelector('[data-collapsed]')).not.toBeNull());
  for (const title of document.querySelectorAll('[data-node] [data-title]')) {
    const { x, y, width, height } = title.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    expect(top?.closest('[data-node]')).toBe(title.closest('[data-node]'));
  }
  expect(document.querySelectorAll('[data-node] [data-title]')).toHaveLength(2);
});
