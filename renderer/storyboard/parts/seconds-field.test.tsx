import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { SecondsField } from './seconds-field.tsx';

function Shot(): ReactElement {
  const [seconds, setSeconds] = useState<number | null>(4);
  return (
    <>
      <SecondsField seconds={seconds} defaultSeconds={3} onChange={setSeconds} />
      <output>{seconds ?? 'usual'}</output>
    </>
  );
}

it('the length of a shot takes sums and units, and says why something is none', async () => {
  await renderPage(<Shot />);
  const field = page.getByRole('textbox', { name: 'Seconds' });
  const held = page.getByRole('status');
  for (const [typed, taken] of [
    ['1.5s', '1.5'],
    ['2*3', '6'],
    ['50%', '3'],
    ['500 ms', '0.5'],
    ['', 'usual'],
  ] as const) {
    await field.fill(typed);
    await userEvent.keyboard('{Enter}');
    await expect.element(held).toHaveTextContent(taken);
  }
  await field.fill('a while');
  await expect.element(page.getByText(/^“a while” is not a number/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('a while');
  await expect.element(held).toHaveTextContent('usual');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
});
