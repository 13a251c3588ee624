import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HeatMeasure, ProjectHeat } from '#shared/desk/index.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';
import { HeatLayer } from './heat-layer.tsx';
import { HeatLegend } from './heat-legend.tsx';

const node = (id: string, x: number) => ({ id, type: 'input/text', position: { x, y: 120 }, inputs: {} });
const heat: ProjectHeat = {
  runs: 4,
  nodes: [
    { nodeId: 'a', executed: 4, reused: 0, failed: 0, durationMs: 60_000, microcredits: 4_000_000 },
    { nodeId: 'b', executed: 1, reused: 3, failed: 0, durationMs: 2000, microcredits: 0 },
    { nodeId: 'gone', executed: 4, reused: 0, failed: 0, durationMs: 10, microcredits: 0 },
  ],
};

const ignore = (): void => undefined;
const marks = () =>
  [...document.querySelectorAll<HTMLElement>('[data-heat-node]')].map(
    (mark) => `${mark.dataset['heatNode']} ${mark.dataset['level']} ${mark.textContent}`,
  );

async function show(measure: HeatMeasure) {
  const { session } = await showCanvas(standIn({ nodes: [node('a', 0), node('b', 320)], connections: [] }), {
    children: null,
    beside: (opened) => <HeatLayer session={opened} heat={heat} measure={measure} />,
  });
  return session;
}

it('nodes are marked by what they took, each with its number, and go along with theirs', async () => {
  const session = await show('time');
  await vi.waitFor(() => expect(marks()).toEqual(['a 5 1 min 00 s', 'b 1 2 s']));
  const leftOf = () => document.querySelector<HTMLElement>('[data-heat-node="a"]')?.style.transform;
  const before = leftOf();
  session.store.applyEdit('move', [{ op: 'moveNode', nodeId: 'a', position: { x: 80, y: 120 } }]);
  await vi.waitFor(() => expect(leftOf()).not.toBe(before));
});

it('what is free or was never reused is not marked', async () => {
  await show('cost');
  await vi.waitFor(() => expect(marks()).toEqual(['a 5 4 credits']));
});

it('the legend says what the colors stand for, and of how many runs', async () => {
  const onMeasure = vi.fn<(measure: HeatMeasure) => void>();
  const onClose = vi.fn<() => void>();
  await showCanvas(standIn({ nodes: [node('a', 0)], connections: [] }), {
    before: () => <HeatLegend heat={heat} measure="time" onMeasure={onMeasure} onClose={onClose} />,
  });
  const legend = page.getByRole('region', { name: 'Heat map' });
  await expect.element(legend.getByText('most: 1 min 00 s')).toBeVisible();
  await expect.element(legend.getByText('Of the last 4 runs')).toBeVisible();
  await legend.getByRole('combobox', { name: 'Color nodes by' }).click();
  await page.getByRole('option', { name: 'Failures' }).click();
  expect(onMeasure).toHaveBeenCalledWith('failures');
  await legend.getByRole('button', { name: 'Close the heat map' }).click();
  expect(onClose).toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
});

it('without a run the legend says how to come to one', async () => {
  await showCanvas(standIn({ nodes: [node('a', 0)], connections: [] }), {
    before: () => (
      <HeatLegend heat={{ runs: 0, nodes: [] }} measure="cost" onMeasure={ignore} onClose={ignore} />
    ),
  });
  await expect
    .element(page.getByText('No run of this project has ended yet.', { exact: false }))
    .toBeVisible();
});
