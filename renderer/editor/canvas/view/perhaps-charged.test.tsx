import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import type { NodeRunState, NodeRunTable } from '#renderer/model/node-run-state.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [
    { id: 'text', type: 'input/text', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 360, y: 0 }, inputs: {} },
  ],
  connections: [],
};

const failed = (perhapsCharged: string | null): NodeRunState => ({
  phase: 'failed',
  progress: null,
  message: 'The service ended while Acme worked. Acme may have charged for it.',
  code: 'PERHAPS_CHARGED',
  perhapsCharged,
  outputs: null,
  key: null,
  reusable: null,
});

it('a node whose answer is lost says what was perhaps charged, and offers to ask again', async () => {
  const states = new Map([
    ['text', failed('0')],
    ['blur', failed('30000000')],
  ]);
  const table: NodeRunTable = {
    get: (id) => states.get(id),
    resultOf: () => undefined,
    subscribe: () => () => undefined,
    subscribeAll: () => () => undefined,
  };
  const { session } = await showCanvas(standIn(graph), { runTable: table });
  await expect.element(page.getByText('No answer. Perhaps charged 30 credits.')).toBeVisible();
  await expect.element(page.getByText('No answer. Perhaps charged.')).toBeVisible();
  // The words about money are whole beside a long button, none of them cut off.
  for (const line of ['No answer. Perhaps charged 30 credits.', 'No answer. Perhaps charged.']) {
    const words = page.getByText(line).element();
    expect([line, words.scrollHeight <= words.clientHeight]).toEqual([line, true]);
  }
  await expect.element(page.getByRole('button', { name: 'Ask again', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Ask again · 30 credits' }).click();
  expect([...session.store.selectedNodes]).toEqual(['blur']);
});
