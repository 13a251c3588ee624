import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { EmptyState } from './states.tsx';

const PAGES = [
  'batches',
  'gallery',
  'grids',
  'models',
  'projects',
  'queue',
  'spend',
  'storyboard',
  'templates',
  'timeline',
] as const;

it.each(PAGES)('draws %s as they look in use, within its frame and unheard by screen readers', async (of) => {
  const screen = await render(<EmptyState drawing={of} title="Nothing yet" />);
  const drawing = screen.container.querySelector('svg[data-drawing]')!;
  expect(drawing.getAttribute('aria-hidden')).toBe('true');
  const frame = drawing.getBoundingClientRect();
  const parts = [...drawing.querySelectorAll('rect, path, circle')].filter(
    (part) => part.closest('svg') === drawing,
  );
  expect(parts.length).toBeGreaterThan(0);
  for (const part of parts) {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(frame.left - 1);
    expect(right).toBeLessThanOrEqual(frame.right + 1);
    expect(top).toBeGreaterThanOrEqual(frame.top - 1);
    expect(bottom).toBeLessThanOrEqual(frame.bottom + 1);
  }
  await expect.element(page.getByText('Nothing yet')).toBeVisible();
});
