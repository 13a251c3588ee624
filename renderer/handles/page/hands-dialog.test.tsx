import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph, GraphConnection } from '#shared/graph/types.ts';
import { clearMediaUrls } from '#renderer/desk/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { openSession } from '#renderer/editor/session/open-session.ts';
import { noRuns, standIn } from '#renderer/editor/testing/editor-stand-in.ts';
import { standInForDesk } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { HandsDialog } from './hands-dialog.tsx';

const side = (name: string, label: string) => ({
  name,
  label,
  type: `number(0..32768 step 1; role crop.${name})`,
  default: 0,
});

const TYPES = {
  'image/crop': {
    title: 'Crop',
    inputs: [
      { name: 'image', label: 'Image', type: 'image' },
      side('left', 'Left'),
      side('top', 'Top'),
      side('width', 'Width'),
      side('height', 'Height'),
      {
        name: 'aspect',
        label: 'Aspect',
        type: 'choice(free|1:1; role crop.aspect; added)',
        default: 'free',
      },
      { name: 'ground', label: 'Ground', type: 'color', default: '#000000' },
    ],
    outputs: [{ name: 'image', label: 'Image', type: 'image' }],
  },
  'number/value': {
    title: 'Number',
    inputs: [{ name: 'value', label: 'Value', type: 'number', default: 40 }],
    outputs: [{ name: 'number', label: 'Number', type: 'number' }],
  },
};

const photo = {
  id: 'photo',
  type: 'input/image',
  position: { x: 0, y: 0 },
  inputs: { file: { type: 'file', value: 'photo.png' } },
};
const crop = { id: 'crop', type: 'image/crop', position: { x: 360, y: 0 }, inputs: {} };
const intoCrop: GraphConnection = { from: ['photo', 'image'], to: ['crop', 'image'] };

beforeEach(async () => {
  const desk = standInForDesk();
  onTestFinished(() => {
    desk.restore();
    clearMediaUrls();
  });
  const canvas = new OffscreenCanvas(40, 30);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#3366cc';
  context.fillRect(0, 0, 40, 30);
  const url = URL.createObjectURL(await canvas.convertToBlob({ type: 'image/png' }));
  onTestFinished(() => URL.revokeObjectURL(url));
  desk.desk('mediaUrls', ({ body }) => ({
    urls: (body as { items: unknown[] }).items.map(() => ({ url, downloadUrl: url })),
  }));
  desk.desk('mediaFacts', () => ({ kind: 'image', width: 4000, height: 3000, frames: 1, format: 'jpeg' }));
});

async function show(graph: Graph = { nodes: [photo, crop], connections: [intoCrop] }) {
  const session = await openSession(standIn(graph, undefined, TYPES));
  onTestFinished(() => session.dispose());
  await vi.waitFor(() => expect(session.catalog.pinsOf('image/crop')).toBeDefined());
  const onClose = vi.fn<() => void>();
  await renderPage(<HandsDialog session={session} runTable={noRuns} nodeId="crop" onClose={onClose} />);
  return { session, onClose };
}

const handle = (id: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-handle="crop ${id}"]`);
  if (found === null) throw new Error(`There is no handle ${id}.`);
  return found;
};
const isThere = () => vi.waitFor(() => handle('se'));
const inputsOf = (session: EditorSession) =>
  Object.fromEntries(
    Object.entries(session.store.getNode('crop')?.inputs ?? {}).map(([name, { value }]) => [name, value]),
  );

it('arrow keys move a handle by a pixel and by ten with Shift, beside the numbers, as one undo step', async () => {
  const { session } = await show();
  await isThere();
  handle('nw').focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowDown}{/Shift}');
  expect(inputsOf(session)).toMatchObject({ left: 2, top: 10 });
  await expect.element(page.getByRole('spinbutton', { name: 'Left of Crop' })).toHaveValue('2');
  await page.getByRole('spinbutton', { name: 'Left of Crop' }).fill('400');
  await expect.element(page.getByRole('button', { name: /^Top left corner, 400, 10/ })).toBeInTheDocument();
  session.undo();
  expect(inputsOf(session)).toMatchObject({ left: 2, top: 10 });
  session.undo();
  expect(inputsOf(session)).toEqual({});
});

it('a drag is one undo step, and Escape takes it back', async () => {
  const { session, onClose } = await show();
  await isThere();
  const { x, y, width, height } = handle('se').getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2, pointerId: 1, buttons: 1, bubbles: true };
  const press = () => handle('se').dispatchEvent(new PointerEvent('pointerdown', at));
  const move = (by: number) =>
    window.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: at.clientX - by }));
  vi.spyOn(handle('se'), 'setPointerCapture').mockImplementation(() => undefined);
  press();
  for (const by of [20, 60, 100]) move(by);
  await vi.waitFor(() => expect(Number(inputsOf(session)['width'])).toBeGreaterThan(0));
  const small = inputsOf(session)['width'];
  window.dispatchEvent(new PointerEvent('pointerup', { ...at, buttons: 0 }));
  expect(Number(small)).toBeLessThan(4000);
  session.undo();
  expect(inputsOf(session)['width'] ?? 0).toBe(0);
  session.redo();
  vi.spyOn(handle('se'), 'setPointerCapture').mockImplementation(() => undefined);
  press();
  move(-30);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }));
  expect(inputsOf(session)['width']).toBe(small);
  expect(onClose).not.toHaveBeenCalled();
});

it('a handle on an input that is wired says from where it comes, and does not move; the others do', async () => {
  const { session } = await show({
    nodes: [photo, crop, { id: 'number', type: 'number/value', position: { x: 0, y: 300 }, inputs: {} }],
    connections: [intoCrop, { from: ['number', 'number'], to: ['crop', 'left'] }],
  });
  await isThere();
  handle('w').focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(inputsOf(session)).toEqual({});
  await expect
    .element(page.getByText(/Left comes from Number · Number\. Unplug that wire/))
    .toBeInTheDocument();
  expect(handle('w').getAttribute('aria-label')).toContain('fed by a wire');
  expect(handle('e').hasAttribute('data-blocked')).toBe(false);
  handle('s').focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(inputsOf(session)).toEqual({ height: 2999 });
});

it('Enter on a handle is done and Escape leaves', async () => {
  const { onClose } = await show();
  await isThere();
  handle('se').focus();
  await userEvent.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('a color is picked from the picture', async () => {
  const { session } = await show();
  await isThere();
  await page.getByRole('button', { name: 'Pick ground from the picture' }).click();
  await expect.element(page.getByText(/Press on the picture to take a color there/)).toBeInTheDocument();
  await vi.waitFor(() => expect(document.querySelector('[data-stage] img')).not.toBeNull());
  document.querySelector<HTMLElement>('[data-stage]')!.click();
  await userEvent.click(document.querySelector('[data-stage]')!);
  await vi.waitFor(() => expect(inputsOf(session)).toEqual({ ground: '#3366cc' }));
});

it('without a picture it says what to do', async () => {
  await show({ nodes: [crop], connections: [] });
  await expect
    .element(page.getByText(/There is no picture yet\. Plug one into the node/))
    .toBeInTheDocument();
});
