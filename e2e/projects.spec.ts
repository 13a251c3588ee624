import { endpoints } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';

// Starters stand open while there are few projects.
test.use({ appFor: 'projects' });

test('projects are created, renamed, searched and deleted by keyboard', async ({ desk }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  // A new workspace has a sample, with a picture of what it makes.
  await expect(projects.card('Welcome poster').locator('img').first()).toBeVisible();
  await projects.create();
  const untouched = desk.url();
  await desk.goBack();
  // Nobody has touched it: it is opened again.
  await projects.create();
  expect(desk.url()).toBe(untouched);
  await desk.goBack();
  await expect(projects.card('Untitled project')).toHaveCount(1);
  // The newest comes first.
  await expect(projects.list.getByRole('listitem').first()).toContainText('Untitled project');
  await projects.renameFirst('Autumn campaign');

  await projects.search('autumn');
  await expect(projects.card('Welcome poster')).toBeHidden();
  await expect(projects.card('Autumn campaign')).toBeVisible();
  await projects.search('no such name');
  await expect(desk.getByText('No project is called “no such name”')).toBeVisible();
  await projects.search('');

  const dialog = await projects.askToDelete('Autumn campaign');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(projects.card('Autumn campaign')).toBeVisible();
  const again = await projects.askToDelete('Autumn campaign');
  await again.getByRole('button', { name: 'Delete project' }).click();
  await expect(projects.card('Autumn campaign')).toBeHidden();
});

test('a project that somebody changed is not deleted unasked @long', async ({ desk, dataFolder }) => {
  const other = await colleague(dataFolder);
  const made = await other.call(endpoints.projects.create, { body: { name: 'Shared work' } });
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await desk.reload();
  const dialog = await projects.askToDelete('Shared work');
  await expect(dialog.getByRole('button', { name: 'Delete project' })).toBeEnabled();
  await other.call(endpoints.projects.updateMetadata, {
    params: { project_id: made.id },
    body: { expectedVersion: made.version, name: 'Shared work, revised' },
  });
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await expect(desk.getByText('“Shared work, revised” was changed since')).toBeVisible();
  const current = await other.call(endpoints.projects.get, { params: { project_id: made.id } });
  expect(current.name).toBe('Shared work, revised');
  await desk.getByRole('button', { name: 'Delete anyway' }).click();
  await expect(projects.card('Shared work')).toBeHidden();
});

test('a long list is paged through @long', async ({ desk, dataFolder }) => {
  const other = await colleague(dataFolder);
  const made = [];
  for (let index = 0; index < 120; index++) {
    made.push(
      await other.call(endpoints.projects.create, {
        body: { name: `Page ${String(index).padStart(3, '0')}` },
      }),
    );
  }
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await desk.reload();
  await expect(async () => {
    await projects.list.getByRole('listitem').last().scrollIntoViewIfNeeded();
    await expect(projects.card('Page 000')).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await projects.list.getByRole('listitem').count()).toBeGreaterThanOrEqual(121);
  for (const project of made) {
    await other.call(endpoints.projects.delete, {
      params: { project_id: project.id },
      query: { expectedVersion: project.version },
    });
  }
});

test('a starter opens as a project with its photo, and one Run gives what its picture shows @long', async ({
  desk,
}) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await desk.getByRole('button', { name: /^Photo finish/ }).click();
  const editor = new EditorPage(desk);
  await editor.shown();
  await expect(desk.getByRole('heading', { name: 'Photo finish' })).toBeVisible();
  await editor.run();
  await editor.runFinished();
  const picture = editor.outputs.locator('img').first();
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
});
