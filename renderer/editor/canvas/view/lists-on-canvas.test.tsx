import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listsPin } from '#shared/graph/list-pairing.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { NodeResult, NodeRunState, NodeRunTable } from '#renderer/model/node-run-state.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const imagePin = (name: string) => ({ name, label: name, type: 'image' });
const types = {
  'list/images': {
    title: 'Pictures',
    inputs: [{ name: 'files', label: 'Files', type: 'list(image)' }],
    outputs: [{ name: 'list', label: 'List', type: 'list(image)' }],
  },
  'image/composite': {
    title: 'Composite',
    inputs: [imagePin('base'), imagePin('overlay'), listsPin],
    outputs: [imagePin('image')],
  },
};
const graph: Graph = {
  nodes: [
    { id: 'photos', type: 'list/images', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'marks', type: 'list/images', position: { x: 0, y: 260 }, inputs: {} },
    {
      id: 'both',
      type: 'image/composite',
      position: { x: 380, y: 0 },
      inputs: { lists: { type: 'string', value: 'every pair' } },
    },
    { id: 'alone', type: 'image/blur', position: { x: 380, y: 320 }, inputs: {} },
  ],
  connections: [
    { from: ['photos', 'list'], to: ['both', 'base'] },
    { from: ['marks', 'list'], to: ['both', 'overlay'] },
  ],
};

const picture = (at: number) => ({
  type: 'file',
  fileId: `file_${at}`,
  filename: `${at}.png`,
  contentType: 'image/png',
  sizeBytes: 1,
  trace: [`row ${at + 1}`],
});
const missing = {
  type: 'missing',
  error: { code: 'NO', message: 'This picture is empty.' },
  trace: ['row 2'],
};
const outputs = (count: number) => ({
  image: {
    type: 'list' as const,
    count,
    failed: 1,
    value: Array.from({ length: count }, (_, at) => (at === 1 ? missing : picture(at))),
  },
});

/** A canvas on which `both` has run for so many items. */
async function show(count: number) {
  const made = outputs(count);
  const state: NodeRunState = {
    phase: 'failed',
    progress: null,
    message: '1 item failed.',
    outputs: made,
    items: { total: count, completed: count, failed: 1 },
    key: null,
    reusable: null,
  };
  const result: NodeResult = { runId: 'run_1', outputs: made, items: state.items, key: null };
  const runTable: NodeRunTable = {
    get: (id) => (id === 'both' ? state : undefined),
    resultOf: (id) => (id === 'both' ? result : undefined),
    subscribe: () => () => undefined,
    subscribeAll: () => () => undefined,
  };
  const onOpenItems = vi.fn<(nodeId: string) => void>();
  const { session } = await showCanvas(standIn(graph, undefined, types), { runTable, onOpenItems });
  session.view.set({ x: 40, y: 60, zoom: 1 });
  await vi.waitFor(() => expect(node('both')?.querySelector('[data-items]')).not.toBeNull());
  return { session, onOpenItems };
}
const node = (id: string): HTMLElement | null => document.querySelector(`[data-node="${id}"]`);

it('a node that ran for items says how many and how many failed, how its lists go together, and leads to their table', async () => {
  const { onOpenItems } = await show(6);
  const count = page.getByRole('button', { name: /Items of Composite$/ });
  await expect.element(count).toHaveTextContent('6 items · every pair · 1 failed');
  await expect.element(count).toHaveAccessibleName('6 items · every pair · 1 failed, Items of Composite');
  await count.click();
  expect(onOpenItems.mock.calls).toEqual([['both']]);
  // A node that has no list shows none of it.
  expect(node('alone')!.querySelector('[data-items]')).toBeNull();
});

it('the strip goes through the items by keys and by pointer; one that failed says why in its place', async () => {
  const { session } = await show(6);
  const strip = page.getByRole('slider', { name: 'Item in view' });
  await expect.element(strip).toHaveAttribute('aria-valuetext', '1 of 6 · row 1');
  strip.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(strip).toHaveAttribute('aria-valuetext', '2 of 6 · row 2');
  await vi.waitFor(() => expect(node('both')!.textContent).toContain('row 2: This picture is empty.'));
  node('both')!.querySelector<HTMLElement>('[data-item="3"]')!.click();
  await expect.element(strip).toHaveAttribute('aria-valuetext', '4 of 6 · row 4');
  expect(session.itemsInView.of('both')).toBe(3);
  // Going through results is no edit.
  expect(session.store.history.canUndo).toBe(false);
});

it('of a thousand items the strip has the elements of those in sight', async () => {
  const { session } = await show(1000);
  const cells = (): number => node('both')!.querySelectorAll('[data-item]').length;
  expect(cells()).toBeLessThan(14);
  session.itemsInView.set('both', 0);
  page.getByRole('slider', { name: 'Item in view' }).element().focus();
  await userEvent.keyboard('{End}');
  await vi.waitFor(() => expect(node('both')!.querySelector('[data-item="999"]')).not.toBeNull());
  expect(cells()).toBeLessThan(14);
});
