import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, startApp, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';

test('a link opens its project, and one to nothing says so @long', async ({ desk, dataFolder }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  await new EditorPage(desk).saved();
  const projectId = new URL(desk.url()).pathname.split('/').at(-1) ?? '';

  const linked = await startApp(dataFolder, [`patchbay://project/${projectId}`]);
  await desk.goto(linked.url);
  await new EditorPage(desk).shown();
  expect(new URL(desk.url()).pathname).toBe(`/projects/local/${projectId}`);

  const lost = await startApp(dataFolder, ['patchbay://project/prj_nothing']);
  await desk.goto(lost.url);
  await expect(desk.getByText('None of your connections has this project')).toBeVisible();
  await desk.getByRole('button', { name: 'All projects' }).click();
  await projects.shown();
});

test('a file that the app is started with begins its import @long', async ({ desk, dataFolder }) => {
  await new ProjectsPage(desk).shown();
  const file = join(dataFolder, 'opening.otio');
  await writeFile(
    file,
    JSON.stringify({
      OTIO_SCHEMA: 'Timeline.1',
      name: 'Opening',
      tracks: { OTIO_SCHEMA: 'Stack.1', children: [] },
    }),
  );
  const opened = await startApp(dataFolder, [file]);
  await desk.goto(opened.url);
  const dialog = desk.getByRole('dialog', { name: 'Import an edit' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('opening.otio')).toBeVisible();
});
