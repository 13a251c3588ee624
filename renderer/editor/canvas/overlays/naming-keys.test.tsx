import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

it('letters stay in the name of a frame, and the keys of the command palette go on', async () => {
  const graph = {
    nodes: [{ id: 'blur', type: 'image/blur', position: { x: 40, y: 40 }, inputs: {} }],
    connections: [],
  };
  const { session } = await showCanvas(standIn(graph));
  session.store.select(['blur']);
  session.items.addFrame();
  const name = page.getByLabelText('Title of the frame');
  await expect.element(name).toHaveFocus();
  const received: string[] = [];
  const listen = (event: KeyboardEvent) => {
    if (event.key === 'k') event.preventDefault();
    received.push(`${event.ctrlKey ? 'Ctrl+' : ''}${event.key}`);
  };
  window.addEventListener('keydown', listen);
  onTestFinished(() => window.removeEventListener('keydown', listen));
  await userEvent.keyboard('a');
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(received.filter((key) => key !== 'Ctrl+Control')).toEqual(['Ctrl+k']);
});
