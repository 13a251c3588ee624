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

it('an edit renders no output of the node or of nodes below it, whose keys it changes', async () => {
  const blur = { id: 'blur', type: 'image/blur', position: { x: 340, y: 80 }, inputs: {} };
  const wire = { from: ['resize', 'image'] as [string, string], to: ['blur', 'image'] as [string, string] };
  const { session } = await showCanvas(standIn({ nodes: [resize, blur], connections: [wire] }));
  const width = page.getByRole('spinbutton', { name: 'Width of Resize' });
  await expect.element(width).toBeVisible();
  await vi.waitFor(() => expect(session.keys.keyOf('blur')).not.toBeNull());
  const [above, below] = [session.keys.keyOf('resize'), session.keys.keyOf('blur')];
  const asked = vi.spyOn(session.picking, 'of');

  session.setInput('resize', 'width', { type: 'number', value: 800 });
  await expect.element(width).toHaveValue('800');
  await vi.waitFor(() => expect(session.keys.isSettled).toBe(true));
  expect(session.keys.keyOf('resize')).not.toBe(above);
  expect(session.keys.keyOf('blur')).not.toBe(below);
  expect(asked.mock.calls.filter(([side]) => side === 'output')).toEqual([]);
});
