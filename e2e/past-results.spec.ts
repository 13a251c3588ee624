import { expect, test } from './app.ts';
import { openNewProject } from './pages/new-project.ts';
import { ProjectsPage } from './pages/projects.ts';

test('the results of a template run are there again after a reload @long', async ({ desk }) => {
  await new ProjectsPage(desk).shown();
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click();
  const list = desk.getByRole('list', { name: 'Templates' });
  await list.getByRole('link').first().click();
  await expect(desk).toHaveURL(/\/templates\//);
  await desk.getByRole('button', { name: 'Run', exact: true }).click();
  const result = desk.getByRole('region', { name: 'Result' });
  await expect(result.getByText('Done', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  const outputs = result.getByRole('list', { name: 'Outputs' }).getByRole('listitem');
  const count = await outputs.count();
  expect(count).toBeGreaterThan(0);

  await desk.reload();
  await expect(outputs).toHaveCount(count);
  const past = result.getByRole('region', { name: 'Runs on this computer' });
  // Other stories run templates in the same app.
  await expect(past.getByRole('button').first()).toBeVisible();
});

test('a run without saving is there again after a reload, with its outputs @long', async ({ desk }) => {
  const editor = await openNewProject(desk);
  await editor.addFromPalette('Gradient');
  await editor.saved();
  await desk.getByRole('button', { name: 'More ways to run' }).click();
  await desk.getByRole('menuitem', { name: /Run without saving/ }).click();
  await editor.runFinished();

  await desk.reload();
  await editor.shown();
  await desk.getByRole('tab', { name: /^Runs/ }).click();
  const runs = editor.runs.getByRole('list', { name: 'Runs of this project' });
  await expect(runs.getByRole('button')).toHaveCount(1);
  await expect(runs).toContainText('as on the canvas');
  await expect(editor.runs.getByRole('region', { name: 'Run shown' })).toContainText('Finished');
});
