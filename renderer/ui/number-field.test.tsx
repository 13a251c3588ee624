import { useState, type ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { NumberField } from './number-field.tsx';
import { TextField } from './text-field.tsx';

const committed = vi.fn<(value: number | null) => void>();
beforeEach(() => void committed.mockClear());

function Seconds(): ReactElement {
  const [value, setValue] = useState<number | null>(4);
  return (
    <>
      <NumberField
        label="Seconds"
        min={0}
        max={60}
        value={value}
        onValueChange={setValue}
        onValueCommitted={committed}
      />
      <output>{value ?? 'none'}</output>
    </>
  );
}

const field = () => page.getByRole('textbox', { name: 'Seconds' });
const held = () => page.getByRole('status');

it('takes sums and units, and shows what they come to when it is left', async () => {
  await renderPage(<Seconds />);
  await field().fill('1/4 * 60');
  await expect.element(held()).toHaveTextContent('15');
  await field().fill('0.5 min + 2s');
  await expect.element(held()).toHaveTextContent('32');
  await userEvent.tab();
  await expect.element(field()).toHaveValue('32');
  expect(committed).toHaveBeenLastCalledWith(32);
});

it('takes percent of what it held', async () => {
  await renderPage(<Seconds />);
  await userEvent.click(field());
  await userEvent.keyboard('{Control>}a{/Control}50%{Enter}');
  await expect.element(held()).toHaveTextContent('2');
  await expect.element(field()).toHaveValue('2');
});

it('refuses what is too large or no number where it is typed, and keeps what it held', async () => {
  await renderPage(<Seconds />);
  await field().fill('90');
  await expect.element(page.getByText('90 is too large: 60 or less.')).toBeVisible();
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
  await field().fill('10px');
  await expect.element(page.getByText('This is a number of seconds: “px” does not fit.')).toBeVisible();
  await userEvent.tab();
  await expect.element(field()).toHaveValue('10px');
  await expect.element(held()).toHaveTextContent('4');
  expect(committed).not.toHaveBeenCalled();
  await userEvent.click(field());
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).toHaveValue('4');
  await expect.element(field()).not.toHaveAttribute('aria-invalid');
});

it('is stepped by arrows, also from a refused text, and can be emptied', async () => {
  await renderPage(<Seconds />);
  await field().fill('abc');
  await expect.element(page.getByText(/“abc” is not a number/)).toBeVisible();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(held()).toHaveTextContent('5');
  await expect.element(page.getByText(/“abc” is not a number/)).not.toBeInTheDocument();
  await field().fill('');
  await userEvent.tab();
  await expect.element(held()).toHaveTextContent('none');
});

it('its label stands on the line of the labels beside it', async () => {
  await renderPage(
    <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr' }}>
      <NumberField label="Count" value={1} onValueChange={() => undefined} />
      <TextField label="Name" value="" onValueChange={() => undefined} />
    </div>,
  );
  const top = (label: string) => page.getByText(label, { exact: true }).element().getBoundingClientRect().top;
  await expect.element(page.getByText('Name', { exact: true })).toBeVisible();
  expect(top('Count')).toBe(top('Name'));
});
