import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { SelectButton } from './select-button.tsx';

function Fit(): ReactElement {
  const [value, setValue] = useState('');
  return (
    <SelectButton
      label="Fit"
      value={value}
      placeholder="Choose…"
      choices={['cover', 'contain', 'fill']}
      onValueChange={setValue}
      className={undefined}
    />
  );
}

const field = () => page.getByRole('combobox', { name: 'Fit' });

it('is chosen by keys alone, and the focus goes back to it', async () => {
  await renderPage(<Fit />);
  await userEvent.tab();
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('listbox')).toBeVisible();
  // The list takes the keys in the frame after it is seen.
  await expect.element(field()).not.toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field()).toHaveFocus();
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  expect(['cover', 'contain']).toContain(field().element().textContent);
});

it('is chosen by a press, and Escape changes nothing', async () => {
  await renderPage(<Fit />);
  await field().click();
  await page.getByRole('option', { name: 'fill' }).click();
  await expect.element(field()).toHaveTextContent('fill');
  await field().click();
  await expect.element(page.getByRole('option', { name: 'fill' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}{Escape}');
  await expect.element(field()).toHaveTextContent('fill');
  await expect.element(field()).toHaveFocus();
});
