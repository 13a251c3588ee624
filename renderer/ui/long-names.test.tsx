// @module-tag long
import { useState, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { InlineNameField } from './inline-name-field.tsx';
import { TextField } from './text-field.tsx';

/** Names that are longer than their field takes, as a paste makes them. */

const LONG = `${'x'.repeat(199)}👩‍👩‍👧‍👦 and more`;

function Named(): ReactElement {
  const [value, setValue] = useState('');
  return <TextField label="Name" value={value} maxLength={200} onValueChange={setValue} />;
}

it('a field keeps what it can hold of a long name, cuts no character in two, and says so until it fits', async () => {
  await renderPage(<Named />);
  const field = page.getByRole('textbox', { name: 'Name' });
  await field.fill(LONG);
  await expect.element(field).toHaveValue('x'.repeat(199));
  const note = page.getByText('Only the first 200 characters were kept. This field holds no more.');
  await expect.element(note).toBeVisible();
  await field.fill('Short');
  await expect.element(note).not.toBeInTheDocument();
});

it('a name in place says it beside the field, and Enter gives what was kept', async () => {
  const onEnd = vi.fn<(name: string | null, seen: string) => void>();
  await renderPage(<InlineNameField label="Name of the project" name="Before" onEnd={onEnd} />);
  const field = page.getByRole('textbox', { name: 'Name of the project' });
  await expect.element(field).toHaveFocus();
  await field.fill(LONG);
  await expect.element(page.getByText(/^Only the first 200 characters/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(onEnd.mock.calls).toEqual([['x'.repeat(199), 'Before']]);
});
