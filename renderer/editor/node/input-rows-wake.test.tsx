// @module-tag long
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderedBy } from '#renderer/testing/rendered-components.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { showCanvas } from '../testing/show-canvas.tsx';

const resize = {
  id: 'resize',
  type: 'image/resize',
  position: { x: 0, y: 80 },
  inputs: { width: { type: 'number' as const, value: 640 } },
};

it('an edit of an input renders its value and nothing else of the node', async () => {
  const { session } = await showCanvas(standIn({ nodes: [resize], connections: [] }));
  const width = page.getByRole('spinbutton', { name: 'Width of Resize' });
  await expect.element(width).toBeVisible();
  session.store.select(['resize']);
  await expect.element(page.getByRole('article', { name: 'Resize, selected' })).toBeVisible();

  const rendered = renderedBy(() => void session.setInput('resize', 'width', { type: 'number', value: 800 }));
  await expect.element(width).toHaveValue('800');
  expect(rendered).toEqual(['InputValue', 'ValueWidget', 'ValueControl', 'NumberScrub', 'Fill']);
});

it('a pin says that its input needs a value for as long as it holds none', async () => {
  const output = { id: 'out', type: 'output/value', position: { x: 0, y: 80 }, inputs: {} };
  const { session } = await showCanvas(standIn({ nodes: [output], connections: [] }));
  const needs = page.getByTitle('Value (any): needs a wire or a value');
  await expect.element(needs).toBeVisible();
  session.setInput('out', 'value', { type: 'string', value: 'words' });
  await expect.element(page.getByTitle('Value (any)', { exact: true })).toBeVisible();
  expect(needs.query()).toBeNull();
  session.setInput('out', 'value', { type: 'null', value: null });
  await expect.element(needs).toBeVisible();
});

it('a new title is part of the name of every field', async () => {
  const { session } = await showCanvas(standIn({ nodes: [resize], connections: [] }));
  await expect.element(page.getByRole('spinbutton', { name: 'Width of Resize' })).toBeVisible();
  session.setTitle('resize', 'Poster', 'title resize');
  await expect.element(page.getByRole('spinbutton', { name: 'Width of Poster' })).toBeVisible();
  await expect.element(page.getByRole('article', { name: 'Poster' })).toBeVisible();
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
