import { expect, test } from './app.ts';
import { openNewProject } from './pages/new-project.ts';

test('an edit shows what the graph has outgrown, Run says what it will do, and runs what can run @long', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  // What is previewed is not outgrown for long.
  await editor.switchLiveOff();
  await editor.addFromPalette('Gradient');
  await editor.addFromPalette('Blur');
  await editor.saved();

  // A blur without a picture: said at its pin and by Run, and the rest runs.
  await expect(editor.pin('Blur.image', 'input')).toHaveAttribute('data-required', 'true');
  await expect(editor.runButton).toHaveText(/Run 1 of 2/);
  await editor.run();
  // Another story on the same service may have made this picture before.
  await expect(editor.node('Gradient')).toHaveAccessibleName(/done|reused/);
  await expect(editor.node('Blur')).toContainText('Not run: Image is not set.');
  await desk.getByRole('button', { name: 'Go to Blur' }).click();
  await expect(editor.node('Blur')).toHaveAccessibleName(/selected/);

  // Its message goes with its cause.
  await editor.fit();
  await editor.connect('Gradient.image', 'Blur.image');
  await expect(desk.getByRole('button', { name: 'Go to Blur' })).toHaveCount(0);
  await expect(editor.runButton).toHaveText(/Run 1 node/);
  await editor.run();
  await expect(editor.runButton).toHaveText(/Run again/);

  // What is below an edit is outgrown with it, also after the page was opened anew.
  await editor.node('Gradient').locator('header').click();
  await desk.getByRole('tab', { name: 'Inspector' }).click();
  const width = desk
    .getByRole('tabpanel', { name: 'Inspector' })
    .getByLabel('Width of Gradient', { exact: true })
    .first();
  await width.fill('640');
  await width.press('Enter');
  for (const title of ['Gradient', 'Blur']) {
    await expect(editor.node(title)).toHaveAccessibleName(/changed since/);
  }
  await editor.saved();
  await desk.reload();
  await editor.shown();
  await expect(editor.node('Blur').getByText('Changed since')).toBeVisible();
  await expect(editor.runButton).toHaveText('Run', { useInnerText: true });
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(editor.runButton).toHaveText(/Run again/);
  await expect(editor.node('Blur').getByText('Changed since')).toHaveCount(0);
});
