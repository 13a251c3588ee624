import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ReactElement } from 'react';
import { endpoints } from '#shared/api/index.ts';
import { PAID_FILE_NOT_FETCHED } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { storedJobs, storeJobs } from './make-source.ts';
import { JobMarks } from './making-mark.tsx';
import { resumeJobs, useJobs } from './making.ts';

let desk: DeskStandIn;
let code: string;
let shot = 0;
beforeEach(() => {
  shot += 1;
  code = PAID_FILE_NOT_FETCHED;
  desk = standInForDesk();
  desk.desk('getTemplateForm', () => ({ inputs: [], price: 12_000_000 }));
  const detail = {
    templateId: 'tpl_1',
    endpointId: 'end_1',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:01Z',
  };
  desk.api(endpoints.templates.getRun, () => ({
    ...detail,
    taskId: 'task_1',
    status: 'failed',
    error: { code, message: 'The picture could not be fetched.' },
  }));
  desk.api(endpoints.templates.createRun, () => ({ ...detail, taskId: 'task_2', status: 'running' }));
});
afterEach(() => desk.restore());

const Marks = (): ReactElement => <JobMarks jobs={useJobs().filter((job) => job.shot === `shot_${shot}`)} />;

/** A job of an earlier page whose run has failed meanwhile. */
async function failJob(): Promise<void> {
  const project = { connectionId: 'local', projectId: `prj_${shot}` };
  storeJobs([
    {
      ...project,
      id: `job_${shot}`,
      scene: 'sc',
      shot: `shot_${shot}`,
      source: {
        kind: 'template',
        name: 'Poster',
        templateId: 'tpl_1',
        endpointId: 'end_1',
        words: 'words',
        inputs: {},
      },
      words: 'A quay',
      variation: 7,
      runId: 'task_1',
    },
  ]);
  await renderPage(<Marks />);
  resumeJobs(project);
  await expect.element(page.getByText(/The picture could not be fetched/)).toBeVisible();
}
const variation = () => storedJobs().find((job) => job.shot === `shot_${shot}`)?.variation;
const runs = () => desk.calls('templates.createRun').map(({ body }) => body);

it('a picture that is paid is fetched by its retry: the same request, without a price', async () => {
  await failJob();
  await page.getByRole('button', { name: 'Fetch the picture, which is paid', exact: true }).click();
  await expect.poll(runs).toEqual([{ inputs: { words: { type: 'string', value: 'A quay' } } }]);
  await expect.poll(variation).toBe(7);
});

it('a picture that was not made says what another try costs, and asks for another one', async () => {
  code = 'NODE_FAILED';
  await failJob();
  await page.getByRole('button', { name: 'Try again · 12 credits', exact: true }).click();
  await expect.poll(runs).toHaveLength(1);
  await expect.poll(variation).toEqual(expect.any(Number));
  expect(variation()).not.toBe(7);
});
