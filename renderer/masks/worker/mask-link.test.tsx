import { expect, it, onTestFinished, vi } from 'vitest';
import { MaskLink } from './mask-link.ts';
import type { FromMaskWorker, Viewport } from './mask-messages.ts';

type Rendered = Extract<FromMaskWorker, { kind: 'rendered' }>;

const VIEWPORT: Viewport = {
  view: { scale: 1, x: 0, y: 0 },
  size: { width: 40, height: 30 },
  style: { color: [255, 0, 0], opacity: 1, blackAndWhite: false },
};

it('a window that is laid out before the picture has been read is painted once it has, and what is drawn then', async () => {
  const rendered: Rendered[] = [];
  const onFailed = vi.fn<(message: string) => void>();
  const link = new MaskLink({ onRendered: (message) => rendered.push(message), onFailed });
  onTestFinished(() => link.close());
  link.show(VIEWPORT);
  // The frame of that has passed: the picture comes later.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  await link.open({ width: 40, height: 30 }, null, 'stretch');
  await vi.waitFor(() => expect(rendered.some(({ isFull }) => isFull)).toBe(true));
  link.edit(
    { kind: 'begin', brush: { mode: 'add', hardness: 1, opacity: 1 } },
    { kind: 'points', points: [{ x: 20, y: 15, radius: 5 }] },
    { kind: 'end' },
  );
  await vi.waitFor(() => expect(rendered.at(-1)?.steps.undoCount).toBe(1));
  expect(onFailed).not.toHaveBeenCalled();
});
