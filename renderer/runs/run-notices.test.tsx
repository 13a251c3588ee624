// @module-tag rig
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import type { RunRecord } from '#shared/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { showToast } from '#renderer/ui/index.ts';
import { RunNotices } from './run-notices.tsx';

let desk: DeskStandIn;
let seen: string[];
beforeEach(() => {
  desk = standInForDesk();
  seen = [];
  desk.desk('markRunSeen', ({ params }) => void seen.push(params['runId'] ?? ''));
  desk.api(endpoints.projects.get, ({ params }) => ({
    id: params['project_id'] ?? '',
    name: 'Poster',
    nodeCount: 2,
    version: 3,
    createdAt: '2026-01-01T10:00:00Z',
    updatedAt: '2026-01-01T10:00:00Z',
  }));
});
afterEach(() => desk.restore());

const record = (runId: string, change: Partial<RunRecord> = {}): RunRecord => ({
  runId,
  connectionId: `con_${runId}`,
  projectId: 'prj_1',
  status: 'succeeded',
  createdAt: '2026-01-01T10:00:00Z',
  updatedAt: '2026-01-01T10:00:05Z',
  projectVersion: 3,
  executionTimeMs: 5000,
  creditsUsedMicrocredits: null,
  lastEventId: null,
  unseen: true,
  ...change,
});

const show = () => {
  const onShowOutputs = vi.fn<(run: RunRecord) => void>();
  const onOpenPage = vi.fn<(run: RunRecord) => void>();
  return {
    onShowOutputs,
    onOpenPage,
    screen: renderPage(<RunNotices onShowOutputs={onShowOutputs} onOpenPage={onOpenPage} />),
  };
};

it('over a page that begins with what is newest it lies at the end', async () => {
  desk.desk('listRunsToView', () => ({ runs: [record('run_a')] }));
  desk.api(endpoints.runs.get, () => ({
    id: 'run_a',
    status: 'succeeded',
    createdAt: '2026-01-01T10:00:00Z',
    updatedAt: '2026-01-01T10:00:05Z',
    projectId: 'prj_1',
    outputs: { Headline: { type: 'text', value: 'Good evening' } },
  }));
  await renderPage(
    <>
      <div data-notices="below" />
      <RunNotices onShowOutputs={() => undefined} onOpenPage={() => undefined} />
    </>,
  );
  const notices = page.getByRole('region', { name: 'Runs that finished while you were away' });
  await expect.element(notices).toBeVisible();
  expect(Math.round(window.innerHeight - notices.element().getBoundingClientRect().bottom)).toBe(16);
  showToast({ title: 'Saved' });
  await expect.element(page.getByText('Saved')).toBeVisible();
  await expect
    .poll(() => page.getByText('Saved').element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(notices.element().getBoundingClientRect().top);
});

it('tells a finished run with its outputs until they are looked at', async () => {
  desk.desk('listRunsToView', () => ({ runs: [record('run_a')] }));
  desk.api(endpoints.runs.get, () => ({
    id: 'run_a',
    status: 'succeeded',
    createdAt: '2026-01-01T10:00:00Z',
    updatedAt: '2026-01-01T10:00:05Z',
    projectId: 'prj_1',
    outputs: { Headline: { type: 'text', value: 'Good evening' } },
  }));
  const { onShowOutputs } = show();
  await expect.element(page.getByText('Run of “Poster” finished')).toBeVisible();
  await expect.element(page.getByText('Good evening')).toBeVisible();
  await page.getByRole('button', { name: 'Show outputs' }).click();
  expect(onShowOutputs.mock.calls.map(([run]) => run.runId)).toEqual(['run_a']);
  expect(seen).toEqual(['run_a']);
  await expect.element(page.getByText('Run of “Poster” finished')).not.toBeInTheDocument();
});

it('says why one failed, and that more wait; all can be put away at once', async () => {
  const runs = ['run_b', 'run_c', 'run_d', 'run_e'].map((id) => record(id, { status: 'failed' }));
  desk.desk('listRunsToView', () => ({ runs }));
  desk.api(endpoints.runs.get, ({ params }) => {
    if (params['run_id'] !== 'run_b') throw new Problem(404, 'RUN_NOT_FOUND', 'No such run');
    return {
      id: 'run_b',
      status: 'failed',
      createdAt: '2026-01-01T10:00:00Z',
      updatedAt: '2026-01-01T10:00:05Z',
      projectId: 'prj_1',
      outputs: {},
      error: { code: 'NODE_FAILED', message: 'Photo has no file.' },
    };
  });
  show();
  await expect.element(page.getByText('Run of “Poster” failed').first()).toBeVisible();
  await expect.element(page.getByText('and 1 more run')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss all' }).click();
  expect(seen.toSorted()).toEqual(['run_b', 'run_c', 'run_d', 'run_e']);
});

it('keeps to the canvas and off the panels beside it', async () => {
  const canvas = document.createElement('div');
  canvas.style.cssText =
    'position: absolute; top: 60px; right: 300px; width: 600px; height: 500px; anchor-name: --work-area';
  document.body.append(canvas);
  onTestFinished(() => canvas.remove());
  desk.desk('listRunsToView', () => ({ runs: [record('run_f', { status: 'canceled' })] }));
  desk.api(endpoints.runs.get, () => {
    throw new Problem(404, 'RUN_NOT_FOUND', 'No such run');
  });
  show();
  const notice = page.getByRole('region', { name: /^Runs that finished/ });
  await expect.element(notice).toBeVisible();
  const box = notice.element().getBoundingClientRect();
  const work = canvas.getBoundingClientRect();
  expect(box.right).toBeLessThan(work.right);
  expect(box.left).toBeGreaterThan(work.left);
  expect(box.top).toBeGreaterThan(work.top);
});

it('on a page with a film it lies over its picture, and lets clicks beside it through', async () => {
  const stage = document.createElement('div');
  stage.dataset['notices'] = 'stage';
  stage.style.cssText =
    'position: absolute; top: 60px; right: 300px; width: 600px; height: 300px; anchor-name: --film-stage';
  document.body.append(stage);
  onTestFinished(() => stage.remove());
  desk.desk('listRunsToView', () => ({
    runs: [record('run_j', { status: 'canceled' }), record('run_k', { status: 'canceled' })],
  }));
  desk.api(endpoints.runs.get, () => {
    throw new Problem(404, 'RUN_NOT_FOUND', 'No such run');
  });
  show();
  const notices = page.getByRole('region', { name: /^Runs that finished/ });
  await expect.element(notices).toBeVisible();
  const box = notices.element().getBoundingClientRect();
  const picture = stage.getBoundingClientRect();
  expect(box.left - picture.left).toBe(16);
  expect(picture.bottom - box.bottom).toBe(16);
  expect(box.top).toBeGreaterThan(picture.top);
  // Between two of them.
  const [first, second] = notices.getByRole('listitem').elements();
  const gap = (first!.getBoundingClientRect().bottom + second!.getBoundingClientRect().top) / 2;
  expect(document.elementFromPoint(box.left + 40, gap)).toBe(stage);
  expect(second!.contains(document.elementFromPoint(box.left + 40, gap + 12))).toBe(true);
});

it('runs that succeeded or were stopped leave by themselves, one that failed stays', async () => {
  const seen: string[] = [];
  desk.desk('listRunsToView', () => ({
    runs: [record('run_g'), record('run_h', { status: 'failed' }), record('run_i', { status: 'canceled' })],
  }));
  desk.desk('markRunSeen', ({ params }) => void seen.push(params['runId'] ?? ''));
  desk.api(endpoints.runs.get, () => {
    throw new Problem(404, 'RUN_NOT_FOUND', 'No such run');
  });
  await renderPage(
    <RunNotices onShowOutputs={() => undefined} onOpenPage={() => undefined} displayMs={20} />,
  );
  await expect.poll(() => seen.toSorted()).toEqual(['run_g', 'run_i']);
  await expect.element(page.getByText(/failed$/).first()).toBeVisible();
});
