// @module-tag rig
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Dialog } from './dialog.tsx';
import { recoverFocus } from './focus-recovery.ts';

let stop = (): void => {};
beforeEach(() => {
  stop = recoverFocus();
});
afterEach(() => stop());

const tabTo = async (name: string): Promise<void> => {
  const target = page.getByRole('button', { name, exact: true });
  while (document.activeElement !== target.element()) await userEvent.keyboard('{Tab}');
};

function Rows() {
  const [names, setNames] = useState(['Red', 'Green', 'Blue']);
  return (
    <main tabIndex={-1}>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button
              onClick={() => setNames(names.filter((each) => each !== name))}
            >{`Remove ${name}`}</button>
          </li>
        ))}
      </ul>
      <button>Add</button>
    </main>
  );
}

it('a row that is removed by its button gives the focus to the next one, the last one to the one before', async () => {
  await renderPage(<Rows />);
  await tabTo('Remove Green');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Remove Blue' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Remove Red' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Add' })).toHaveFocus();
});

function RunAndStop() {
  const [isRunning, setRunning] = useState(false);
  return (
    <div>
      <span>
        {isRunning ? (
          <button key="stop">Stop</button>
        ) : (
          <button key="run" onClick={() => setRunning(true)}>
            Run
          </button>
        )}
      </span>
      <button>Save</button>
    </div>
  );
}

it('a button in whose stead another one comes gives it the focus', async () => {
  await renderPage(<RunAndStop />);
  await tabTo('Run');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Stop' })).toHaveFocus();
});

function Pages() {
  const [isOpen, setOpen] = useState(false);
  const [isSecond, setSecond] = useState(false);
  return isSecond ? (
    <div>
      <main key="second" tabIndex={-1} aria-label="Second page">
        <button>First control</button>
      </main>
    </div>
  ) : (
    <section>
      <button onClick={() => setOpen(true)}>Open</button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Go on">
        <button onClick={() => setSecond(true)}>To the second page</button>
      </Dialog>
    </section>
  );
}

it('a page that is left through a dialog gives the focus to the page that comes', async () => {
  await renderPage(<Pages />);
  await tabTo('Open');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await tabTo('To the second page');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main', { name: 'Second page' })).toHaveFocus();
});

function SlowPage() {
  const [state, setState] = useState<'button' | 'reading' | 'page'>('button');
  if (state === 'button') return <button onClick={() => setState('reading')}>A film</button>;
  return (
    <>
      <output onTransitionEnd={() => setState('page')}>{state}</output>
      {state === 'page' ? (
        <main tabIndex={-1} aria-label="Timeline">
          <p>Drop pictures here</p>
        </main>
      ) : null}
    </>
  );
}

it('a page that is read for long gets the focus when it is there, unless somebody went on elsewhere', async () => {
  const frames = async (count: number): Promise<void> => {
    for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
  };
  const arrive = (): void => {
    page
      .getByRole('status')
      .element()
      .dispatchEvent(new TransitionEvent('transitionend', { bubbles: true }));
  };
  const { unmount } = await renderPage(<SlowPage />);
  await tabTo('A film');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('reading')).toBeVisible();
  await frames(12);
  arrive();
  await expect.element(page.getByRole('main', { name: 'Timeline' })).toHaveFocus();
  await unmount();

  await renderPage(<SlowPage />);
  await tabTo('A film');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('reading')).toBeVisible();
  await frames(12);
  await page.getByText('reading').click();
  arrive();
  await expect.element(page.getByText('Drop pictures here')).toBeVisible();
  await frames(12);
  expect(document.activeElement).toBe(document.body);
});

it('what is pressed by a pointer leaves the focus alone', async () => {
  await renderPage(<Rows />);
  await userEvent.click(page.getByRole('button', { name: 'Remove Green' }));
  await expect.element(page.getByRole('button', { name: 'Remove Green' })).not.toBeInTheDocument();
  await tabTo('Add');
  await userEvent.click(page.getByRole('button', { name: 'Remove Red' }));
  await expect.element(page.getByRole('button', { name: 'Remove Red' })).not.toBeInTheDocument();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  expect(document.activeElement).toBe(document.body);
});
