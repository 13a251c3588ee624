import { useRef, useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { BareDialog } from './dialog.tsx';
import { useFocusRestore } from './use-focus-when-lost.ts';

function Opened(): ReactElement {
  const part = useRef<HTMLDivElement>(null);
  useFocusRestore(() => part.current);
  return (
    <div ref={part} tabIndex={-1} aria-label="The work" role="region">
      <input aria-label="A field" />
    </div>
  );
}

/** A list whose dialog leads to another page. */
function Pages(): ReactElement {
  const [at, setAt] = useState<'list' | 'asked' | 'opened'>('list');
  return (
    <>
      {at === 'opened' ? <Opened /> : <button onClick={() => setAt('asked')}>Ask</button>}
      <BareDialog open={at === 'asked'} onClose={() => setAt('list')} label="Question">
        <button onClick={() => setAt('opened')}>Open it</button>
      </BareDialog>
    </>
  );
}

it('a page that a dialog led to has the focus, also while the dialog still closes', async () => {
  await renderPage(<Pages />);
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect.element(page.getByRole('region', { name: 'The work' })).toHaveFocus();
});

it('what a person has gone to keeps the focus', async () => {
  await renderPage(
    <>
      <input aria-label="Search" autoFocus />
      <Opened />
    </>,
  );
  await userEvent.keyboard('poster');
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveValue('poster');
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveFocus();
});
