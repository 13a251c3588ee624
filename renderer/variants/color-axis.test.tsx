// @module-tag long
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RunEstimate } from '#shared/desk/index.ts';
import { mixColors } from '#renderer/ui/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import type { VaryInput } from './axis-values.ts';
import { VaryDialog } from './vary-dialog.tsx';

const input = (nodeTitle: string, label: string, type: string, text: string | null): VaryInput => ({
  nodeId: nodeTitle,
  input: label.toLowerCase(),
  label,
  nodeTitle,
  icon: 'type',
  type,
  text,
  valueText: text ?? '',
});
const inputs = [
  input('Evening sky', 'Color', 'color', '#1a2b3c'),
  input('Headline', 'Color', 'color', '#fff3c4'),
  input('Frame', 'Width', 'number(1..8192 step 1)', null),
];

const show = (estimate: RunEstimate | null = null) =>
  renderPage(
    <VaryDialog
      inputs={inputs}
      first={{ nodeId: 'Evening sky', input: 'color' }}
      files={[]}
      source={() => Promise.reject(new Error('Nothing is made here.'))}
      estimateOf={() => estimate}
      onClose={vi.fn<() => void>()}
      onCreated={vi.fn<() => void>()}
    />,
  );
const create = () => page.getByRole('button', { name: 'Create the grid' });

it('a color is varied by swatches: those of the project are a press away, each opens the picker', async () => {
  await show();
  await expect.element(page.getByRole('button', { name: 'Color 1: choose a color' })).toBeVisible();
  await page.getByRole('button', { name: 'Add #fff3c4' }).click();
  await expect.element(page.getByText('2 values: #1a2b3c, #fff3c4')).toBeVisible();
  await expect.element(create()).toBeEnabled();
  await page.getByRole('button', { name: 'Take out #1a2b3c' }).click();
  await expect.element(page.getByText('1 value: #fff3c4')).toBeVisible();
});

it('a ramp goes from one color to another, and what is no color stops the grid', async () => {
  await show();
  await page.getByRole('combobox', { name: 'Kind of values' }).click();
  await page.getByRole('option', { name: 'Between two colors' }).click();
  await expect.element(page.getByText(/^5 values: #1a2b3c, .*, #ffffff$/)).toBeVisible();
  const to = page.getByRole('textbox', { name: 'To', exact: true });
  await to.fill('nothing');
  await expect.element(create()).toBeDisabled();
  await to.fill('#000000');
  await expect.element(page.getByText(/^5 values: #1a2b3c, .*, #000000$/)).toBeVisible();
  await expect.element(create()).toBeEnabled();
});

it('steps between colors are even to the eye, and hold both ends', () => {
  expect(mixColors('#000000', '#ffffff', 3)).toEqual(['#000000', '#636363', '#ffffff']);
  expect(mixColors('red', 'red', 2)).toEqual(['#ff0000', '#ff0000']);
});

it('a fraction in a range of whole numbers stops the grid until it is put right or another input is chosen', async () => {
  await show();
  await page.getByRole('combobox', { name: 'Input', exact: true }).click();
  await userEvent.keyboard('frame width{Enter}');
  const from = page.getByRole('textbox', { name: 'From' });
  await from.fill('100');
  await page.getByRole('textbox', { name: 'To, included' }).fill('102');
  await page.getByRole('textbox', { name: 'Step' }).fill('1');
  await expect.element(create()).toBeEnabled();
  await from.fill('100.5');
  await expect.element(page.getByText('100.5 is not a whole number. Write 100 or 101.')).toBeVisible();
  await expect.element(create()).toBeDisabled();
  await page.getByRole('combobox', { name: 'Input', exact: true }).click();
  await userEvent.keyboard('headline color{Enter}');
  await expect.element(create()).toBeEnabled();
});

it('what it takes stands apart from the button above it', async () => {
  const free = { p50: 0, p90: 0 };
  await show({ nodes: 1, unknown: 1, duration: null, microcredits: free, unpriced: 0, samples: 0 });
  const taken = page.getByRole('list', { name: 'Before it starts' }).element().getBoundingClientRect();
  const button = page.getByRole('button', { name: 'Vary another input' }).element().getBoundingClientRect();
  expect(taken.top - button.bottom).toBeGreaterThanOrEqual(8);
});
