import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { CurvesField } from './curves-field.tsx';
import { histogramOf } from './picture-histogram.ts';

const values: unknown[] = [];
const phases: string[] = [];
function Field({ start }: { start: unknown }): ReactElement {
  const [value, setValue] = useState(start);
  return (
    <CurvesField
      label="Curves"
      value={value}
      picture={null}
      onGesture={(phase) => phases.push(phase)}
      onValueChange={(next) => {
        values.push(next);
        setValue(next);
      }}
    />
  );
}

it('points are moved, added and taken out by keys, each channel by itself', async () => {
  await renderPage(<Field start={{}} />);
  const plot = page.getByRole('slider', { name: 'Curves: All' });
  (plot.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(values.at(-1)).toEqual({
    all: [
      [0, 2],
      [255, 255],
    ],
  });
  await userEvent.keyboard('{Enter}{Shift>}{ArrowDown}{/Shift}');
  expect(values.at(-1)).toEqual({
    all: [
      [0, 2],
      [128, 119],
      [255, 255],
    ],
  });
  await expect.element(page.getByText('Level 128 becomes 119.')).toBeVisible();
  await userEvent.keyboard('{Delete}');
  await page.getByRole('button', { name: 'Red' }).click();
  (page.getByRole('slider', { name: 'Curves: Red' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(values.at(-1)).toEqual({
    all: [
      [0, 2],
      [255, 255],
    ],
    red: [
      [0, 1],
      [255, 255],
    ],
  });
  await page.getByRole('button', { name: 'Straighten this curve' }).click();
  expect(values.at(-1)).toEqual({
    all: [
      [0, 2],
      [255, 255],
    ],
  });
});

it('a press beside the points adds one and moves it, as one step', async () => {
  phases.length = 0;
  await renderPage(<Field start={{}} />);
  const plot = page.getByRole('slider', { name: 'Curves: All' }).element();
  plot.setPointerCapture = () => undefined;
  const box = plot.getBoundingClientRect();
  const at = (level: number, result: number) => ({
    clientX: box.left + ((level + 6) / 267) * box.width,
    clientY: box.top + ((261 - result) / 267) * box.height,
    pointerId: 1,
    button: 0,
    bubbles: true,
  });
  plot.dispatchEvent(new PointerEvent('pointerdown', at(100, 60)));
  await new Promise(requestAnimationFrame);
  plot.dispatchEvent(new PointerEvent('pointermove', at(100, 180)));
  await new Promise(requestAnimationFrame);
  plot.dispatchEvent(new PointerEvent('pointerup', at(100, 180)));
  const { all } = values.at(-1) as { all: number[][] };
  expect(all).toHaveLength(3);
  expect(Math.abs(all[1]![0]! - 100) + Math.abs(all[1]![1]! - 180)).toBeLessThanOrEqual(3);
  expect(phases).toEqual(['start', 'end']);
});

it('the levels of a picture are counted by channel, without what is see-through', () => {
  const pixels = new Uint8ClampedArray([255, 0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9, 0]);
  const { red, green, all } = histogramOf(pixels);
  expect([red[255], red[0], green[0], all[54], all[0], all[9]]).toEqual([2, 1, 3, 2, 1, 0]);
});
