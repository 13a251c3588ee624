// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Batch, RunEstimate } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { BatchControls, progressText } from './batch-controls.tsx';
import { BatchView } from './batch-view.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const AT = '2026-01-01T00:00:00Z';
const NONE = { waiting: 0, submitted: 0, done: 0, failed: 0, canceled: 0, skipped: 0, starred: 0, hidden: 0 };
const batch = (counts: Partial<Batch['counts']>): Batch => ({
  id: 'batch_12345678',
  connectionId: 'local',
  kind: 'table',
  name: 'Cards',
  origin: { kind: 'graph', projectId: 'p1', projectVersion: 1, targetNodeIds: [] },
  fields: [],
  layout: null,
  limits: { maxRuns: null, maxMicrocredits: null, inFlight: 3 },
  state: 'paused',
  movedToFront: 0,
  reason: null,
  counts: { total: 5, ...NONE, ...counts },
  runsStarted: 5,
  spentMicrocredits: '0',
  pricedRuns: 0,
  highestMicrocredits: null,
  createdAt: AT,
  updatedAt: AT,
});
const estimate = (microcredits: number | null): RunEstimate => ({
  nodes: 5,
  unknown: 5,
  samples: 0,
  duration: null,
  microcredits: microcredits === null ? null : { p50: microcredits, p90: microcredits },
  unpriced: microcredits === null ? 5 : 0,
});

it('says how many runs were perhaps charged, and has those asked again by a button of their own', async () => {
  const shown = batch({ done: 1, failed: 4, perhapsCharged: 3 });
  desk.desk('retryBatchItems', () => shown);
  await renderPage(<BatchControls batch={shown} />);
  await expect.element(page.getByText(/3 perhaps charged/)).toBeVisible();
  await page.getByRole('button', { name: 'Retry 1', exact: true }).click();
  await expect.poll(() => desk.calls('retryBatchItems').map(({ body }) => body)).toEqual([{}]);
  await page.getByRole('button', { name: 'Ask 3 again', exact: true }).click();
  await expect
    .poll(() => desk.calls('retryBatchItems').map(({ body }) => body))
    .toEqual([{}, { perhapsCharged: true }]);
});

it('prices what is tried again and what is asked again by themselves', async () => {
  const shown = batch({ done: 1, failed: 4, perhapsCharged: 3 });
  desk.desk('estimateBatch', ({ query }) => ({
    estimate: estimate({ failed: 0, perhapsCharged: 6_000_000 }[query.get('of') ?? ''] ?? 9_000_000),
  }));
  await renderPage(<BatchControls batch={shown} />);
  await expect.element(page.getByRole('button', { name: 'Ask 3 again · 6 credits' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Retry 1', exact: true })).toBeVisible();
});

it('retries nothing by itself where all that failed was perhaps charged', async () => {
  await renderPage(<BatchControls batch={batch({ done: 2, failed: 3, perhapsCharged: 3 })} />);
  await expect.element(page.getByRole('button', { name: 'Ask 3 again' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Retry/ }).elements()).toEqual([]);
});

it.each([
  ['costs', 10_000_000],
  ['costs what nobody knows', null],
])('has its limits folded away where a run %s', async (_what, microcredits) => {
  desk.desk('estimateBatch', () => ({ estimate: estimate(microcredits) }));
  await renderPage(<BatchControls batch={batch({ waiting: 5 })} />);
  const fold = page.getByText('Limits', { exact: true });
  await expect.element(fold).toBeVisible();
  await expect.element(page.getByLabelText('Limit of credits')).not.toBeVisible();
  await fold.click();
  await expect.element(page.getByLabelText('Limit of runs')).toBeVisible();
  await expect.element(page.getByLabelText('Limit of credits')).toBeVisible();
});

it('asks for no limits where nothing costs', async () => {
  desk.desk('estimateBatch', () => ({ estimate: estimate(0) }));
  await renderPage(<BatchControls batch={batch({ waiting: 5 })} />);
  await expect.element(page.getByText(/^Free/)).toBeVisible();
  expect(page.getByText('Limits', { exact: true }).elements()).toEqual([]);
});

it('a batch that cost nothing says nothing of a cost', () => {
  expect(progressText({ ...batch({ done: 5 }), state: 'done', pricedRuns: 5 })).toBe('All 5 done');
  const paid = { ...batch({ done: 5 }), state: 'done' as const, pricedRuns: 5, spentMicrocredits: '2000000' };
  expect(progressText(paid)).toBe('All 5 done · 2 credits');
});

it('saves no results before anything ran, and says why', async () => {
  desk.desk('getBatch', () => ({ ...batch({ waiting: 5 }), state: 'draft' }));
  desk.desk('listBatchItems', () => ({ items: [] }));
  desk.desk('estimateBatch', () => ({ estimate: estimate(0) }));
  await renderPage(<BatchView id="batch_12345678" listHref="/" onDeleted={() => undefined} />);
  const save = page.getByRole('button', { name: 'Save results' });
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveAccessibleDescription(/^Nothing has run yet\. Run the batch first/);
});

it('saves results as soon as one run ended, also one that failed', async () => {
  desk.desk('getBatch', () => batch({ waiting: 4, failed: 1 }));
  desk.desk('listBatchItems', () => ({ items: [] }));
  desk.desk('estimateBatch', () => ({ estimate: estimate(0) }));
  await renderPage(<BatchView id="batch_12345678" listHref="/" onDeleted={() => undefined} />);
  await page.getByRole('button', { name: 'Save results' }).click();
  await expect.element(page.getByRole('menuitem', { name: /Table as CSV/ })).toBeVisible();
});
