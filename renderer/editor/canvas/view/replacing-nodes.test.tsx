// @module-tag rig
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const chain: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', title: null, position: { x: 0, y: 0 }, inputs: {} },
    {
      id: 'soft',
      type: 'image/blur',
      title: 'Soft',
      position: { x: 320, y: 0 },
      inputs: { sigma: { type: 'number', value: 20 } },
    },
    { id: 'small', type: 'image/resize', title: null, position: { x: 640, y: 0 }, inputs: {} },
  ],
  connections: [
    { from: ['photo', 'image'], to: ['soft', 'image'] },
    { from: ['soft', 'image'], to: ['small', 'image'] },
  ],
};

const optionTexts = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);

async function openPicker(ports = standIn(chain)) {
  const { session } = await showCanvas(ports);
  document.querySelector<HTMLElement>('[data-editor-stage]')?.focus();
  session.store.select(['soft']);
  await userEvent.keyboard('{Shift>}r{/Shift}');
  await expect.element(page.getByRole('combobox', { name: 'Search node types' })).toHaveFocus();
  return session;
}

it('a key replaces the selected node: wires, title and place stay, and one undo brings all back', async () => {
  const ports = standIn(chain);
  const session = await openPicker(ports);
  const before = JSON.stringify(session.store.getGraph());
  // What keeps most comes first, and says what it costs.
  await vi.waitFor(() => expect(optionTexts()[0]).toBe('Resizeloses 1 value'));
  await expect.element(page.getByText('Soft · Strength: 20')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(session.store.getNode('soft')).toEqual({ ...chain.nodes[1], type: 'image/resize', inputs: {} });
  expect(session.store.getGraph().connections).toEqual(chain.connections);
  expect([...session.store.selectedNodes]).toEqual(['soft']);
  await vi.waitFor(() => expect(ports.graph()).toEqual(session.store.getGraph()));
  session.undo();
  expect(JSON.stringify(session.store.getGraph())).toBe(before);
  expect(session.store.history.canUndo).toBe(false);
});

it('names every wire that would fall away before it does', async () => {
  const session = await openPicker();
  await userEvent.keyboard('output');
  await vi.waitFor(() => expect(optionTexts()).toEqual(['Outputloses 1 wire, 1 value']));
  await expect.element(page.getByText('Wire: Soft · Image to Resize · Image')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(session.store.getGraph()).toEqual(chain);
});

it('a locked node keeps its wires: what feeds it is not replaced, and a sentence says why', async () => {
  const session = await openPicker();
  session.apply('lock', [], {
    canvas: [{ op: 'setCanvasItem', kind: 'nodes', id: 'small', item: { locked: true } }],
  });
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() =>
    expect(session.ui.get().notice?.text).toBe('Not replaced: “Resize” is locked. Unlock it first.'),
  );
  expect(session.store.getGraph()).toEqual(chain);
});

const words: Graph = {
  nodes: ['Sea at dusk', 'The sea, the SEA', 'Sky'].map((value, index) => ({
    id: `text${index}`,
    type: 'input/text',
    title: null,
    position: { x: 0, y: index * 200 },
    inputs: { value: { type: 'string', value } },
  })),
  connections: [],
};

async function findAndReplace(search: string) {
  const { session } = await showCanvas(standIn(words));
  document.querySelector<HTMLElement>('[data-editor-stage]')?.focus();
  await userEvent.keyboard('{Control>}{Alt>}f{/Alt}{/Control}');
  await expect.element(page.getByRole('combobox', { name: /^Find a node/ })).toHaveFocus();
  // What it is about is there from the start.
  await expect.element(page.getByRole('textbox', { name: 'Replace the words by' })).toBeVisible();
  await userEvent.keyboard(search);
  return session;
}

it('finds words in all texts, says how often, and replaces them as one step', async () => {
  const session = await findAndReplace('sea');
  await expect.element(page.getByText(/^In the texts of 2\snodes$/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Replace the words by' }).fill('lake');
  await page.getByRole('button', { name: /^Replace 3\stimes$/ }).click();
  const texts = () => session.store.getGraph().nodes.map(({ inputs }) => inputs?.['value']?.value);
  expect(texts()).toEqual(['lake at dusk', 'The lake, the lake', 'Sky']);
  await expect.element(page.getByText('No node in this project matches.')).toBeVisible();
  session.undo();
  expect(session.store.getGraph()).toEqual(words);
});

it('gives all nodes that are found another type', async () => {
  const session = await findAndReplace('sea');
  await page.getByRole('button', { name: /^Replace 2\snodes with/ }).click();
  await userEvent.keyboard('output{Enter}');
  await vi.waitFor(() =>
    expect(session.store.getGraph().nodes.map(({ type }) => type)).toEqual([
      'output/value',
      'output/value',
      'input/text',
    ]),
  );
  session.undo();
  expect(session.store.getGraph()).toEqual(words);
});
