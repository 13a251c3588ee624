import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints, type PublicProjectDetail } from '#shared/api/index.ts';
import type { Batch } from '#shared/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { DeleteProjectsDialog } from './delete-projects-dialog.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const AT = '2026-01-01T10:00:00Z';
const project = (id: string, nodeCount: number): PublicProjectDetail => ({
  id,
  name: id,
  nodeCount,
  version: 7,
  createdAt: AT,
  updatedAt: AT,
});
const NONE = { waiting: 0, submitted: 0, failed: 0, canceled: 0, skipped: 0, starred: 0, hidden: 0 };
const grid: Batch = {
  id: 'batch_12345678',
  connectionId: 'local',
  kind: 'grid',
  name: 'Colors',
  origin: { kind: 'graph', projectId: 'prj_1', projectVersion: 1, targetNodeIds: [] },
  fields: [],
  layout: null,
  limits: { maxRuns: null, maxMicrocredits: null, inFlight: 3 },
  state: 'done',
  movedToFront: 0,
  reason: null,
  counts: { total: 12, done: 12, ...NONE },
  runsStarted: 12,
  spentMicrocredits: '0',
  pricedRuns: 0,
  highestMicrocredits: null,
  createdAt: AT,
  updatedAt: AT,
};

/** A storyboard, a timeline and a grid in each project; the second is of a service without storyboards. */
function respondWithFilm(): void {
  desk.api(endpoints.storyboards.get, ({ params }) => {
    if (params['project_id'] === 'prj_2') throw new Problem(501, 'NOT_IMPLEMENTED', 'No storyboards here.');
    return {
      projectId: 'prj_1',
      version: 7,
      document: {},
      summary: { sceneCount: 1, shotCount: 4, mediaCount: 0 },
    };
  });
  desk.api(endpoints.timelines.get, () => ({
    projectId: 'prj_1',
    version: 7,
    document: {},
    summary: { clipCount: 11, durationSeconds: 20, trackCount: 2 },
  }));
  desk.desk('listRuns', () => ({ runs: [] }));
  desk.desk('listBatches', () => ({ batches: [grid] }));
  desk.desk('searchOutputs', () => ({ outputs: [], nextCursor: null, total: 24, unreadRuns: 0 }));
}

const askAboutOne = (onExport = (): void => undefined) =>
  renderPage(
    <DeleteProjectDialog
      connectionId="local"
      project={{ id: 'prj_1', name: 'Poster' }}
      onClose={() => undefined}
      onDeleted={() => undefined}
      onExport={onExport}
    />,
  );

it('says in counts what goes with a project, what stays and what brings it back', async () => {
  desk.api(endpoints.projects.get, () => project('prj_1', 3));
  respondWithFilm();
  const onExport = vi.fn<() => void>();
  await askAboutOne(onExport);
  const dialog = page.getByRole('dialog');
  await expect
    .element(
      dialog.getByText(
        'Deleted with it: 3 nodes, 1 storyboard with 4 shots, 1 timeline with 11 clips, and all earlier versions.',
      ),
    )
    .toBeVisible();
  await expect
    .element(dialog.getByText('24 outputs of 12 runs stay in the gallery, and uploaded files stay in Files.'))
    .toBeVisible();
  await expect
    .element(dialog.getByText('This cannot be undone. Only an exported file brings it back.'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Export first…' }).click();
  expect(onExport).toHaveBeenCalledOnce();
  expect(desk.calls('projects.delete')).toEqual([]);
});

it('names what could not be counted, and leaves out what is not there', async () => {
  desk.api(endpoints.projects.get, () => project('prj_1', 1));
  respondWithFilm();
  desk.api(endpoints.storyboards.get, () => {
    throw new Problem(404, 'NOT_FOUND', 'There is none.');
  });
  desk.api(endpoints.timelines.get, () => {
    throw new Problem(500, 'INTERNAL', 'The service is in trouble.');
  });
  desk.desk('searchOutputs', () => {
    throw new Problem(500, 'INTERNAL', 'The disk is in trouble.');
  });
  await askAboutOne();
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByText('Deleted with it: 1 node, what is on the timeline, and all earlier versions.'))
    .toBeVisible();
  await expect.element(dialog.getByText(/^What runs made stays in the gallery/)).toBeVisible();
});

it('says the same of several projects together', async () => {
  respondWithFilm();
  await renderPage(
    <DeleteProjectsDialog
      connectionId="local"
      projects={[project('prj_1', 3), project('prj_2', 4)]}
      onClose={() => undefined}
      onExport={() => undefined}
    />,
  );
  const dialog = page.getByRole('dialog', { name: 'Delete 2 projects?' });
  await expect
    .element(
      dialog.getByText(
        'Deleted with them: 7 nodes, 1 storyboard with 4 shots, 2 timelines with 22 clips, and all earlier versions.',
      ),
    )
    .toBeVisible();
  await expect.element(dialog.getByText(/^48 outputs of 24 runs stay in the gallery/)).toBeVisible();
});
