import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

it('what erases words in a field of a node deletes no node, whatever is held with it', async () => {
  const value = { type: 'string', value: 'one two three' };
  const nodes: Graph['nodes'] = [
    { id: 'text', type: 'input/text', title: 'Caption', position: { x: 0, y: 0 }, inputs: { value } },
    { id: 'blur', type: 'image/blur', position: { x: 420, y: 0 }, inputs: {} },
  ];
  const { session } = await showCanvas(standIn({ nodes, connections: [] }));
  const label = page.getByLabelText('Text of Caption', { exact: true });
  await vi.waitFor(() => label.element());
  const field = label.element() as HTMLInputElement;
  await userEvent.click(field);
  session.store.select(['text', 'blur']);
  await userEvent.keyboard('{End}{Shift>}{Backspace}{Backspace}{/Shift}');
  expect(field.value).toBe('one two thr');
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
  expect(field.value).toBe('');
  // Nothing is left to erase, and still the keys are the field's.
  for (const held of ['', 'Shift', 'Control', 'Alt', 'Meta'])
    for (const key of ['Backspace', 'Delete'])
      await userEvent.keyboard(held === '' ? `{${key}}` : `{${held}>}{${key}}{/${held}}`);
  expect(session.store.getGraph().nodes.map(({ id }) => id)).toEqual(['text', 'blur']);
});
