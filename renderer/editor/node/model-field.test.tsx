import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import type { EditorPorts, ModelChoices } from '../ports.ts';
import { noRuns, standIn } from '../testing/editor-stand-in.ts';
import { showCanvas } from '../testing/show-canvas.tsx';
import { InspectorPanel } from '../panels/inspector-panel.tsx';

const graphOf = (model: string | null): Graph => ({
  nodes: [
    {
      id: 'write',
      type: 'ai/text',
      position: { x: 0, y: 0 },
      inputs: model === null ? {} : { model: { type: 'string', value: model } },
    },
  ],
  connections: [],
});

const choices: ModelChoices = {
  provider: 'Acme',
  fitting: ['large-1', 'small-1'],
  remaining: ['draw-image-1'],
  hasList: true,
  defaultModel: 'small-1',
  price: 20_000,
  unit: 'call',
  problem: null,
};

async function show(model: string | null, found: ModelChoices | null = choices) {
  const availableModels = vi.fn<NonNullable<EditorPorts['availableModels']>>(async () => found);
  const { session } = await showCanvas(
    { ...standIn(graphOf(model)), availableModels },
    {
      width: 700,
      beside: (opened) => (
        <div style={{ width: 280 }}>
          <InspectorPanel session={opened} runTable={noRuns} />
        </div>
      ),
    },
  );
  session.store.select(['write']);
  await expect.element(page.getByRole('combobox', { name: 'Choose Model of Write text' })).toBeVisible();
  const modelOf = () => session.store.getNode('write')?.inputs?.['model']?.value;
  return {
    modelOf,
    availableModels,
    picker: page.getByRole('combobox', { name: 'Choose Model of Write text' }),
  };
}

it('a model is chosen from what the service offers for the use, found by words, with its price', async () => {
  const { modelOf, picker, availableModels } = await show(null);
  // Nobody is asked before somebody wants to know.
  expect(availableModels).not.toHaveBeenCalled();
  await picker.click();
  await expect
    .element(page.getByRole('option', { name: /^small-1, usual · 0\.02 credits each/ }))
    .toBeVisible();
  await expect.element(page.getByRole('option', { name: /draw-image-1/ })).toBeVisible();
  expect(availableModels).toHaveBeenCalledWith('text', '');
  await userEvent.keyboard('large');
  await expect.element(page.getByRole('option', { name: /draw-image-1/ })).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(modelOf()).toBe('large-1'));
});

it('the default model is no model of the node, so that it follows what is set under Models', async () => {
  const { modelOf, picker } = await show('large-1');
  await picker.click();
  await page.getByRole('option', { name: /small-1/ }).click();
  await vi.waitFor(() => expect(modelOf()).toBe(''));
});

it('a model that the service does not offer, or no longer, says so', async () => {
  await show('gone-1');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Acme does not offer gone-1, or no longer. Choose another one.');
});

it('nothing is said against a name where the service keeps no list', async () => {
  const { picker, availableModels } = await show('acme/draw', {
    ...choices,
    fitting: [],
    remaining: [],
    hasList: false,
  });
  await vi.waitFor(() => expect(availableModels).toHaveBeenCalled());
  await picker.click();
  await expect.element(page.getByRole('option', { name: /small-1/ })).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
