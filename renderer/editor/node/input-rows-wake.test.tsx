import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { standIn } from '../testing/editor-stand-in.ts';
import { showCanvas } from '../testing/show-canvas.tsx';

const resize = {
  id: 'resize',
  type: 'image/resize',
  position: { x: 0, y: 80 },
  inputs: { width: { type: 'number' as const, value: 640 } },
};

it('an edit of one input renders the row of that input and no other', async () => {
  const { session } = await showCanvas(standIn({ nodes: [resize], connections: [] }));
  const width = page.getByRole('spinbutton', { name: 'Width of Resize' });
  await expect.element(width).toBeVisible();
  // Each row asks for its pin whenever it renders.
  const asked = vi.spyOn(session.picking, 'of');
  const rows = (): string[] => [
    ...new Set(asked.mock.calls.filter(([side]) => side === 'input').map(([, , pin]) => pin)),
  ];

  session.setInput('resize', 'width', { type: 'number', value: 800 });
  await expect.element(width).toHaveValue('800');
  expect(rows()).toEqual(['width']);

  // A new title is part of the name of every field.
  asked.mockClear();
  session.setTitle('resize', 'Poster', 'title resize');
  await expect.element(page.getByRole('spinbutton', { name: 'Width of Poster' })).toBeVisible();
  expect(rows().sort()).toEqual(['image', 'width']);
});
