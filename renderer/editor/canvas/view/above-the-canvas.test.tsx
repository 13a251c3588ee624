// @module-tag long
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { contains } from '../../geometry.ts';
import { toClip } from '../../model/clip.ts';
import { OutlinePanel } from '../../panels/outline-panel.tsx';
import type { EditorSession } from '../../session/editor-session.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';
import { DRAG_FILE } from '#renderer/desk/index.ts';
import { sayBriefly, showToast } from '#renderer/ui/index.ts';
import { DRAG_NODE_TYPE, handleDrop } from '../input/drops.ts';

/** What stands above the canvas or beside it, and the canvas beneath: who gets a press, and where the keys go after. */

const chain: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 720, y: 0 }, inputs: {} },
    { id: 'text', type: 'input/text', position: { x: 0, y: 340 }, inputs: {} },
  ],
  connections: [{ from: ['photo', 'image'], to: ['blur', 'image'] }],
};

async function show(graph: Graph, height = 800): Promise<EditorSession> {
  const { session } = await showCanvas(standIn(graph), {
    width: 1000,
    height,
    beside: (opened) => (
      <div style={{ width: 240, height: 400 }}>
        <OutlinePanel session={opened} isVisible />
      </div>
    ),
  });
  return session;
}

const minimap = (): HTMLCanvasElement => document.querySelector('[aria-label="Overview of the project"]')!;
const stage = (): HTMLElement => document.querySelector('[data-editor-stage]')!;
const press = (on: Element, type: string, clientX: number, clientY: number): void => {
  on.dispatchEvent(
    new PointerEvent(type, { clientX, clientY, bubbles: true, cancelable: true, buttons: 1, pointerId: 1 }),
  );
};

it('the overview shows the nodes, as a picture that is handed over and not as a canvas that is copied for each frame', async () => {
  await show(chain);
  expect(minimap().getContext('2d')).toBeNull();
  const isShown = (): boolean => {
    const copy = new OffscreenCanvas(minimap().width, minimap().height).getContext('2d')!;
    copy.drawImage(minimap(), 0, 0);
    return copy.getImageData(0, 0, copy.canvas.width, copy.canvas.height).data.some((value) => value > 0);
  };
  await vi.waitFor(() => expect(isShown()).toBe(true));
});

it('the overview moves the view, and neither selects nor lets the view run away', async () => {
  const session = await show(chain);
  const element = minimap();
  element.setPointerCapture = () => undefined;
  // Near, so that the frame in the overview is smaller than the overview.
  session.view.set({ x: 0, y: 0, zoom: 1.5 });
  await vi.waitFor(() => expect(session.view.view.zoom).toBe(1.5));
  session.store.select(['text']);
  const rect = element.getBoundingClientRect();
  const middle = { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
  press(element, 'pointerdown', middle.x, middle.y);
  press(element, 'pointermove', middle.x + 10, middle.y);
  const there = session.view.view.x;
  // Far outside of the document, where the overview shrinks to show where the view is: as far again is as far again.
  press(element, 'pointermove', middle.x + 60, middle.y);
  await vi.waitFor(() => expect(session.view.view.x).toBeLessThan(there));
  const step = (there - session.view.view.x) / 50;
  const far = session.view.view.x;
  press(element, 'pointermove', middle.x + 70, middle.y);
  await vi.waitFor(() => expect(far - session.view.view.x).toBeCloseTo(step * 10, 0));
  press(element, 'pointerup', middle.x + 70, middle.y);
  expect([...session.store.selectedNodes]).toEqual(['text']);
});

it('the overview steps aside where it would hide nodes of a canvas that became short', async () => {
  const session = await show({
    nodes: Array.from({ length: 12 }, (_, index) => ({
      id: `n${index}`,
      type: 'image/blur',
      position: { x: (index % 4) * 300, y: Math.floor(index / 4) * 320 },
      inputs: {},
    })),
    connections: [],
  });
  expect(getComputedStyle(minimap()).visibility).toBe('visible');
  document.querySelector<HTMLElement>('[data-frame]')!.style.height = '460px';
  await vi.waitFor(() => expect(getComputedStyle(minimap()).visibility).toBe('hidden'));
  // Somebody who moves about needs it.
  session.view.panBy(-40, 0);
  await vi.waitFor(() => expect(getComputedStyle(minimap()).visibility).toBe('visible'));
});

it('after renaming, the keys go where they went before', async () => {
  const session = await show(chain);
  session.store.select(['blur']);
  stage().focus();
  await userEvent.keyboard('{F2}');
  await expect.element(page.getByRole('textbox', { name: 'Title of the node' })).toHaveFocus();
  await userEvent.keyboard('Softer{Enter}');
  expect(document.activeElement).toBe(stage());
  await userEvent.keyboard('{F2}');
  await userEvent.keyboard('x{Escape}');
  expect(document.activeElement).toBe(stage());
  expect(session.store.getNode('blur')?.title).toBe('Softer');
  const outline = page.getByRole('listbox', { name: 'Nodes in the order they run' });
  outline.element().closest<HTMLElement>('[role="listbox"]')!.focus();
  await userEvent.keyboard('{F2}Soft{Enter}');
  expect(document.activeElement).toBe(outline.element());
});

it('a title is opened where it can be read, however far away the node is', async () => {
  const session = await show(chain);
  session.store.select(['blur']);
  session.view.set({ x: 300, y: 200, zoom: 0.2 });
  await vi.waitFor(() => expect(document.querySelector('[data-node]')).toBeNull());
  stage().focus();
  await userEvent.keyboard('{F2}');
  await expect.element(page.getByRole('textbox', { name: 'Title of the node' })).toHaveFocus();
  await userEvent.keyboard('Softer{Enter}');
  expect(session.store.getNode('blur')?.title).toBe('Softer');
});

it('a node type dropped on a wire goes into it, and one undo takes it away again', async () => {
  const session = await show(chain);
  const [shape] = session.scene.shapes();
  const middle = session.view.toClient({
    x: (shape!.curve.from.x + shape!.curve.to.x) / 2,
    y: (shape!.curve.from.y + shape!.curve.to.y) / 2,
  });
  const transfer = new DataTransfer();
  transfer.setData(DRAG_NODE_TYPE, 'image/resize');
  stage().dispatchEvent(
    new DragEvent('drop', {
      dataTransfer: transfer,
      bubbles: true,
      cancelable: true,
      clientX: middle.x,
      clientY: middle.y,
    }),
  );
  await vi.waitFor(() => expect(session.store.getGraph().connections).toHaveLength(2));
  session.undo();
  expect(session.store.getGraph()).toEqual(chain);
});

it('nodes are pasted where they cover nothing, and are in sight', async () => {
  const session = await show(chain);
  session.view.set({ x: 200, y: 200, zoom: 0.9 });
  session.store.select(['photo']);
  const text = toClip(session.store.getGraph(), session.store.selectedNodes);
  for (let times = 0; times < 8; times += 1) {
    session.clipboard.pasteText(text);
    const [id] = session.store.selectedNodes;
    const box = session.scene.box(id!)!;
    expect(session.scene.nodesIn(box).map((node) => node.id)).toEqual([id]);
    await vi.waitFor(() => expect(contains(session.view.visible(), box)).toBe(true));
  }
});

it('what is found is in sight, however far down the arrow keys lead', async () => {
  const session = await show({
    nodes: Array.from({ length: 30 }, (_, index) => ({
      id: `n${index}`,
      type: 'image/blur',
      position: { x: (index % 6) * 300, y: Math.floor(index / 6) * 320 },
      inputs: {},
    })),
    connections: [],
  });
  session.ui.set({ issue: true });
  const field = page.getByRole('combobox', { name: /Find a node/ });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('blur');
  await userEvent.keyboard('{ArrowDown>20/}');
  const active = document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')!;
  const list = active.parentElement!.getBoundingClientRect();
  const row = active.getBoundingClientRect();
  expect(row.top >= list.top && row.bottom <= list.bottom).toBe(true);
  expect(session.store.isSelected(active.id.replace('find-node-', ''))).toBe(true);
});

it('nodes of one name are told apart as in the outline, and found without accents', async () => {
  const session = await show({
    nodes: ['a', 'b', 'c'].map((id, index) => ({
      id,
      type: 'image/blur',
      title: id === 'c' ? 'Crème brûlée' : 'Tint',
      position: { x: index * 300, y: 0 },
      inputs: {},
    })),
    connections: [],
  });
  session.ui.set({ issue: true });
  const field = page.getByRole('combobox', { name: /Find a node/ });
  const found = page.getByRole('listbox', { name: 'Nodes found' });
  await field.fill('tint');
  await expect.element(found.getByRole('option', { name: /Tint.*1 of 2/ })).toBeVisible();
  await expect.element(found.getByRole('option', { name: /Tint.*2 of 2/ })).toBeVisible();
  for (const typed of ['creme', 'brulle', 'brûlée creme']) {
    await field.fill(typed);
    await expect.element(found.getByRole('option', { name: /Crème brûlée/ })).toBeVisible();
  }
});

it('a copy or a drag that some other program made wrong changes nothing, and is explained', async () => {
  const session = await show(chain);
  const say = vi.spyOn(session.ui, 'notify');
  session.clipboard.pasteText('{"kind":"patchbay/nodes","nodes":[{"id":1}],"connections":[]}');
  expect(say).toHaveBeenLastCalledWith(expect.stringContaining('The copied nodes cannot be read'));
  for (const text of ['{', '{"fileId":7}', '[]', `"${'x'.repeat(100_000)}"`]) {
    say.mockClear();
    const dataTransfer = new DataTransfer();
    dataTransfer.setData(DRAG_FILE, text);
    await handleDrop(session, new DragEvent('drop', { dataTransfer, clientX: 300, clientY: 300 }));
    expect(say).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('not one of your files'));
  }
  expect(session.store.getGraph()).toEqual(chain);
});

it('what a key could not do stands in place of what was undone, and no message covers it', async () => {
  const session = await show(chain);
  session.ui.notify('Undone: add Gradient');
  await expect.element(page.getByText('Undone: add Gradient')).toBeVisible();
  const takeAway = sayBriefly('Nothing to undo, and this is a sentence as long as one can be in this place');
  const brief = page.getByText(/^Nothing to undo/);
  await expect.element(brief).toBeVisible();
  expect(page.getByText('Undone: add Gradient').elements()).toHaveLength(0);
  showToast({ title: 'Another message', timeout: 0, id: 'other' });
  const other = page.getByText('Another message');
  await expect.element(other).toBeVisible();
  await vi.waitFor(() => {
    const [above, below] = [other.element().closest('[data-toasts]')!, brief.element()];
    expect(above.getBoundingClientRect().bottom).toBeLessThanOrEqual(below.getBoundingClientRect().top);
  });
  takeAway();
  await expect.element(brief).not.toBeInTheDocument();
});
