import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NumberScrub } from './number-scrub.tsx';

async function show() {
  const told: string[] = [];
  const shown = await render(
    <NumberScrub
      label="Amount"
      title="Amount"
      value={1}
      type={{ base: 'number' }}
      onChange={() => undefined}
      onGesture={(phase) => told.push(phase)}
      onFinish={() => undefined}
    />,
  );
  const field = page.getByRole('spinbutton', { name: 'Amount' }).element() as HTMLInputElement;
  field.setPointerCapture = () => undefined;
  const send = (type: string, clientX: number): void => {
    field.dispatchEvent(
      new PointerEvent(type, { clientX, bubbles: true, cancelable: true, buttons: 1, pointerId: 1 }),
    );
  };
  return { told, send, field, unmount: shown.unmount };
}

it('a field that goes away in mid-drag ends the drag there, once', async () => {
  const { told, send, unmount } = await show();
  send('pointerdown', 10);
  send('pointermove', 40);
  expect(told).toEqual(['start']);
  await unmount();
  expect(told).toEqual(['start', 'end']);
});

it('a drag that loses its pointer, or is pressed again, ends there, and a click is none', async () => {
  const { told, send, field } = await show();
  send('pointerdown', 10);
  send('pointermove', 40);
  send('lostpointercapture', 40);
  expect(told).toEqual(['start', 'end']);
  send('pointermove', 60);
  expect(told).toEqual(['start', 'end']);
  send('pointerdown', 10);
  send('pointermove', 40);
  send('pointerdown', 40);
  expect(told).toEqual(['start', 'end', 'start', 'end']);
  send('pointerup', 40);
  expect(document.activeElement).toBe(field);
  expect(told).toHaveLength(4);
});
