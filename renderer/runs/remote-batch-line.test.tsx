import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { RemoteBatch, RunRecord } from '#shared/desk/index.ts';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { RunPanel } from './run-panel.tsx';
import type { RunStore } from './run-store.ts';
import { noteRecord } from './use-team-runs.ts';
import { useRunWorld } from './testing/run-story.ts';

let connectionId: string;
let desk: DeskStandIn;
let runs: RunStore;
useRunWorld((world) => ({ connectionId, desk, runs } = world));

const AT = '2026-01-01T00:00:00.000Z';

const grid = (fields: Partial<RemoteBatch>): RemoteBatch => ({
  batchId: 'grid',
  connectionId,
  runs: 2,
  succeeded: 1,
  failed: 1,
  createdAt: AT,
  microcredits: '1500000',
  ...fields,
});

const record = (runId: string, fields: Partial<RunRecord>): RunRecord => ({
  runId,
  connectionId,
  projectId: 'prj_1',
  status: 'failed',
  createdAt: AT,
  updatedAt: AT,
  projectVersion: 3,
  executionTimeMs: null,
  creditsUsedMicrocredits: null,
  lastEventId: null,
  ...fields,
});

const show = () =>
  renderPage(
    <RunPanel
      connectionId={connectionId}
      projectId="prj_1"
      runs={runs}
      titleOf={(id) => id}
      titleOfNode={({ type }) => type}
      onJumpToNode={() => undefined}
      onOpenOutputs={() => undefined}
    />,
  );

it('lists grids of others as one line each, with who, how far and at what cost, and opens them', async () => {
  desk.desk('listBatches', () => ({ batches: [] }));
  desk.desk('listRemoteBatches', () => ({
    batches: [grid({ startedBy: 'Ann' }), grid({ batchId: 'own', runs: 1, succeeded: 1, failed: 0 })],
  }));
  desk.desk('outputsOfRuns', () => ({ outputs: [] }));
  desk.desk('listRuns', ({ query }) => ({
    runs:
      query.get('batchId') === 'grid' ? [record('run_1', { status: 'succeeded' }), record('run_2', {})] : [],
  }));
  await show();
  const line = page.getByRole('button', {
    name: /^A grid or batch of Ann: 2 runs\s*1 of 2 done · 1 failed · 1\.5\D{1,3}credits/,
  });
  await expect.element(line).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /^A grid or batch of another computer: 1 run\s*all done/ }))
    .toBeVisible();
  await line.click();
  const items = page.getByRole('list', { name: 'Runs of a grid or batch of another computer' });
  await expect.element(items.getByRole('button', { name: 'Failed' })).toBeVisible();
  expect(items.element().childElementCount).toBe(2);
});

it('lists a run of somebody else with who it was, when it comes', async () => {
  desk.desk('listBatches', () => ({ batches: [] }));
  desk.desk('listRemoteBatches', () => ({ batches: [] }));
  desk.desk('outputsOfRuns', () => ({ outputs: [] }));
  await runs.loadHistory();
  await show();
  noteRecord(runs, record('run_1', { startedBy: 'Ann', creditsUsedMicrocredits: '2000000' }));
  const list = page.getByRole('list', { name: 'Runs of this project' });
  await expect.element(list.getByRole('button', { name: /2\D{1,3}credits · by Ann/ })).toBeVisible();
  expect(list.element().childElementCount).toBe(1);
});
