// @module-tag rig
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import {
  respondWithLibrary,
  show,
  options,
  chosen,
  tile,
  names,
  useGalleryDesk,
} from './testing/gallery-bench.tsx';

let desk: DeskStandIn;
useGalleryDesk((given) => (desk = given));

/** Moves a pressed mouse from one output to another, as a person does. */
function draw(from: Element, to: Element, keys: { ctrlKey?: boolean } = {}): { release: () => void } {
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { clientX: left + width / 2, clientY: top + height / 2 };
  };
  const init = { bubbles: true, pointerId: 1, pointerType: 'mouse', button: 0, ...keys };
  from.dispatchEvent(new PointerEvent('pointerdown', { ...init, ...middle(from) }));
  window.dispatchEvent(new PointerEvent('pointermove', { ...init, ...middle(to) }));
  return {
    release: () => {
      window.dispatchEvent(new PointerEvent('pointerup', { ...init, ...middle(to) }));
      to.dispatchEvent(new MouseEvent('click', { bubbles: true, ...middle(to) }));
    },
  };
}

it('outputs are chosen by click, Ctrl, Shift and keys, and starred together', async () => {
  respondWithLibrary(12);
  await show();
  await userEvent.click(page.getByRole('option', { name: /^Poem 12,/ }));
  await userEvent.keyboard('{Control>}');
  await userEvent.click(page.getByRole('option', { name: /^Poem 10,/ }));
  await userEvent.keyboard('{/Control}');
  await expect.element(page.getByRole('toolbar').getByText('2 outputs chosen')).toBeVisible();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(
    chosen()
      .elements()
      .map((element) => element.textContent.slice(0, 7)),
  ).toEqual(['Poem 10', 'Poem 9,']);
  await userEvent.keyboard('s');
  await expect.element(page.getByRole('option', { name: /^Poem 9, .*starred/ })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Only starred' }));
  await expect.element(page.getByText('2 outputs', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

it('all outputs are chosen with Caps Lock on, and on keyboards without Latin letters', async () => {
  respondWithLibrary(4);
  await show();
  for (const [key, code] of [
    ['A', 'KeyA'],
    ['ф', 'KeyA'],
    ['a', 'KeyQ'],
  ] as const) {
    await userEvent.click(tile(4));
    expect(names()).toEqual([4]);
    tile(4)
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey: true, bubbles: true }));
    await expect.poll(names).toEqual([4, 3, 2, 1]);
  }
});

it('a box drawn over outputs chooses them, with Ctrl beside those chosen before; Escape takes it back', async () => {
  respondWithLibrary(12);
  await show();
  await expect.element(tile(12)).toBeVisible();
  draw(tile(12).element(), tile(11).element()).release();
  await expect.element(page.getByRole('toolbar').getByText('2 outputs chosen')).toBeVisible();
  draw(tile(9).element(), tile(9).element()).release();
  await expect.poll(names).toEqual([9]);
  const [first, below] = [tile(12).element(), options().elements()[6]!];
  draw(first, below, { ctrlKey: true }).release();
  await expect.poll(() => names().length).toBeGreaterThan(2);
  const before = names();
  draw(tile(12).element(), tile(11).element());
  await expect.poll(names).toEqual([12, 11]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(names).toEqual(before);
});

it('outputs that are chosen are dragged as files of the library, and from others a box is drawn', async () => {
  respondWithLibrary(4, {
    kind: 'image',
    contentType: 'image/png',
    filename: 'poem.png',
    fileId: 'file_1',
    sizeBytes: 9,
  });
  await show();
  await expect.element(tile(4)).toHaveAttribute('draggable', 'false');
  draw(tile(4).element(), tile(3).element()).release();
  await expect.poll(names).toEqual([4, 3]);
  await expect.element(tile(4)).toHaveAttribute('draggable', 'true');
  // A press on what is chosen draws no box.
  draw(tile(4).element(), tile(1).element()).release();
  expect(names()).toEqual([4, 3]);
  const dataTransfer = new DataTransfer();
  tile(4)
    .element()
    .dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer }));
  const file = { fileId: 'file_1', filename: 'poem.png', contentType: 'image/png', origin: 'run' };
  expect(JSON.parse(dataTransfer.getData('application/x-patchbay-file'))).toMatchObject(file);
  expect(JSON.parse(dataTransfer.getData('application/x-patchbay-files'))).toMatchObject([file, file]);
});

it('the menu of a tile is about it, or about all that are chosen, and has the keys of the table', async () => {
  respondWithLibrary(4);
  await show();
  await userEvent.click(tile(2), { button: 'right' });
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await expect.element(item('Delete…')).toBeVisible();
  await expect.element(item('Open the output at full size')).toHaveAttribute('aria-keyshortcuts', 'Enter');
  await expect.element(item('Compare what is chosen')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(item('Star'));
  await expect
    .poll(() => desk.calls('changeOutputs').at(-1)?.body)
    .toEqual({ outputIds: ['2'], starred: true });
  await expect.element(item('Star')).not.toBeInTheDocument();
  await expect.poll(names).toEqual([2]);

  // By keyboard, at the output that the keyboard is at.
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.poll(names).toEqual([2, 1]);
  const at = tile(1).element().getBoundingClientRect();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(item('Compare what is chosen')).not.toHaveAttribute('aria-disabled', 'true');
  const menu = page.getByRole('menu').element().getBoundingClientRect();
  expect(menu.left).toBeGreaterThanOrEqual(at.left - menu.width);
  expect(menu.left).toBeLessThanOrEqual(at.right);
  await userEvent.click(item('Add to a collection…'));
  await expect.element(page.getByRole('dialog', { name: 'Add 2 outputs to a collection' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

it('N writes a note, O opens the graph as it was, R says why it cannot be made again', async () => {
  respondWithLibrary(2);
  const opened = vi.fn<() => void>();
  await show({ onOpenAsItWas: opened });
  await userEvent.click(tile(2));
  await userEvent.keyboard('n');
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveFocus();
  await userEvent.click(tile(2));
  await userEvent.keyboard('o');
  expect(opened).toHaveBeenCalledOnce();
  await userEvent.keyboard('r');
  await expect.element(page.getByText('“Poem 2” cannot be made again').first()).toBeVisible();
});

it.each([
  [1000, 'beside the outputs'],
  [808, 'beside the outputs'],
  [640, 'over them'],
])('in %d pixels the details stand %s and leave the filters in reach', async (width, place) => {
  respondWithLibrary(12);
  await show({}, width);
  await userEvent.click(tile(12));
  const panel = page.getByRole('complementary', { name: 'Details of the output' });
  await expect.element(panel).toBeVisible();
  const details = panel.element().getBoundingClientRect();
  const filters = page.getByRole('search').element().getBoundingClientRect();
  const bar = page.getByRole('toolbar', { name: 'Chosen outputs' }).element().getBoundingClientRect();
  expect(details.top).toBeGreaterThanOrEqual(Math.max(filters.bottom, bar.bottom));
  expect(details.right).toBeLessThanOrEqual(width);
  const covered = options()
    .elements()
    .filter((element) => element.getBoundingClientRect().right > details.left);
  expect(covered.length > 0).toBe(place === 'over them');
});

it('a click beside the outputs chooses none', async () => {
  respondWithLibrary(3);
  await show();
  await userEvent.click(tile(3));
  await expect.poll(names).toEqual([3]);
  await userEvent.click(page.getByRole('listbox', { name: 'Outputs' }), { position: { x: 300, y: 500 } });
  await expect.poll(names).toEqual([]);
});
