import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { nodeKind, type KindSamples } from '#shared/desk/run-estimate.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { showCanvas } from '../testing/show-canvas.tsx';

const text = { id: 'text', type: 'input/text', position: { x: 0, y: 80 }, inputs: {} };
const samplesOf = (samples: number): KindSamples[] => [
  {
    kind: nodeKind(text),
    samples,
    duration: { p50: 8000, p90: 9000 },
    microcredits: { p50: 2_000_000, p90: 2_000_000 },
  },
];

it('a node says what it will take while it is selected or asked about, and only where it runs', async () => {
  const { session } = await showCanvas(standIn({ nodes: [text], connections: [] }));
  const line = page.getByText('2 credits · ≈ 8 s');
  session.expectations.set(samplesOf(5));
  await expect.element(page.getByText('Text', { exact: true }).first()).toBeVisible();
  await expect.element(line).not.toBeInTheDocument();
  session.store.select(['text']);
  await expect.element(line).toBeVisible();
  session.store.select([]);
  await expect.element(line).not.toBeInTheDocument();
  session.ui.set({ showsExpected: true });
  await expect.element(line).toBeVisible();
  session.expectations.set(samplesOf(4));
  await expect.element(page.getByText('Not known yet')).toBeVisible();

  // What is reused takes nothing.
  const stop = session.outlook.follow({ isReused: () => true, subscribe: () => () => undefined });
  await vi.waitFor(() => expect(document.querySelector('[data-expected]')).toBeNull());
  stop();
});
