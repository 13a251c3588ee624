// @module-tag long
import { useState, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ContextMenu, dismissToast, showToast, useProjectNotices, type ToastOptions } from './index.ts';

/** A page of a project; what fails there is reported from outside, as a response of the service is. */
function Project({ name, take }: { name: string; take: (show: (notice: ToastOptions) => void) => void }) {
  const show = useProjectNotices(() => name);
  return (
    <button type="button" onClick={() => take(show)}>
      Run in {name}
    </button>
  );
}

function TwoProjects({ take }: { take: (show: (notice: ToastOptions) => void) => void }): ReactElement {
  const [name, setName] = useState('Spring titles');
  return (
    <>
      <button type="button" onClick={() => setName('Another project')}>
        Open another project
      </button>
      <Project key={name} name={name} take={take} />
    </>
  );
}

const failure: ToastOptions = {
  kind: 'error',
  title: 'The run was not started',
  description: 'The service is busy. Try again in a minute.',
  action: { label: 'Run the graph on screen', run: () => undefined },
};

async function inFirstProject(): Promise<(notice: ToastOptions) => void> {
  const shows: ((notice: ToastOptions) => void)[] = [];
  await renderPage(<TwoProjects take={(show) => shows.push(show)} />);
  await page.getByRole('button', { name: 'Run in Spring titles' }).click();
  return shows[0]!;
}
/** A notice is there a second time for screen readers. */
const notice = (text: string) => page.getByText(text).first();
const open = () => page.getByRole('button', { name: 'Open another project' }).click();

it('a notice about the open project goes when the project is left', async () => {
  const show = await inFirstProject();
  show(failure);
  await expect.element(notice('The run was not started')).toBeVisible();
  await expect.element(page.getByText('Run the graph on screen')).toBeVisible();
  await open();
  await expect.element(notice('The run was not started')).not.toBeInTheDocument();
});

it('one that comes after it was left says which project it is about, and offers nothing to do there', async () => {
  const show = await inFirstProject();
  await open();
  show(failure);
  await expect
    .element(notice('In “Spring titles”: The service is busy. Try again in a minute.'))
    .toBeVisible();
  expect(page.getByText('Run the graph on screen').elements()).toEqual([]);
});

/** Messages that are on the page now; each has one button that dismisses it, hidden while they are stacked. */
const messages = () => document.querySelectorAll('button[aria-label="Dismiss"]').length;

it('one cause is one message, however often it comes; another cause is another message', async () => {
  await renderPage(<p>A page</p>);
  const refused: ToastOptions = {
    kind: 'error',
    title: 'The file was not added',
    description: 'It is empty.',
  };
  for (let press = 0; press < 3; press += 1) showToast(refused);
  await expect.element(notice('The file was not added')).toBeVisible();
  expect(messages()).toBe(1);
  showToast({ ...refused, description: 'It is larger than 20 GB.' });
  await expect.poll(messages).toBe(2);
});

it('the messages of one action replace each other, whatever they say', async () => {
  const show = await inFirstProject();
  show({ ...failure, id: 'run' });
  show({ ...failure, id: 'run', description: 'Title is not set.' });
  await expect.element(notice('Title is not set.')).toBeVisible();
  expect(page.getByText('The service is busy. Try again in a minute.').elements()).toEqual([]);
  await open();
  await expect.element(notice('Title is not set.')).not.toBeInTheDocument();
});

/** The region in which messages stand. */
const region = () => document.querySelector<HTMLElement>('[aria-label="Notifications"]')!;

it('a message leaves by itself under a pointer that only rests, and after the window was left and come back to', async () => {
  await renderPage(<p>A page</p>);
  showToast({ title: 'The first', timeout: 60_000, id: 'first' });
  await expect.element(notice('The first')).toBeVisible();
  // What the browser sends when something appears under a pointer that does not move.
  const { x, y } = region().getBoundingClientRect();
  const rests = { clientX: x + 5, clientY: y + 5, bubbles: true };
  region().dispatchEvent(new MouseEvent('mouseover', { ...rests, relatedTarget: document.body }));
  region().dispatchEvent(new MouseEvent('mousemove', rests));
  window.dispatchEvent(new FocusEvent('blur'));
  showToast({ title: 'The second', timeout: 200 });
  await expect.element(notice('The second')).toBeVisible();
  await expect.element(page.getByText('The second').first()).not.toBeInTheDocument();
  dismissToast('first');
  await expect.poll(messages).toBe(0);
  window.dispatchEvent(new FocusEvent('focus'));
});

it('a message that the pointer moves onto stays while it is there, and leaves afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    await renderPage(<button type="button">Elsewhere</button>);
    showToast({ title: 'Read me', timeout: 5000 });
    await expect.element(notice('Read me')).toBeVisible();
    await userEvent.hover(notice('Read me'));
    vi.advanceTimersByTime(60_000);
    expect(messages()).toBe(1);
    await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }));
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    vi.advanceTimersByTime(5000);
    await expect.poll(messages).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('messages stand above the overview of the canvas, not over it', async () => {
  await renderPage(
    <div
      style={{
        position: 'fixed',
        right: 12,
        bottom: 12,
        width: 180,
        height: 110,
        anchorName: '--canvas-overview',
      }}
    />,
  );
  showToast({ kind: 'ok', title: 'Applied', id: 'applied' });
  await expect.element(notice('Applied')).toBeVisible();
  expect(region().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight - 122);
  dismissToast('applied');
});

it('messages stand over the work, not over what is beside it', async () => {
  await renderPage(
    <>
      <div style={{ position: 'fixed', inset: '0 200px 60px 0', anchorName: '--toast-area' }} />
      <button type="button" style={{ position: 'fixed', right: 0, bottom: 0, width: 200, height: 100 }}>
        Bring back
      </button>
    </>,
  );
  showToast({ kind: 'ok', title: 'Gradient is back', id: 'back' });
  await expect.element(notice('Gradient is back')).toBeVisible();
  const { right, bottom } = region().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(innerWidth - 200);
  expect(bottom).toBeLessThanOrEqual(innerHeight - 60);
  dismissToast('back');
});

it('a message stays where it came while no dialog is open', async () => {
  await renderPage(<p>Page</p>);
  showToast({ kind: 'ok', title: 'Applied', id: 'applied' });
  await expect.element(notice('Applied')).toBeVisible();
  const usual = region().getBoundingClientRect();
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(region().hasAttribute('data-corner')).toBe(false);
  expect(region().getBoundingClientRect()).toEqual(usual);
  dismissToast('applied');
});

it.each([
  ['at the lower right', { right: 0, bottom: 0, width: 500, height: 300 }],
  ['along the bottom', { left: 0, right: 0, bottom: 0, height: 300 }],
  ['at the right, from top to bottom', { right: 0, top: 0, bottom: 0, width: 450 }],
])('messages keep off a dialog %s, and come back when it is gone', async (_, place) => {
  const shown = await renderPage(<p>Page</p>);
  showToast({ kind: 'ok', title: 'Applied', id: 'applied' });
  await expect.element(notice('Applied')).toBeVisible();
  const usual = region().getBoundingClientRect();
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  Object.assign(
    dialog.style,
    { position: 'fixed' },
    Object.fromEntries(Object.entries(place).map(([name, value]) => [name, `${value}px`])),
  );
  document.body.append(dialog);
  const overlap = () => {
    const [a, b] = [region().getBoundingClientRect(), dialog.getBoundingClientRect()];
    return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
  };
  await expect.poll(overlap).toBe(false);
  const { left, top, right, bottom } = region().getBoundingClientRect();
  expect(left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight).toBe(true);
  dialog.remove();
  await expect.poll(() => region().getBoundingClientRect().left).toBe(usual.left);
  dismissToast('applied');
  await shown.unmount();
});

/** Buttons side by side that fill a part of the window. */
const Buttons = ({ columns, rows }: { columns: number; rows: number }): ReactElement => (
  <div
    style={{
      position: 'fixed',
      inset: '0 0 var(--message-room, 0px) auto',
      display: 'grid',
      gridTemplateColumns: `repeat(${columns}, 60px)`,
      gridAutoRows: '30px',
      alignContent: 'end',
      overflow: 'hidden',
    }}
  >
    {Array.from({ length: columns * rows }, (_, index) => (
      <button key={index} type="button">
        {index}
      </button>
    ))}
  </div>
);
const coveredButtons = () => {
  const box = region().getBoundingClientRect();
  return [...document.querySelectorAll('button')].filter((button) => {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    const isOver = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    return isOver && button.closest('[data-toasts]') === null;
  });
};
const isInWindow = () => {
  const { left, top, right, bottom } = region().getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
};

it.each([
  ['in the corner', 2, 3],
  ['along the right edge', 2, 60],
  ['along the bottom', 40, 2],
  ['everywhere', 40, 60],
])('messages cover no control that can be pressed: buttons %s', async (_, columns, rows) => {
  const shown = await renderPage(<Buttons columns={columns} rows={rows} />);
  showToast({ kind: 'ok', title: 'Applied', id: 'applied' });
  await expect.element(notice('Applied')).toBeVisible();
  await expect.poll(() => coveredButtons().length).toBe(0);
  expect(isInWindow()).toBe(true);
  showToast({ kind: 'error', title: 'The file was not added', description: 'It is empty.', id: 'empty' });
  await expect.poll(messages).toBe(2);
  await expect.poll(() => coveredButtons().length).toBe(0);
  expect(isInWindow()).toBe(true);
  dismissToast('applied');
  dismissToast('empty');
  await expect.poll(messages).toBe(0);
  expect(document.documentElement.style.getPropertyValue('--message-room')).toBe('');
  await shown.unmount();
});

it('a message moves off a field that comes under it while somebody types', async () => {
  const shown = await renderPage(<p>Page</p>);
  showToast({ kind: 'ok', title: 'Applied', id: 'applied' });
  await expect.element(notice('Applied')).toBeVisible();
  const { left, top } = region().getBoundingClientRect();
  const field = document.createElement('textarea');
  Object.assign(field.style, { position: 'fixed', left: `${left}px`, top: `${top}px` });
  document.body.append(field);
  field.focus();
  await expect
    .poll(() => {
      const [box, typed] = [region().getBoundingClientRect(), field.getBoundingClientRect()];
      return box.bottom <= typed.top || box.right <= typed.left || box.left >= typed.right;
    })
    .toBe(true);
  field.remove();
  dismissToast('applied');
  await shown.unmount();
});

/** Whether what is seen in the middle of where two boxes overlap belongs to `front`; null where they do not overlap. */
function isInFront(front: Element, behind: Element): boolean | null {
  const [a, b] = [front.getBoundingClientRect(), behind.getBoundingClientRect()];
  const [left, right] = [Math.max(a.left, b.left), Math.min(a.right, b.right)];
  const [top, bottom] = [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)];
  if (left >= right || top >= bottom) return null;
  return front.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}

it('an open menu lies over a message', async () => {
  const items = ['Copy', 'Paste', 'Delete'].map((label) => ({
    id: label,
    label,
    icon: null,
    onSelect: () => undefined,
  }));
  await renderPage(
    <ContextMenu entries={items}>
      <p style={{ position: 'fixed', inset: 0, margin: 0 }}>Work</p>
    </ContextMenu>,
  );
  showToast({ title: 'Copied', description: 'Paste it anywhere. '.repeat(12), id: 'copied' });
  await expect.element(notice('Copied')).toBeVisible();
  const { left, top } = region().getBoundingClientRect();
  await page.getByText('Work').click({ button: 'right', position: { x: left - 40, y: top + 20 } });
  await expect.element(page.getByRole('menu')).toBeVisible();
  await expect.poll(() => isInFront(page.getByRole('menu').element(), region())).toBe(true);
  dismissToast('copied');
});
