import { expect, test } from './app.ts';
import { openNewProject } from './pages/new-project.ts';
import { violations } from './violations.ts';

test('two inputs are varied, the best cell is found by keys, and its values go back into the graph @long', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.addFromPalette('Gradient');
  await editor.saved();
  await editor.node('Gradient').getByText('Angle', { exact: true }).click({ button: 'right' });
  await desk.getByRole('menuitem', { name: 'Vary Angle…' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Vary' });
  await expect(dialog.getByRole('group', { name: 'Columns' }).getByRole('combobox').first()).toHaveText(
    'Gradient · Angle',
  );
  const choose = async (axis: string, input: string) => {
    await dialog.getByRole('group', { name: axis }).getByRole('combobox').first().click();
    await desk.getByRole('option', { name: input }).click();
  };
  await dialog.getByLabel('From').fill('0');
  await dialog.getByLabel('To, included').fill('60');
  await dialog.getByLabel('Step').fill('30');
  await dialog.getByRole('button', { name: 'Vary another input' }).click();
  await choose('Rows', 'Gradient · Shape');
  await expect(dialog.getByText(/^6 runs/)).toBeVisible();
  // The nodes of the graph ask no provider; how long they take may be known from another story.
  await expect(dialog.getByRole('list', { name: 'Before it starts' })).toContainText(/\bfree\b/i);
  expect(await violations(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create the grid' }).click();

  const grid = desk.getByRole('grid');
  await grid.focus();
  await desk.keyboard.press('End');
  // A cell that is not read yet can be gone to and has nothing to be skipped.
  await expect(grid.getByRole('gridcell', { name: /60.*: waiting/ }).first()).toBeVisible();
  await desk.keyboard.press('k');
  await expect(grid.getByRole('gridcell', { name: /60.*: skipped/ }).first()).toBeVisible();
  await desk.getByRole('button', { name: 'Run 5', exact: true }).click();
  await expect(desk.getByText(/^All 5 done · 1 skipped/)).toBeVisible({ timeout: 60_000 });

  await grid.focus();
  await desk.keyboard.press('Home');
  await desk.keyboard.press('x');
  await expect(grid.getByText('Dropped')).toBeVisible();
  await desk.keyboard.press('u');
  await expect(grid.getByText('Dropped')).toBeHidden();
  await desk.keyboard.press('ArrowRight');
  await desk.keyboard.press('s');
  await expect(grid.getByRole('gridcell', { name: /30.*starred/ })).toBeVisible();

  expect(await violations(desk)).toEqual([]);

  // It is found again after a reload, without a run.
  await desk.reload();
  await expect(desk.getByText(/^All 5 done/)).toBeVisible();
  for (const [entry, ending] of [
    ['As one picture', 'png'],
    ['As PDF', 'pdf'],
    ['Everything as ZIP', 'zip'],
  ] as const) {
    const saved = desk.waitForEvent('download');
    await desk.getByRole('button', { name: 'Save', exact: true }).click();
    await desk.getByRole('menuitem', { name: entry }).click();
    expect((await saved).suggestedFilename()).toBe(`Gradient · Angle × Shape.${ending}`);
  }
  await grid.focus();
  await desk.keyboard.press('ArrowRight');
  await desk.keyboard.press('w');
  await editor.shown();
  await expect(desk.getByText('2 values of the grid are in the graph')).toBeVisible();
  const angle = editor.node('Gradient').getByRole('spinbutton', { name: 'Angle of Gradient' });
  await expect(angle).toHaveAttribute('aria-valuenow', '30');
  // All of them are one step.
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(angle).not.toHaveAttribute('aria-valuenow', '30');

  // In the gallery its results say which is which, and are found by the grid.
  await desk.getByRole('navigation', { name: 'Views of the project' }).getByText('Gallery').click();
  const outputs = desk.getByRole('listbox', { name: 'Outputs' });
  await expect(
    outputs.getByRole('option', { name: /Angle 30, Shape .*, Grid “Gradient · Angle × Shape”/ }).first(),
  ).toBeVisible();
  await desk.getByRole('combobox', { name: 'Made by' }).click();
  await desk.getByRole('option', { name: 'Single runs' }).click();
  await expect(desk.getByText('No outputs match')).toBeVisible();
  await desk.getByRole('combobox', { name: 'Made by' }).click();
  await desk.getByRole('option', { name: 'Grid “Gradient · Angle × Shape”' }).click();
  // A radial gradient has no angle: its three pictures are equal and there once.
  await expect(outputs.getByRole('option')).toHaveCount(3);
});
