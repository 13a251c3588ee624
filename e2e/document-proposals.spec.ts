import { endpoints } from '#shared/api/index.ts';
import { letIn } from './agent-client.ts';
import { expect, test } from './app.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';

const NAME = 'Ferry';

const timeline = {
  clips: [{ id: 'pier', trackId: 'v1', name: 'Pier', type: 'text' as const, startTime: 0, duration: 2 }],
  tracks: [{ id: 'v1', name: 'Pictures' }],
};
const sequences = [
  {
    id: 'harbor',
    name: 'Harbor',
    shots: [{ id: 's1', description: 'Fog over the pier', durationSeconds: 2 }],
  },
];

test('an agent proposes a cut and a board; a person accepts and dismisses parts of both, and takes back @rig', async ({
  desk,
  dataFolder,
}) => {
  const { call } = await colleague(dataFolder);
  const project = await call(endpoints.projects.create, { body: { name: NAME } });
  const params = { project_id: project.id };
  const cut = await call(endpoints.timelines.replace, {
    params,
    body: { expectedVersion: project.version, document: { serviceType: 'timeline', version: 1, timeline } },
  });
  await call(endpoints.storyboards.replace, {
    params,
    body: { expectedVersion: cut.version, document: { serviceType: 'storyboard', version: 1, sequences } },
  });
  const use = await letIn(desk, 'Editor');
  const edits = [
    { op: 'set', item: 'clip', id: 'pier', field: 'duration', value: 4 },
    { op: 'add', item: 'track', id: 'titles', fields: { name: 'Titles' } },
    {
      op: 'add',
      item: 'clip',
      id: 'title',
      fields: { trackId: 'titles', name: 'Harbor at dawn', type: 'text', startTime: 1, duration: 2 },
    },
  ];
  expect(
    await use('propose_edits', { project: project.id, kind: 'timeline', title: 'A title', edits }),
  ).toContain('Proposed as');
  const board = [
    { op: 'set', item: 'shot', id: 's1', field: 'durationSeconds', value: 5 },
    { op: 'add', item: 'shot', id: 's2', in: 'harbor', fields: { description: 'A boat leaves' } },
  ];
  await use('propose_edits', { project: project.id, kind: 'storyboard', title: 'A boat', edits: board });

  await desk.getByRole('link', { name: 'Projects', exact: true }).click();
  await new ProjectsPage(desk).open(NAME);
  const views = desk.getByRole('navigation', { name: 'Views of the project' });
  await views.getByRole('link', { name: 'Timeline' }).click();
  const strip = desk.getByRole('region', { name: 'Proposal' });
  await expect(strip).toContainText('Editor proposes');
  await expect(strip).toContainText('3 parts');
  await expect(strip).toContainText('Length (s)');
  await strip.getByRole('button', { name: 'Accept: Clip Pier' }).click();
  await expect(strip).toContainText('2 parts');
  await strip.getByRole('button', { name: 'Accept all' }).click();
  await expect(strip).toHaveCount(0);
  const clips = async () => {
    const { document } = await call(endpoints.timelines.get, { params });
    const { clips: all } = document['timeline'] as { clips: { name: string; duration: number }[] };
    return all.map(({ name, duration }) => [name, duration]);
  };
  await expect.poll(clips).toEqual([
    ['Pier', 4],
    ['Harbor at dawn', 2],
  ]);
  await desk.keyboard.press('ControlOrMeta+z');
  await desk.keyboard.press('ControlOrMeta+z');
  await expect.poll(clips).toEqual([['Pier', 2]]);

  await views.getByRole('link', { name: 'Storyboard' }).click();
  await expect(strip).toContainText('A boat');
  await strip.getByRole('button', { name: 'Dismiss part: Shot Fog over the pier' }).click();
  await expect(strip).toContainText('1 part');
  await strip.getByRole('button', { name: 'Accept: Shot A boat leaves' }).click();
  await expect(strip).toHaveCount(0);
  const shots = async () => {
    const { document } = await call(endpoints.storyboards.get, { params });
    const [scene] = document['sequences'] as { shots: { description: string; durationSeconds?: number }[] }[];
    return scene?.shots.map(({ description, durationSeconds }) => [description, durationSeconds ?? null]);
  };
  await expect.poll(shots).toEqual([
    ['Fog over the pier', 2],
    ['A boat leaves', null],
  ]);
});
