import { expect, test } from './app.ts';
import { openNewProject } from './pages/new-project.ts';
import { violations } from './violations.ts';

test('what was made is found, starred, collected, saved under its name, and traced to the graph that made it', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.rename('Dawn study');
  await editor.addFromPalette('Gradient');
  await editor.saved();
  await editor.run();
  await editor.runFinished();

  // Two runs of one project with another picture each, one of them of a graph that was never saved.
  await editor.field('Angle', 'Gradient').fill('45');
  await editor.canvas.focus();
  await desk.getByRole('button', { name: 'More ways to run' }).click();
  await desk.getByRole('menuitem', { name: /Run without saving/ }).click();
  await desk.getByRole('navigation', { name: 'Views of the project' }).getByText('Gallery').click();
  const outputs = desk.getByRole('listbox', { name: 'Outputs' });
  await expect(outputs.getByRole('option')).toHaveCount(2);
  await expect(outputs.locator('img').first()).toBeVisible();

  // By keyboard: choose, star, keep only what is starred.
  await outputs.focus();
  await desk.keyboard.press('ArrowRight');
  await desk.keyboard.press('s');
  expect(await violations(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'Only starred' }).click();
  await expect(outputs.getByRole('option')).toHaveCount(1);
  await desk.getByRole('button', { name: 'Only starred' }).click();
  await expect(outputs.getByRole('option')).toHaveCount(2);

  // The menu of an output, with the mouse and by the menu key.
  await outputs.getByRole('option').last().click({ button: 'right' });
  const menu = desk.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Again with one change…' })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await outputs.focus();
  await desk.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: 'Write a note', exact: true }).click();
  await desk.getByRole('textbox', { name: 'Note' }).fill('For the cover');
  await outputs.focus();
  await expect(outputs.locator('svg.lucide-message-square-text')).toBeVisible();

  // All of them into a collection, and as one ZIP named by the project.
  await outputs.focus();
  await desk.keyboard.press('ControlOrMeta+a');
  await desk.getByRole('button', { name: 'Add to collection' }).click();
  await desk.getByRole('menuitem', { name: 'New collection…' }).click();
  await desk.getByRole('textbox', { name: 'Name' }).fill('Best of dawn');
  await desk.getByRole('button', { name: 'Create the collection' }).click();
  await expect(desk.getByText('Collection “Best of dawn” was made')).toBeVisible();
  const download = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Save as ZIP' }).click();
  expect((await download).suggestedFilename()).toBe('Dawn study_2 outputs.zip');

  // In the gallery of all projects, by the collection.
  await desk.getByRole('button', { name: 'All projects' }).click();
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).click();
  await desk.getByRole('combobox', { name: 'Collection' }).click();
  await desk.getByRole('option', { name: /Best of dawn/ }).click();
  const all = desk.getByRole('listbox', { name: 'Outputs' });
  await expect(all.getByRole('option', { name: /Dawn study/ })).toHaveCount(2);
});

test('an output is opened as it was, beside the project that has changed, and made again with one change @long', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.rename('Dusk study');
  await editor.addFromPalette('Gradient');
  await editor.saved();
  await editor.run();
  await editor.runFinished();
  // The project moves on.
  await editor.addFromPalette('Blur');
  await editor.saved();

  await desk.getByRole('navigation', { name: 'Views of the project' }).getByText('Gallery').click();
  const outputs = desk.getByRole('listbox', { name: 'Outputs' });
  await outputs.getByRole('option').first().click();
  const details = desk.getByRole('complementary', { name: 'Details of the output' });
  await expect(details.getByRole('list', { name: /at their defaults$/ }).first()).toContainText('Angle');

  await details.getByRole('button', { name: 'Again with another Angle' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Again with one change' });
  await dialog.getByRole('textbox', { name: 'New value' }).fill('45');
  await expect(dialog).toContainText('The project has changed since this run.');
  await dialog.getByRole('button', { name: 'Run once' }).click();
  await expect(outputs.getByRole('option')).toHaveCount(2, { timeout: 30_000 });

  await outputs.getByRole('option').last().click();
  await details.getByRole('button', { name: 'Open as it was' }).click();
  await editor.shown();
  await expect(desk.getByRole('heading', { name: /Dusk study, as of / })).toBeVisible();
  await expect(editor.node('Gradient')).toBeVisible();
  await expect(editor.node('Blur')).toHaveCount(0);
  // With what that run made, on the node and below the canvas.
  await expect(editor.node('Gradient').getByRole('img', { name: 'Preview of Gradient' })).toBeVisible();
  const address = desk.url();
  await desk.getByRole('button', { name: 'Back to the project' }).click();
  await expect(editor.node('Blur')).toBeVisible();
  // Nobody has changed it: the same one is opened.
  await desk.getByRole('navigation', { name: 'Views of the project' }).getByText('Gallery').click();
  await outputs.getByRole('option').last().click();
  await details.getByRole('button', { name: 'Open as it was' }).click();
  await expect(desk).toHaveURL(address);
});
