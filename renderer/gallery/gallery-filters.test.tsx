// @module-tag long
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { respondWithLibrary, show, tile, lastSearch, useGalleryDesk } from './testing/gallery-bench.tsx';

let desk: DeskStandIn;
useGalleryDesk((given) => (desk = given));

it('a search that finds nothing offers all outputs again', async () => {
  respondWithLibrary(2);
  await show();
  await userEvent.click(page.getByRole('button', { name: 'Only starred' }));
  await expect.element(page.getByText('No outputs match')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Show all outputs' }));
  await expect.element(page.getByText('2 outputs', { exact: true })).toBeVisible();
});

it('a word that finds nothing is the thing to change, not a filter', async () => {
  respondWithLibrary(0);
  await show();
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search outputs' }), 'nowhere');
  await expect.element(page.getByText(/^Try another word/)).toBeVisible();
  await expect.element(page.getByText('Change or remove a filter to see more.')).not.toBeInTheDocument();
});

it('results of grids and batches say their place, and are narrowed by what made them', async () => {
  const grid = { id: 'batch_1', kind: 'grid' as const, name: 'Blur radii' };
  respondWithLibrary(3, { batch: { ...grid, place: 'Radius 30', row: 2 }, projectVersion: null });
  desk.desk('outputFacets', () => ({
    kinds: [],
    nodes: [],
    batches: [{ ...grid, count: 3 }],
    inputs: [],
  }));
  await show();
  await expect
    .element(page.getByRole('option', { name: /^Poem 3, text, Radius 30, Grid “Blur radii”/ }))
    .toBeVisible();
  await expect.element(tile(3).getByText('Radius 30', { exact: true })).toBeVisible();
  // The value stands for itself, whatever the canvas has.
  await expect.element(tile(2).getByText('Poem 2 · Blur radii')).toBeVisible();
  expect(page.getByText('as on the canvas').elements()).toHaveLength(0);
  const made = page.getByRole('combobox', { name: 'Made by' });
  await userEvent.click(made);
  await expect.element(page.getByRole('option', { name: 'Batches' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('option', { name: 'Single runs' }));
  await expect.poll(() => lastSearch()).toMatchObject({ madeBy: 'runs' });
  await userEvent.click(made);
  await userEvent.click(page.getByRole('option', { name: 'Made by all' }));
  await userEvent.click(tile(2));
  const details = page.getByRole('complementary', { name: 'Details of the output' });
  await expect.element(details.getByText('Grid “Blur radii”')).toBeVisible();
  await userEvent.click(details.getByRole('button', { name: 'All of this grid' }));
  await expect.poll(() => lastSearch()).toMatchObject({ batchId: 'batch_1' });
  await expect.element(made).toHaveTextContent('Grid “Blur radii”');
});

it('is narrowed by the input of one node, by a value or by numbers from one to another', async () => {
  respondWithLibrary(3);
  const angle = (nodeTitle: string, values: number[]) => ({
    nodeId: nodeTitle.toLowerCase(),
    nodeType: 'image/light',
    nodeTitle,
    name: 'angle',
    range: { from: Math.min(...values), to: Math.max(...values) },
    values: values.map((value) => ({ value: String(value), count: 2 })),
  });
  desk.desk('outputFacets', () => ({
    kinds: [],
    nodes: [],
    batches: [],
    inputs: [angle('Light', [9, 45, 180]), angle('Sky', [0, 180])],
  }));
  desk.api(endpoints.nodeTypes.get, () => ({
    type: 'image/light',
    title: 'Light',
    category: 'image',
    source: 'built-in',
    inputs: [{ name: 'angle', label: 'Beam direction', type: 'number' }],
    outputs: [],
  }));
  await show();
  const open = async (node: string) => {
    await userEvent.click(page.getByRole('button', { name: 'Inputs', exact: true }));
    await userEvent.click(page.getByRole('combobox', { name: 'Input', exact: true }));
    await userEvent.click(page.getByRole('option', { name: `${node} · Beam direction` }));
  };
  await open('Light');
  await userEvent.click(page.getByRole('combobox', { name: 'Value', exact: true }));
  await expect.poll(() => page.getByRole('option', { name: /2 outputs/ }).elements().length).toBe(3);
  await userEvent.click(page.getByRole('option', { name: /^180/ }));
  await expect
    .poll(() => lastSearch())
    .toMatchObject({ inputs: [{ nodeId: 'light', name: 'angle', value: '180' }] });
  await expect
    .element(page.getByRole('button', { name: 'Remove the filter Light · Beam direction: 180' }))
    .toBeVisible();
  await open('Light');
  const showRange = page.getByRole('button', { name: 'Show these numbers' });
  await userEvent.fill(page.getByRole('textbox', { name: 'From' }), '200');
  await expect.element(showRange).toBeDisabled();
  await userEvent.fill(page.getByRole('textbox', { name: 'From' }), '40');
  await userEvent.click(showRange);
  await expect
    .poll(() => lastSearch())
    .toMatchObject({ inputs: [{ nodeId: 'light', name: 'angle', from: 40, to: 180 }] });
  await expect
    .element(page.getByRole('button', { name: 'Remove the filter Light · Beam direction: 40 to 180' }))
    .toBeVisible();
});
