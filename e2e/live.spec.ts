import { expect, test } from './app.ts';
import { openNewProject } from './pages/new-project.ts';

test('a number that is dragged changes the picture below it without a run, until previews are switched off @rig', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.addFromPalette('Gradient');
  const picture = editor.node('Gradient').locator('img');
  await expect(picture).toBeVisible({ timeout: 30_000 });
  const first = await picture.getAttribute('src');

  const angle = await editor.field('Angle', 'Gradient').boundingBox();
  if (angle === null) throw new Error('The angle of the gradient is not shown.');
  const at = { x: angle.x + angle.width / 2, y: angle.y + angle.height / 2 };
  await desk.mouse.move(at.x, at.y);
  await desk.mouse.down();
  await desk.mouse.move(at.x + 40, at.y, { steps: 8 });
  // While the number is still held.
  await expect(picture).not.toHaveAttribute('src', first ?? '');
  await desk.mouse.up();
  await expect(editor.node('Gradient').getByText('Changed since')).toHaveCount(0);

  // It is none of the project's runs.
  await desk.getByRole('tab', { name: 'Runs' }).click();
  await expect(editor.runs.getByText('Nothing has run yet')).toBeVisible();

  // Opened anew, the picture comes without an edit.
  await editor.saved();
  await desk.reload();
  await editor.shown();
  await expect(picture).toBeVisible({ timeout: 30_000 });

  await editor.switchLiveOff();
  await editor.field('Angle', 'Gradient').fill('7');
  await expect(editor.node('Gradient').getByText('Changed since')).toBeVisible();
  await desk.reload();
  await editor.shown();
  await expect(editor.liveSwitch).toHaveAttribute('aria-pressed', 'false');
});
