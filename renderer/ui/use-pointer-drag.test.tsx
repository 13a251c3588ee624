// @module-tag long
import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { usePointerDrag } from './use-pointer-drag.ts';

/** A handle that says what becomes of a press on it. */
function Handle({ log }: { log: string[] }): ReactElement {
  const [x, setX] = useState(0);
  const { onPointerDown } = usePointerDrag({
    onPress: () => ({ x }),
    onStart: () => log.push('start'),
    onMove: (origin, _event, by) => setX(origin.x + by.x),
    onEnd: (_origin, isDrag, event) => log.push(event === null ? 'gone' : isDrag ? 'drag' : 'click'),
    onCancel: (origin) => {
      log.push('canceled');
      setX(origin.x);
    },
  });
  return (
    <button type="button" aria-label="Handle" onPointerDown={onPointerDown}>
      {x}
    </button>
  );
}

const handle = () => page.getByRole('button', { name: 'Handle' });

const send = (type: string, x: number, options: PointerEventInit = {}): void => {
  const target = type === 'pointerdown' ? handle().element() : window;
  const init = { bubbles: true, pointerId: 1, button: 0, buttons: 1, clientX: x, clientY: 5, ...options };
  target.dispatchEvent(new PointerEvent(type, init));
};

/** A press on the handle, whose pointer is no device that could be captured. */
async function press(log: string[]) {
  const rendered = await renderPage(<Handle log={log} />);
  handle().element().setPointerCapture = () => undefined;
  send('pointerdown', 10);
  return rendered;
}

it('is a click while it moves less than three pixels, and a drag from there', async () => {
  const log: string[] = [];
  await press(log);
  send('pointermove', 12);
  send('pointerup', 12);
  expect(log).toEqual(['click']);
  send('pointerdown', 10);
  send('pointermove', 30);
  await expect.element(handle()).toHaveTextContent('20');
  send('pointerup', 30);
  send('pointermove', 60);
  expect(log).toEqual(['click', 'start', 'drag']);
  await expect.element(handle()).toHaveTextContent('20');
});

const takenBack: Record<string, () => Promise<void> | void> = {
  Escape: () => userEvent.keyboard('{Escape}'),
  'the system': () => send('pointercancel', 30),
  'a window that loses the pointer': () => void window.dispatchEvent(new FocusEvent('blur')),
};
it.each(Object.keys(takenBack))('is taken back by %s, and no move after it counts', async (name) => {
  const log: string[] = [];
  await press(log);
  send('pointermove', 30);
  await takenBack[name]?.();
  send('pointermove', 60);
  expect(log).toEqual(['start', 'canceled']);
  await expect.element(handle()).toHaveTextContent('0');
});

it('ends where the element loses the pointer, but not where another had it', async () => {
  const log: string[] = [];
  await press(log);
  send('pointermove', 30);
  send('lostpointercapture', 30);
  expect(log).toEqual(['start']);
  handle()
    .element()
    .dispatchEvent(new PointerEvent('lostpointercapture', { bubbles: true, pointerId: 1, clientX: 30 }));
  send('pointermove', 60);
  expect(log).toEqual(['start', 'drag']);
});

it('hears no other pointer', async () => {
  const log: string[] = [];
  await press(log);
  send('pointermove', 60, { pointerId: 2 });
  send('pointerup', 60, { pointerId: 2 });
  expect(log).toEqual([]);
  send('pointerup', 10);
  expect(log).toEqual(['click']);
});

it('ends when what was pressed goes away', async () => {
  const log: string[] = [];
  const { unmount } = await press(log);
  send('pointermove', 30);
  await unmount();
  send('pointerup', 40);
  expect(log).toEqual(['start', 'gone']);
});
