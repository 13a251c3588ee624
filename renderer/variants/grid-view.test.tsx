// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MACHINE_NAME } from '#shared/graph/index.ts';
import type { Batch, BatchItem } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { pressEveryEntry } from '#renderer/testing/press-menus.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { closeViewer, viewerStore } from '#renderer/viewer/index.ts';
import { GridView } from './grid-view.tsx';

const AT = '2026-01-01T00:00:00Z';
const VALUES = [10, 20, 30];
const grid = (items: readonly BatchItem[]): Batch => ({
  id: 'batch_12345678',
  connectionId: 'local',
  kind: 'grid',
  name: 'Radius',
  origin: { kind: 'graph', projectId: 'p1', projectVersion: 1, targetNodeIds: [] },
  fields: [{ of: 'node', nodeId: 'sun', input: 'radius', label: 'Sun · Radius', type: 'number' }],
  layout: { axes: [{ field: 0, labels: VALUES.map(String) }], columns: 0, rows: null, pages: null },
  limits: { maxRuns: null, maxMicrocredits: null, inFlight: 3 },
  state: 'done',
  movedToFront: 0,
  reason: null,
  counts: {
    total: items.length,
    waiting: 0,
    submitted: 0,
    done: items.length,
    failed: 0,
    canceled: 0,
    skipped: 0,
    starred: items.filter(({ starred }) => starred).length,
    hidden: items.filter(({ hidden }) => hidden).length,
  },
  runsStarted: items.length,
  spentMicrocredits: '0',
  pricedRuns: 0,
  highestMicrocredits: null,
  createdAt: AT,
  updatedAt: AT,
});
const item = (index: number): BatchItem => ({
  index,
  place: [index],
  values: [{ type: 'number', value: VALUES[index] ?? 0 }],
  state: 'done',
  starred: false,
  hidden: false,
  attempt: 1,
  runId: `run_${index}`,
  error: null,
  outputs: [{ key: 'Poster', type: 'string', text: `poster ${index}` }],
  microcredits: null,
  executionTimeMs: 5,
});

let desk: DeskStandIn;
let items: BatchItem[];
const applied: unknown[] = [];
beforeEach(async () => {
  applied.length = 0;
  items = VALUES.map((_, index) => item(index));
  desk = standInForDesk();
  desk.desk('getBatch', () => grid(items));
  desk.desk('listBatchItems', () => ({ items }));
  desk.desk('changeBatchItems', () => grid(items));
});
afterEach(() => {
  closeViewer();
  desk.restore();
});

const show = () =>
  renderPage(
    <div style={{ height: 600 }}>
      <GridView
        id="batch_12345678"
        listHref="/grids"
        onDeleted={() => undefined}
        onApply={(values) => applied.push(values)}
      />
    </div>,
  );
const cell = (name: string) => page.getByRole('gridcell', { name });
const marks = () => desk.calls('changeBatchItems').map(({ body }) => body);

it('takes the drop of a cell back with the usual keys', async () => {
  await show();
  await cell('Radius 20: done').click();
  await userEvent.keyboard('{Delete}');
  await expect.element(page.getByText('Radius 20 is dropped')).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(marks).toEqual([
    { items: [1], hidden: true },
    { items: [1], hidden: false },
  ]);
});

it('opens a dropped cell itself, not another one', async () => {
  items = items.map((one) => ({ ...one, hidden: one.index === 1 }));
  await show();
  await cell('Radius 20: done, dropped').click();
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => {
      const { state } = viewerStore.getState();
      return state.mode === 'single' ? state.items[state.index]?.label : state.mode;
    })
    .toBe('Radius 20');
});

it('stars, drops and compares by the pointer alone', async () => {
  await show();
  await cell('Radius 30: done').hover();
  await page.getByRole('button', { name: 'Star Radius 30' }).click();
  await expect.poll(marks).toEqual([{ items: [2], starred: true }]);
  await cell('Radius 10: done').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Drop the result' }).click();
  await expect.poll(marks).toEqual([
    { items: [2], starred: true },
    { items: [0], hidden: true },
  ]);
  await cell('Radius 20: done').click({ modifiers: ['Control'] });
  await cell('Radius 30: done').click({ modifiers: ['Control'] });
  await cell('Radius 30: done, chosen').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Compare the chosen results, or the starred' }).click();
  await expect.poll(() => viewerStore.getState().state.mode).toBe('compare');
});

it('says of a cell that failed whether it was perhaps charged', async () => {
  const failed = { state: 'failed' as const, error: 'The answer is lost.', outputs: [] };
  items = items.map((one) =>
    one.index === 0 ? one : { ...one, ...failed, ...(one.index === 1 && { perhapsCharged: '0' }) },
  );
  await show();
  await expect.element(cell('Radius 20: perhaps charged: The answer is lost.')).toBeVisible();
  await expect.element(cell('Radius 30: failed: The answer is lost.')).toBeVisible();
});

it('offers the values of a cell to the graph only where it has a result', async () => {
  items = items.map((one) => (one.index === 1 ? { ...one, state: 'waiting', outputs: [] } : one));
  await show();
  const use = page.getByRole('button', { name: 'Use these values in the graph' });
  await cell('Radius 20: waiting').click();
  await expect.element(use).toBeDisabled();
  await cell('Radius 30: done').click();
  await expect.element(use).toBeEnabled();
  await use.click();
  expect(applied).toEqual([[{ nodeId: 'sun', input: 'radius', value: { type: 'number', value: 30 } }]]);
});

it('every entry of the menu of a cell acts on a grid that was just opened: variants/grid-table.tsx', async () => {
  let shown: Awaited<ReturnType<typeof show>>;
  const pressed = await pressEveryEntry(
    {
      show: async () => (shown = await show()),
      leave: () => {
        closeViewer();
        return shown.unmount();
      },
      observe: () => [viewerStore.getState(), applied.length],
      reset: closeViewer,
      target: () => document.querySelector('[role="gridcell"] [data-row], [role="gridcell"]'),
    },
    () => desk.calls('changeBatchItems').length,
  );
  expect(pressed.length).toBeGreaterThan(4);
});

it('shows the first output that the varied input reaches, by the title of its node', async () => {
  items = items.map((one) => ({
    ...one,
    outputs: [
      { key: 'noise-111111.text', label: 'Noise', isVaried: false, type: 'string', text: 'noise' },
      { key: 'blur-9ea546.text', label: 'Evening', isVaried: true, type: 'string', text: `e ${one.index}` },
      { key: 'blur-aea546.text', label: 'Evening', isVaried: true, type: 'string', text: `f ${one.index}` },
    ],
  }));
  await show();
  await expect.element(page.getByText('e 2')).toBeVisible();
  const output = page.getByRole('combobox', { name: 'Output' });
  await expect.element(output).toHaveTextContent('Output: Evening');
  await output.click();
  const names = page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);
  expect(names).toEqual(['Output: Evening', 'Output: Evening 2', 'Output: Noise']);
  expect(document.body.textContent).not.toMatch(MACHINE_NAME);
});

it('calls outputs of a grid of an earlier version by their titles', async () => {
  items = items.map((one) => ({
    ...one,
    outputs: ['blur-9ea546.text', 'text-card-aea546.text'].map((key) => ({
      key,
      type: 'string',
      text: key[0],
    })),
  }));
  await show();
  await expect.element(page.getByRole('combobox', { name: 'Output' })).toHaveTextContent('Output: Blur');
  expect(document.body.textContent).not.toMatch(MACHINE_NAME);
});

it('is not saved before a cell has a result, and says why', async () => {
  items = VALUES.map((_, index) => ({ ...item(index), state: 'waiting', runId: null, outputs: [] }));
  const { counts, ...rest } = grid(items);
  desk.desk('getBatch', () => ({ ...rest, state: 'draft', counts: { ...counts, done: 0, waiting: 3 } }));
  await renderPage(
    <GridView id="batch_12345678" listHref="/" onDeleted={() => undefined} onApply={() => undefined} />,
  );
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveAccessibleDescription(/^No cell has a result yet\. Run the grid first/);
});
