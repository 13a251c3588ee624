import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { runOnceHeader, type OutputInput } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryOutput } from '#renderer/testing/library-output.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { AgainDialog } from './again-dialog.tsx';

const graph = {
  nodes: [
    { id: 'blur', type: 'image/blur', title: 'Soft', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'last', type: 'output/image', title: null, position: { x: 300, y: 0 }, inputs: {} },
  ],
  connections: [],
};
const pins = {
  sigma: 'number(0..100 step 1)',
  fit: 'choice(cover|contain)',
  tint: 'color',
  invert: 'boolean',
  words: 'text(multiline)',
  caption: 'text',
};
const values: Record<keyof typeof pins, unknown> = {
  sigma: 4,
  fit: 'cover',
  tint: '#336699',
  invert: false,
  words: 'Hello',
  caption: 'Boats',
};
const inputs = Object.entries(values).map(([name, value]): OutputInput => ({
  nodeId: 'blur',
  nodeType: 'image/blur',
  nodeTitle: 'Soft',
  name,
  value: { type: typeof value, value },
}));

let desk: DeskStandIn;
let now: typeof graph;
beforeEach(() => {
  now = graph;
  desk = standInForDesk();
  desk.desk('getRunSource', () => ({
    connectionId: 'local',
    runId: 'run_1',
    projectId: 'prj_1',
    projectVersion: 3,
    graph,
    graphProblem: null,
    isExact: true,
    targetNodeIds: [],
    template: null,
  }));
  desk.desk('getRunSamples', () => ({
    kinds: [],
    accuracy: { runs: 0, duration: null, microcredits: null },
  }));
  desk.api(endpoints.nodeTypes.get, () => ({
    type: 'image/blur',
    title: 'Blur',
    category: 'image',
    source: 'built-in',
    inputs: Object.entries(pins).map(([name, type]) => ({
      name,
      type,
      ...(name === 'sigma' ? { label: 'How soft' } : {}),
    })),
    outputs: [],
  }));
  desk.api(endpoints.projects.getDocument, () => ({
    projectId: 'prj_1',
    name: 'Sunset',
    version: 3,
    document: { graph: now },
  }));
  desk.api(endpoints.runs.create, () => ({
    id: 'run_2',
    status: 'accepted',
    createdAt: '2026-01-01T10:00:00.000Z',
    updatedAt: '2026-01-01T10:00:00.000Z',
  }));
});
afterEach(() => desk.restore());

const show = (name: keyof typeof pins, onClose = vi.fn<() => void>(), output = libraryOutput(1)) =>
  renderPage(
    <AgainDialog
      output={output}
      inputs={inputs}
      input={inputs.find((input) => input.name === name) ?? null}
      onOpenAsItWas={() => undefined}
      onClose={onClose}
    />,
  );
const value = () => page.getByLabelText('New value', { exact: true });
const once = () => page.getByRole('button', { name: 'Run once' });
const sent = () => desk.calls('runs.create')[0]?.body;

it('a number has the focus, a slider and its limits, and what is expected is said', async () => {
  await show('sigma');
  await expect.element(page.getByRole('slider', { name: 'New value, as a slider' })).toBeVisible();
  await expect.element(page.getByText('0 to 100, in whole steps')).toBeVisible();
  await expect.element(page.getByText(/^Expected: Time unknown/)).toBeVisible();
  await expect.element(value()).toHaveFocus();
  await userEvent.keyboard('30');
  await once().click();
  await vi.waitFor(() =>
    expect(sent()).toMatchObject({ inputOverrides: { blur: { sigma: { type: 'number', value: 30 } } } }),
  );
});

it.each([
  ['fit', 'combobox'],
  ['invert', 'switch'],
  ['words', 'textbox'],
  ['tint', 'textbox'],
] as const)('%s has a %s of its own, with the focus', async (name, role) => {
  await show(name);
  const field = page.getByRole(role, { name: 'New value', exact: true });
  await expect.element(field).toHaveFocus();
});

it('a line of text keeps the focus also when it grows long', async () => {
  await show('caption');
  const field = page.getByRole('textbox', { name: 'New value', exact: true });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('x'.repeat(70));
  await expect.element(field).toHaveValue('x'.repeat(70));
  await expect.element(field).toHaveFocus();
});

it('a color can be picked as well as written', async () => {
  await show('tint');
  await expect.element(page.getByLabelText('New value: choose a color')).toBeVisible();
});

it('a switch sends a boolean', async () => {
  await show('invert');
  await page.getByRole('switch', { name: 'New value' }).click();
  await once().click();
  await vi.waitFor(() =>
    expect(sent()).toMatchObject({ inputOverrides: { blur: { invert: { type: 'boolean', value: true } } } }),
  );
});

it('where the project has changed, says what keeping means and keeps the value in the project as it is now', async () => {
  now = { ...graph, nodes: graph.nodes.slice(0, 1) };
  await show('sigma');
  await expect.element(page.getByText(/^The project has changed since this run/)).toBeVisible();
  await page.getByRole('button', { name: 'Run and keep in the project as it is now' }).click();
  await vi.waitFor(() => expect(sent()).toMatchObject({ projectId: 'prj_1', persistInputOverrides: true }));
});

it('of a result of a grid it says that the grid tried values, not that somebody changed the project', async () => {
  now = { ...graph, nodes: graph.nodes.slice(0, 1) };
  const batch = { id: 'b', kind: 'grid' as const, name: 'Sizes', place: 'A1', row: 1 };
  await show('sigma', undefined, { ...libraryOutput(1), batch });
  await expect.element(page.getByText(/^This result has the values that its grid tried/)).toBeVisible();
  expect(page.getByText(/The project has changed/).elements()).toEqual([]);
});

it('runs once more with nothing changed, and names each input with what it had', async () => {
  await renderPage(
    <AgainDialog
      output={libraryOutput(1)}
      inputs={inputs}
      input={null}
      isAsItWas
      onClose={() => undefined}
    />,
  );
  await expect.element(page.getByRole('dialog', { name: 'Run again' })).toBeVisible();
  const choice = page.getByRole('combobox', { name: 'What changes' });
  await expect.element(choice).toHaveTextContent('Nothing, as it was');
  expect(page.getByRole('button', { name: /keep/i }).elements()).toHaveLength(0);
  await choice.click();
  await expect.element(page.getByRole('option', { name: 'Soft · How soft: 4' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Run again as it was' }).click();
  await vi.waitFor(() => expect(desk.calls('runs.create')).toHaveLength(1));
  expect(sent()).toMatchObject({ graph: { nodes: [{ id: 'blur' }, { id: 'last' }] } });
  expect(sent()).not.toHaveProperty('inputOverrides');
  expect(desk.calls('runs.create')[0]?.headers.get(runOnceHeader)).toBe('1');
});

it('where the node is gone, says so and offers what works', async () => {
  now = { ...graph, nodes: graph.nodes.slice(1) };
  await show('sigma');
  await expect.element(page.getByText(/^Soft is not in the project any more/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Run and keep in the project' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Open as it was' })).toBeVisible();
  await expect.element(once()).toBeEnabled();
});
