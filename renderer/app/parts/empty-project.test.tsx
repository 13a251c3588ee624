import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { endpoints, type PublicProjectDetail } from '#shared/api/index.ts';
import type { JournalState } from '#shared/desk/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { useProjectPresence } from '#renderer/projects/index.ts';
import { libraryOutput } from '#renderer/testing/library-output.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { emptyProject } from './make-project.ts';

let desk: DeskStandIn;
let created: number;
let projects: Map<string, PublicProjectDetail>;
const idle: JournalState = {
  writing: true,
  entries: [],
  inFlight: [],
  history: { done: [], undone: [] },
};

beforeEach(() => {
  desk = standInForDesk();
  created = 0;
  projects = new Map();
  desk.api(endpoints.projects.list, () => ({
    data: [...projects.values()],
    hasMore: false,
    nextCursor: null,
  }));
  desk.api(endpoints.projects.create, ({ body }) => {
    created += 1;
    const id = `prj_${created}`;
    const project = { id, name: (body as { name: string }).name, nodeCount: 0, version: 1 };
    projects.set(id, project);
    return project;
  });
  desk.api(endpoints.projects.get, ({ params }) => {
    const project = projects.get(params['project_id'] ?? '');
    if (project === undefined) throw new Problem(404, 'NOT_FOUND', 'It is gone.');
    return project;
  });
  const noDocument = (): never => {
    throw new Problem(404, 'NOT_FOUND', 'There is none.');
  };
  desk.api(endpoints.storyboards.get, noDocument);
  desk.api(endpoints.timelines.get, noDocument);
  desk.desk('listRuns', () => ({ runs: [] }));
  desk.desk('listBatches', () => ({ batches: [] }));
  desk.desk('listFiles', () => ({ files: [] }));
  desk.desk('listVersions', () => ({ versions: [], nextCursor: null, usedBytes: 0, limitBytes: 1 }));
  desk.desk('searchOutputs', () => ({ outputs: [], nextCursor: null, total: 0, unreadRuns: 0 }));
  desk.desk('claimJournal', () => idle);
  desk.desk('leaveJournal', () => undefined);
});
afterEach(() => {
  desk.restore();
  localStorage.removeItem('patchbay.created-projects');
});

const change = (id: string, more: Partial<PublicProjectDetail>): void =>
  void projects.set(id, { ...projects.get(id)!, ...more });

it('is the one that was created before, as often as it is asked for, while nobody has touched it', async () => {
  const { id } = await emptyProject('local', null);
  expect([
    await emptyProject('local', null),
    await emptyProject('local', id),
    await emptyProject('local', null),
  ]).toEqual([{ id }, { id }, { id }]);
  expect([...projects.values()].map(({ name }) => name)).toEqual(['Untitled project']);
  // Its own editor writes on; else the journal is left to whoever opens the project.
  expect(desk.calls('leaveJournal')).toHaveLength(2);
});

const edit = { label: 'Add a node', forward: [], backward: [] };
it.each<[string, () => void]>([
  ['was renamed', () => change('prj_1', { name: 'Poster', version: 2 })],
  ['was renamed, and back', () => change('prj_1', { version: 3 })],
  ['has nodes', () => change('prj_1', { nodeCount: 1, version: 2 })],
  ['was edited and emptied again', () => change('prj_1', { version: 9 })],
  ['was deleted', () => projects.delete('prj_1')],
  [
    'has a storyboard',
    () =>
      desk.api(endpoints.storyboards.get, () => ({
        projectId: 'prj_1',
        version: 1,
        document: {},
        summary: { sceneCount: 1, shotCount: 1, mediaCount: 0 },
      })),
  ],
  [
    'has a timeline',
    () =>
      desk.api(endpoints.timelines.get, () => ({
        projectId: 'prj_1',
        version: 1,
        document: {},
        summary: { clipCount: 0, durationSeconds: 0, trackCount: 1 },
      })),
  ],
  [
    'has a storyboard that cannot be read',
    () =>
      desk.api(endpoints.storyboards.get, () => {
        throw new Problem(500, 'INTERNAL', 'The service is in trouble.');
      }),
  ],
  [
    'ran',
    () =>
      desk.desk('searchOutputs', () => ({
        outputs: [libraryOutput(1)],
        nextCursor: null,
        total: 1,
        unreadRuns: 0,
      })),
  ],
  [
    'is read with trouble',
    () =>
      desk.desk('listFiles', () => {
        throw new Problem(500, 'INTERNAL', 'The disk is in trouble.');
      }),
  ],
  ['is open in another window', () => desk.desk('claimJournal', () => ({ ...idle, writing: false }))],
  [
    'has edits that can be undone',
    () =>
      desk.desk('claimJournal', () => ({
        ...idle,
        history: { done: [{ ...edit, mergeKey: null }], undone: [] },
      })),
  ],
  [
    'has edits that are being sent',
    () =>
      desk.desk('claimJournal', () => ({
        ...idle,
        inFlight: [{ idempotencyKey: 'key', expectedVersion: 1, entryIds: ['1'] }],
      })),
  ],
])('is another one where the first %s', async (_what, touch) => {
  await emptyProject('local', null);
  touch();
  const { id } = await emptyProject('local', null);
  expect(id).not.toBe('prj_1');
});

it('is never one that a page of another window shows, nor one of another app or service', async () => {
  function OpenPage({ projectId }: { projectId: string }) {
    useProjectPresence('local', projectId);
    return null;
  }
  const { id } = await emptyProject('local', null);
  const shown = await renderPage(<OpenPage projectId={id} />);
  onTestFinished(() => shown.unmount());
  await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(1);
  expect(await emptyProject('local', null)).not.toEqual({ id });
  // In the window that shows it, it is not another one's.
  expect(await emptyProject('local', id)).not.toEqual({ id: 'prj_3' });

  projects.set('prj_foreign', { id: 'prj_foreign', name: 'Untitled project', nodeCount: 0, version: 1 });
  localStorage.removeItem('patchbay.created-projects');
  expect(await emptyProject('local', null)).not.toEqual({ id: 'prj_foreign' });
  const hosted = await emptyProject('hosted_1', null);
  expect(await emptyProject('hosted_1', null)).not.toEqual(hosted);
});
