// @module-tag long
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { HelpPage } from './help-page.tsx';
import { HintCard } from './hint-card.tsx';
import { words } from '#renderer/words/index.ts';
import { startTour, Tour, type TourStop } from './tour.tsx';

it('answers what is looked for, best first, and says when there is nothing', async () => {
  await render(<HelpPage onTour={null} />);
  await expect.element(page.getByRole('region', { name: 'The canvas' })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search help' });
  await search.fill('bypass');
  await expect.element(page.getByText('1 answer found')).toBeInTheDocument();
  await expect
    .element(page.getByRole('heading', { level: 2 }))
    .toHaveTextContent('Leave a node out, take its last result, or lock it');
  await search.fill('zebra');
  await expect.element(page.getByText('Nothing found')).toBeVisible();
});

it('names keys as they are now, and pages as links', async () => {
  await render(<HelpPage onTour={null} />);
  await page.getByRole('searchbox', { name: 'Search help' }).fill('run stop part');
  await expect.element(page.getByText(/^Ctrl\+Enter$|^⌘↩$/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Queue' })).toHaveAttribute('href', '/queue');
});

it('shows a hint, and no card without any', async () => {
  const onHide = vi.fn<() => void>();
  const hint = { id: 'run', text: 'Press Run.' };
  const { rerender } = await render(<HintCard hint={hint} onHide={onHide} onTour={() => undefined} />);
  await expect.element(page.getByText('Press Run.')).toBeVisible();
  await page.getByRole('button', { name: 'Hide the hints' }).click();
  expect(onHide).toHaveBeenCalledOnce();
  await rerender(<HintCard hint={undefined} onHide={onHide} onTour={() => undefined} />);
  expect(document.querySelector('aside')).toBeNull();
});

it('a tour that was taken is not offered again', async () => {
  const hint = { id: 'add', text: 'Add a node.' };
  await render(<HintCard hint={hint} onHide={() => undefined} onTour={null} />);
  await expect.element(page.getByRole('complementary', { name: 'Hint' })).toBeVisible();
  expect(page.getByRole('button', { name: words.firstMinute.takeTour }).query()).toBeNull();
});

const stops: TourStop[] = [
  { id: 'a', title: 'The first', text: 'Here.', target: '[data-part]', side: 'bottom' },
  { id: 'b', title: 'One that is away', text: 'There.', target: '[data-nowhere]', side: 'left' },
  { id: 'c', title: 'The last', text: 'Done.', target: '[data-part]', side: 'right' },
];

it('Tab goes round in the tour and stops at nothing without a name', async () => {
  await render(
    <>
      <button type="button">Before</button>
      <div data-part style={{ width: 100, height: 40 }} />
      <Tour stops={stops} onStart={undefined} />
      <button type="button">After</button>
    </>,
  );
  startTour();
  await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus();
  const pressed = async (key: string): Promise<string> => {
    await userEvent.keyboard(key);
    return document.activeElement?.textContent ?? '';
  };
  expect(await pressed('{Tab}')).toBe('Leave');
  expect(await pressed('{Tab}')).toBe('Next');
  expect(await pressed('{Shift>}{Tab}{/Shift}')).toBe('Leave');
  expect(await pressed('{Shift>}{Tab}{/Shift}')).toBe('Next');
  await userEvent.keyboard('{Escape}');
});

it('goes through its stops by keys, back too, and past a part that is not there', async () => {
  await render(
    <>
      <div data-part style={{ width: 100, height: 40 }} />
      <Tour stops={stops} onStart={undefined} />
    </>,
  );
  startTour();
  await expect.element(page.getByRole('heading', { name: 'The first' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'One that is away' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(page.getByText('1 of 3')).toBeVisible();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(page.getByRole('heading', { name: 'The last' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'The last' })).not.toBeInTheDocument();
});

it.each([
  ['in the middle', { left: 250, top: 180, width: 300, height: 200 }],
  ['below', { left: 100, top: 330, width: 600, height: 260 }],
  ['on the right', { left: 400, top: 0, width: 400, height: 600 }],
])('stands within a large part where it covers none of what is there: %s', async (_where, box) => {
  await render(
    <>
      <div data-part style={{ position: 'fixed', inset: '0 auto auto 0', width: 800, height: 600 }}>
        <div data-thing style={{ position: 'absolute', ...box }} />
      </div>
      <Tour stops={[{ ...stops[0]!, side: 'inside', clearOf: '[data-thing]' }]} onStart={undefined} />
    </>,
  );
  startTour();
  const card = page.getByRole('dialog');
  await expect.element(page.getByRole('heading', { name: 'The first' })).toBeInViewport({ ratio: 1 });
  const [a, b] = [card.element(), document.querySelector('[data-thing]')!].map((one) =>
    one.getBoundingClientRect(),
  );
  const isApart = a!.right <= b!.left || b!.right <= a!.left || a!.bottom <= b!.top || b!.bottom <= a!.top;
  expect(isApart).toBe(true);
  await userEvent.keyboard('{Escape}');
});

it('is left by Esc at any stop', async () => {
  await render(<Tour stops={stops} onStart={undefined} />);
  startTour();
  await expect.element(page.getByText('1 of 3')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('1 of 3')).not.toBeInTheDocument();
});
