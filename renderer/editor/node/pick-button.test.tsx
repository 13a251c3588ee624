import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { SelectablePin } from '../session/pin-picking.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { showCanvas } from '../testing/show-canvas.tsx';

it('while pins are picked, a press chooses one and starts no wire; afterwards it is a pin again', async () => {
  const node = { id: 'blur', type: 'image/blur', position: { x: 0, y: 0 }, inputs: {} };
  const { session } = await showCanvas(standIn({ nodes: [node], connections: [] }));
  const pressed: string[] = [];
  const pick = (order: number | null): SelectablePin => ({
    nodeId: 'blur',
    pin: 'image',
    side: 'input',
    label: 'Input: Image',
    order,
  });
  const show = (place: number | null): void =>
    session.picking.show({ pins: [pick(place)], onToggle: ({ pin }) => void pressed.push(pin) });
  show(null);
  const button = page.getByRole('button', { name: /^Input: Image/ });
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  expect([pressed, session.ui.get().connectPin]).toEqual([['image'], null]);
  show(1);
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button).toHaveTextContent('1');
  await expect.element(button).toHaveAccessibleName('Input: Image, number 1');
  // One entry alone is marked: its output is none of those that were offered.
  expect(page.getByRole('button', { name: /^(Input|Output): / }).elements()).toHaveLength(1);
  session.picking.show(null);
  await expect.element(button).not.toBeInTheDocument();
});
