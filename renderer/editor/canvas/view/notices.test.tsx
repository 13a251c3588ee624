// @module-tag long
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

/** Longer than any sentence with a button stays by itself. */
const LONG = 60_000;

/** A sentence with a button, while time stands still; `isShown` after all that was to happen has happened. */
async function notified(before?: (session: Awaited<ReturnType<typeof showCanvas>>['session']) => void) {
  const { session } = await showCanvas(standIn({ nodes: [], connections: [] }), {
    minimap: false,
    before: () => <input aria-label="Elsewhere" />,
  });
  before?.(session);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const run = vi.fn<() => void>();
  session.ui.notify('Something lies behind a node.', { label: 'Lead it around', run });
  const frames = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  const button = (): HTMLElement | null =>
    [...document.querySelectorAll('button')].find((each) => each.textContent === 'Lead it around') ?? null;
  await frames();
  const isShown = async (ms: number): Promise<boolean> => {
    await frames();
    vi.advanceTimersByTime(ms);
    await frames();
    return button() !== null;
  };
  return { session, button, isShown };
}

it('a sentence with a button goes by itself', async () => {
  const { isShown } = await notified();
  expect(await isShown(9000)).toBe(true);
  expect(await isShown(LONG)).toBe(false);
});

it('a sentence with a button stays while the button has the focus, and its time begins anew after it', async () => {
  const { button, isShown } = await notified();
  button()!.focus();
  expect(await isShown(LONG)).toBe(true);
  expect(document.activeElement).toBe(button());
  button()!.blur();
  expect(await isShown(9000)).toBe(true);
  expect(await isShown(LONG)).toBe(false);
});

it('a sentence with a button stays while the pointer is on it', async () => {
  const { button, isShown } = await notified();
  await userEvent.hover(button()!);
  expect(await isShown(LONG)).toBe(true);
  await userEvent.hover(document.querySelector('[aria-label="Elsewhere"]')!);
  expect(await isShown(LONG)).toBe(false);
});

it('the time of a sentence with a button begins when typing elsewhere has ended', async () => {
  const { isShown } = await notified();
  await page.getByLabelText('Elsewhere').click();
  for (const key of 'Harbor') {
    await userEvent.keyboard(key);
    expect(await isShown(9000)).toBe(true);
  }
  expect(await isShown(LONG)).toBe(false);
});

it('a sentence with a button waits until the name of a frame is no longer open', async () => {
  const { session, isShown } = await notified(({ items }) => items.addFrame());
  expect(session.items.editing).not.toBeNull();
  expect(await isShown(LONG)).toBe(true);
  session.items.edit(null);
  expect(await isShown(9000)).toBe(true);
  expect(await isShown(LONG)).toBe(false);
});
