// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { runOnceHeader, type OutputInput } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryOutput } from '#renderer/testing/library-output.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { RerunDialog } from './again-dialog.tsx';

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
    <RerunDialog
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
  await expect.element(page.getByText('0 to 100, in whole steps.')).toBeVisible();
  await expect.element(value()).toHaveFocus();
  await userEvent.keyboard('30');
  await expect
    .element(page.getByText(/^Time and cost unknown|^Time unknown|^Free|not known yet/))
    .toBeVisible();
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

it('begins with what the grid of the output varied, and keeps what is chosen then', async () => {
  const batch = { id: 'b', kind: 'grid' as const, name: 'Words', place: 'Soft · Caption Boats', row: 1 };
  await renderPage(
    <RerunDialog
      output={{ ...libraryOutput(1), batch }}
      inputs={inputs}
      input={null}
      onClose={() => undefined}
    />,
  );
  await expect.element(value()).toHaveValue('Boats');
  await page.getByRole('combobox', { name: 'What changes' }).click();
  await page.getByRole('option', { name: /How soft/ }).click();
  await expect.element(value()).toHaveValue('4');
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

it.each([
  ['what it had', '{Control>}a{/Control}4'],
  ['a word', '{Control>}a{/Control}abc'],
  ['a fraction of a whole number', '{Control>}a{/Control}2.5'],
  ['too much', '{Control>}a{/Control}900'],
  ['a sum that is not finished', '{Control>}a{/Control}3+{Tab}'],
])('%s runs nothing: the buttons wait', async (_, keys) => {
  await show('sigma');
  await expect.element(value()).toHaveFocus();
  await expect.element(once()).toBeDisabled();
  await userEvent.keyboard(keys);
  await expect.element(once()).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Run and keep' })).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(desk.calls('runs.create')).toEqual([]);
});

it('says what is the matter, and runs once it is put right, with the change in the message', async () => {
  await show('sigma');
  await expect.element(page.getByText('This is the value it had. Change it to run.')).toBeVisible();
  await expect.element(value()).toHaveFocus();
  await userEvent.keyboard('abc');
  await expect.element(page.getByText(/“abc” is not a number/)).toBeVisible();
  await userEvent.keyboard('{Control>}a{/Control}30{Enter}');
  await vi.waitFor(() => expect(desk.calls('runs.create')).toHaveLength(1));
  await expect.element(page.getByText('Running again with Soft · Sigma: 30')).toBeVisible();
});

it('another input is found by its name, in the order of the graph, and gets its own field', async () => {
  await show('sigma');
  await expect.element(value()).toHaveFocus();
  await page.getByRole('combobox', { name: 'What changes' }).click();
  const names = page
    .getByRole('option')
    .elements()
    .map((option) => option.getAttribute('aria-label'));
  expect(names.slice(0, 3)).toEqual(['Nothing, as it was', 'Soft · How soft, 4', 'Soft · Fit, cover']);
  await userEvent.keyboard('invert{Enter}');
  await expect.element(page.getByRole('switch', { name: 'New value' })).toHaveFocus();
});

it('where the project has changed, the value is kept in the project as it is now', async () => {
  now = { ...graph, nodes: graph.nodes.slice(0, 1) };
  await show('sigma');
  await expect.element(value()).toHaveFocus();
  await userEvent.keyboard('30');
  await expect.element(page.getByText(/^The project has changed since this run/)).toBeVisible();
  const keep = page.getByRole('button', { name: 'Run and keep' });
  await expect
    .element(keep)
    .toHaveAttribute('title', expect.stringMatching(/^The project has changed since/));
  await keep.click();
  await vi.waitFor(() => expect(sent()).toMatchObject({ projectId: 'prj_1', persistInputOverrides: true }));
});

it('runs once more with nothing changed, and names each input with what it had', async () => {
  await renderPage(
    <RerunDialog
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
  await expect.element(page.getByRole('option', { name: 'Soft · How soft, 4' })).toBeVisible();
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
  await expect.element(page.getByRole('button', { name: 'Open as it was' })).toBeVisible();
  await expect.element(value()).toHaveFocus();
  await userEvent.keyboard('30');
  await expect.element(once()).toBeEnabled();
  await expect.element(page.getByRole('button', { name: 'Run and keep' })).toBeDisabled();
});
