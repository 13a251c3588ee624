import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { PickField, type PickGroup } from './index.ts';

const GROUPS: PickGroup[] = Array.from({ length: 250 }, (_, node) => ({
  id: `node ${node}`,
  title: `Blur ${node}`,
  ...(node === 0 && { note: 'selected' }),
  items: ['Radius', 'Angle', 'Amount', 'Seed'].map((label, at) => ({
    value: `${node}/${label}`,
    label,
    detail: `${at} px`,
  })),
}));

function Field({ groups }: { groups: readonly PickGroup[] }): ReactElement {
  const [value, setValue] = useState('0/Radius');
  return (
    <PickField
      label="Input"
      searchLabel="Search inputs"
      emptyText="No input has these words."
      value={value}
      groups={groups}
      onValueChange={setValue}
    />
  );
}

const field = page.getByRole('combobox', { name: 'Input', exact: true });
const search = page.getByRole('combobox', { name: 'Search inputs' });
const options = page.getByRole('option');

it('a choice of 1,000 is opened, searched by words in any order and taken by keys', async () => {
  await renderPage(<Field groups={GROUPS} />);
  await expect.element(field).toHaveTextContent('Blur 0 · Radius');
  field.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(search).toHaveFocus();
  // Only those near the view are in the page, each says which of how many it is.
  await expect.element(options.first()).toHaveAttribute('aria-setsize', '1000');
  expect(options.elements().length).toBeLessThan(40);
  await expect
    .element(page.getByRole('option', { name: 'Blur 0 · Radius, 0 px' }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('seed 213');
  await expect.element(options).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveTextContent('Blur 213 · Seed');
  await expect.element(field).toHaveFocus();
});

it('the arrows go through all of them, and what they reach is in view', async () => {
  await renderPage(<Field groups={GROUPS} />);
  await field.click();
  await expect.element(search).toHaveFocus();
  const active = () => document.getElementById(search.element().getAttribute('aria-activedescendant') ?? '');
  const isInView = () => {
    const item = active()?.getBoundingClientRect();
    const list = page.getByRole('listbox').element().getBoundingClientRect();
    return item !== undefined && item.top >= list.top && item.bottom <= list.bottom + 1;
  };
  await userEvent.keyboard('{ArrowDown}'.repeat(14));
  await expect.poll(() => Number(active()?.getAttribute('aria-posinset'))).toBeGreaterThanOrEqual(14);
  await expect.poll(isInView).toBe(true);
  // Before the first comes the last.
  await userEvent.keyboard('blur');
  await expect.poll(() => active()?.getAttribute('aria-posinset')).toBe('1');
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => active()?.getAttribute('aria-posinset')).toBe('1000');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveTextContent('Blur 249 · Seed');
});

it('what nothing has is said, and Escape leaves the choice as it was', async () => {
  await renderPage(<Field groups={GROUPS.slice(0, 2)} />);
  await field.click();
  await userEvent.keyboard('mask');
  await expect.element(page.getByText('No input has these words.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveTextContent('Blur 0 · Radius');
  // The next search begins anew.
  await field.click();
  await expect.element(search).toHaveValue('');
  await expect.element(page.getByText('selected')).toBeVisible();
});
