import { expect, test } from './app.ts';
import { openNewProject } from './pages/new-project.ts';
import { violations } from './violations.ts';

test('chosen outputs are made again with one change, and each is kept or dropped beside the earlier one', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.rename('Dawn study');
  await editor.addFromPalette('Gradient');
  await editor.saved();
  await editor.run();
  await editor.runFinished();
  await editor.field('Angle', 'Gradient').fill('45');
  await editor.canvas.focus();
  await desk.getByRole('button', { name: 'More ways to run' }).click();
  await desk.getByRole('menuitem', { name: /Run without saving/ }).click();
  await desk.getByRole('navigation', { name: 'Views of the project' }).getByText('Gallery').click();
  const outputs = desk.getByRole('listbox', { name: 'Outputs' });
  await expect(outputs.getByRole('option')).toHaveCount(2);

  await outputs.focus();
  await desk.keyboard.press('ControlOrMeta+a');
  await desk.keyboard.press('Shift+R');
  const dialog = desk.getByRole('dialog', { name: 'Change once, make again' });
  await dialog.getByRole('combobox', { name: 'What changes' }).click();
  await desk.getByRole('option', { name: /Width/ }).click();
  await dialog.getByRole('textbox', { name: 'New value' }).fill('300');
  expect(await violations(desk)).toEqual([]);
  await dialog.getByRole('button', { name: /Make 2 outputs/ }).click();

  const wall = desk.getByRole('listbox', { name: 'Earlier outputs beside the new ones' });
  await expect(wall.getByRole('option')).toHaveCount(2);
  await expect(wall.locator('img')).toHaveCount(4);
  await wall.getByRole('option').first().focus();
  await desk.keyboard.press('s');
  await expect(wall.getByText('Keeps the new one')).toBeVisible();
  await desk.keyboard.press('ArrowRight');
  await desk.keyboard.press('x');
  await expect(wall.getByText('Dropped')).toBeVisible();
  await desk.keyboard.press('u');
  await expect(wall.getByText('Dropped')).toBeHidden();
  expect(await violations(desk)).toEqual([]);
});
