import { expect, test } from './app.ts';
import { openNewProject } from './pages/new-project.ts';
import { ProjectsPage } from './pages/projects.ts';
import { violations } from './violations.ts';

test('a project runs once for each row of a table: the first rows are tried, the rest goes on, results are saved', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.addFromPalette('Gradient');
  await editor.saved();
  await desk.getByRole('button', { name: 'All projects' }).click();
  await new ProjectsPage(desk).shown();
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Batches' }).click();
  await expect(desk.getByText('No batches yet')).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'New batch' }).click();
  await desk.getByRole('combobox', { name: 'Template or project' }).click();
  await desk
    .getByRole('option', { name: /^Projects · Untitled project/ })
    .first()
    .click();
  await desk
    .getByLabel('Or paste a table; its first row names the columns')
    .fill('Gradient · Angle,Note\n0,a\n30,b\nsteep,c\n60,d\n90,=x');
  await desk.getByRole('button', { name: 'Use the pasted table' }).click();
  await desk.getByRole('button', { name: 'Check the rows' }).click();
  await expect(desk.getByText('Row 3: Gradient · Angle: “steep” is not a number.')).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'Try the first 3' }).click();

  await expect(desk.getByText(/^Paused · 3 of 4 done · 1 skipped/)).toBeVisible({ timeout: 60_000 });
  await expect(desk.getByText('The ceiling of 3 runs is reached. Raise it to go on.')).toBeVisible();
  await desk.reload();
  expect(await violations(desk)).toEqual([]);
  // The row that was left out says why, and is mended where it stands.
  await expect(desk.getByRole('row', { name: /Skipped .*“steep” is not a number/ })).toBeVisible();
  await desk.getByRole('button', { name: 'Change the values of row 3' }).click();
  const mending = desk.getByRole('dialog', { name: 'Row 3' });
  await mending.getByLabel('Gradient · Angle').fill('45');
  expect(await violations(desk)).toEqual([]);
  await mending.getByRole('button', { name: 'Save and run with the others' }).click();
  await expect(mending).toBeHidden();
  await desk.getByRole('button', { name: 'Run the other 2' }).click();
  await expect(desk.getByText(/^All 5 done/)).toBeVisible({ timeout: 60_000 });
  await expect(desk.getByRole('button', { name: /^Open .* of row 1$/ })).toBeVisible();
  for (const [entry, ending] of [
    ['Table as CSV', /\.csv$/],
    ['Everything as ZIP', /\.zip$/],
  ] as const) {
    const saved = desk.waitForEvent('download');
    await desk.getByRole('button', { name: 'Save results' }).click();
    await desk.getByRole('menuitem', { name: entry }).click();
    expect((await saved).suggestedFilename()).toMatch(ending);
  }
});
