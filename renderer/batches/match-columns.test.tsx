// @module-tag long
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Batch, BatchField } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { fieldKey } from './cell-values.ts';
import { clearDraft } from './batch-draft.ts';
import { MatchColumns } from './match-columns.tsx';

const inputs = [
  ['Light', 'Angle', 'number(0..360)'],
  ['Headline', 'Text', 'text(multiline)'],
  ['Frame', 'Width', 'number(1..8192 step 1)'],
] as const;
const fields = inputs.map(([node, pin, type]): BatchField => ({
  of: 'node',
  nodeId: node,
  input: pin.toLowerCase(),
  label: `${node} · ${pin}`,
  type,
}));
const source = {
  source: {
    kind: 'graph' as const,
    projectId: 'prj_1',
    projectVersion: 1,
    targetNodeIds: [],
    graph: { nodes: [], connections: [] },
  },
  fields,
  inputs: fields.map((field, at) => ({
    key: fieldKey(field),
    nodeId: inputs[at]![0],
    nodeTitle: inputs[at]![0],
    label: inputs[at]![1],
    type: field.type,
  })),
};
const table = (columns: string[], ...rows: string[][]) => ({
  name: 'cards.csv',
  table: { columns, rows, notes: [] },
  files: new Map<string, string>(),
});

let desk: DeskStandIn;
beforeEach(() => void (desk = standInForDesk()));
afterEach(() => {
  desk.restore();
  clearDraft('local');
});

const show = (filled: ReturnType<typeof table>) =>
  renderPage(
    <MatchColumns
      tableKey="table"
      connectionId="local"
      name="Cards"
      source={source}
      filled={filled}
      onCreated={vi.fn<(id: string) => void>()}
    />,
  );
const picker = (column: string) => page.getByRole('combobox', { name: `Column ${column} fills` });
const create = () => page.getByRole('button', { name: 'Create the batch' });

it('names the file, keeps the columns in its order, and marks what was guessed', async () => {
  await show(table(['zeta', 'headline', 'angle'], ['x', 'Golden hour', '30']));
  await expect.element(page.getByText('cards.csv · 1 row')).toBeVisible();
  const lines = page.getByRole('list', { name: 'Columns' }).getByRole('listitem').elements();
  expect(lines.map((line) => line.firstElementChild?.textContent)).toEqual([
    'zetax',
    'headlineGolden hour',
    'angle30',
  ]);
  await expect.element(picker('headline')).toHaveTextContent('Headline · Text');
  await expect.element(picker('angle')).toHaveTextContent('Light · Angle');
  await expect.element(picker('zeta')).toHaveTextContent('Not used');
  expect(page.getByText('Guess', { exact: true }).elements()).toHaveLength(2);
});

it('an input is found by its node, and a column that fits nothing of it is one sentence beside it', async () => {
  const rows = Array.from({ length: 30 }, (_, row) => [`Town ${row}`]);
  await show(table(['from'], ...rows));
  await picker('from').click();
  await userEvent.keyboard('frame{Enter}');
  await expect.element(picker('from')).toHaveTextContent('Frame · Width');
  const sentence = 'Width wants numbers: none of the 30 values of from is one. Choose another input.';
  await expect.element(page.getByText(sentence)).toBeVisible();
  expect(page.getByText(/Row \d+:/).elements()).toEqual([]);
  await expect.element(create()).toBeDisabled();
  await picker('from').click();
  await userEvent.keyboard('headline{Enter}');
  await expect.element(page.getByText('All rows fit.')).toBeVisible();
  await expect.element(create()).toBeEnabled();
});

it('what a comma means is asked where the values do not show it', async () => {
  await show(table(['angle'], ['1,024'], ['12']));
  await expect
    .element(page.getByText(/^1 of 2 values does not fit: “1,024” can be read in two ways/))
    .toBeVisible();
  await page.getByRole('combobox', { name: 'What a comma means in this column' }).click();
  await page.getByRole('option', { name: 'Comma before decimals: 1,024 is 1.024' }).click();
  await expect.element(page.getByText('All rows fit.')).toBeVisible();
});

it('what the values show is said, and can be changed', async () => {
  await show(table(['angle'], ['1,024'], ['12,5']));
  await expect.element(page.getByText('As the other values of this column show it.')).toBeVisible();
  await expect.element(page.getByText('All rows fit.')).toBeVisible();
  const choice = page.getByRole('combobox', { name: 'What a comma means in this column' });
  await expect.element(choice).toHaveTextContent('Comma before decimals: 1,024 is 1.024');
});

it.each([
  [1, null],
  [3, null],
  [4, 'Try the first 3'],
])('of a table of %i rows it offers to try the first only where there are more', async (rows, offered) => {
  await show(table(['headline'], ...Array.from({ length: rows }, (_, row) => [`Line ${row}`])));
  await expect.element(create()).toBeEnabled();
  const buttons = page.getByRole('button', { name: /^Try the first/ }).elements();
  expect(buttons.map(({ textContent }) => textContent)).toEqual(offered === null ? [] : [offered]);
});

it('the columns of the batch stand as in the table, each with its values', async () => {
  const at = '2026-01-01T00:00:00Z';
  const none = {
    waiting: 0,
    submitted: 0,
    done: 0,
    failed: 0,
    canceled: 0,
    skipped: 0,
    starred: 0,
    hidden: 0,
  };
  const batch: Batch = {
    id: 'batch_12345678',
    connectionId: 'local',
    kind: 'table',
    name: 'Cards',
    origin: { kind: 'graph', projectId: 'prj_1', projectVersion: 1, targetNodeIds: [] },
    fields: [],
    layout: null,
    limits: { maxRuns: null, maxMicrocredits: null, inFlight: 3 },
    state: 'paused',
    movedToFront: 0,
    reason: null,
    counts: { total: 0, ...none },
    runsStarted: 0,
    spentMicrocredits: '0',
    pricedRuns: 0,
    highestMicrocredits: null,
    createdAt: at,
    updatedAt: at,
  };
  desk.desk('createBatch', () => batch);
  desk.desk('appendBatchItems', () => batch);
  await show(table(['headline', 'angle'], ['Golden hour', '30']));
  await create().click();
  await expect.poll(() => desk.calls('appendBatchItems').length).toBe(1);
  expect(desk.calls('createBatch')[0]?.body).toMatchObject({
    fields: [{ label: 'Headline · Text' }, { label: 'Light · Angle' }],
  });
  expect(desk.calls('appendBatchItems')[0]?.body).toMatchObject({
    items: [{ values: [{ value: 'Golden hour' }, { value: 30 }] }],
  });
});
