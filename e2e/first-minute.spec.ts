import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { violations } from './violations.ts';

// A newcomer has no project but the sample.
test.use({ appFor: 'newcomers', isFirstStart: true });

test('a newcomer is told what this is, finds results in the sample, tries what the hints say, takes the tour and finds an answer', async ({
  desk,
}) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await expect(
    desk.getByText(/^Make pictures, sound and text .* storyboard, and cut it on a timeline/),
  ).toBeVisible();
  await projects.open('Welcome poster');
  const editor = new EditorPage(desk);
  await editor.shown();

  // It opens with what it makes: the workspace came with one whole run of it.
  for (const title of ['Sky with sun', 'Poster', 'Finished poster']) {
    await expect(editor.node(title)).toHaveAttribute('data-phase', 'succeeded');
    await expect(editor.node(title).locator('img')).toBeVisible();
  }
  await expect(desk.getByText('Run to see this')).toHaveCount(0);
  await expect(editor.runButton).toContainText('Run again');

  // What is done goes away, one after the other, and stays away.
  const hint = desk.getByRole('complementary', { name: 'Hint' });
  // Previews are on, where nothing has to be run to see a change.
  await expect(hint).toContainText('the nodes show at once what comes out');
  await editor.switchLiveOff();
  await expect(hint).toContainText('Change a value, press Run');
  await editor.run();
  await expect(hint).toContainText('Drag from a pin');
  await editor.runFinished();
  await editor.addFromPalette('Noise');
  await desk.reload();
  await editor.shown();
  await expect(hint).toContainText('Drag from a pin');

  await hint.getByRole('button', { name: 'Take the tour' }).click();
  const tour = desk.getByRole('dialog', { name: 'Tour' });
  for (const title of ['The canvas', 'Nodes and files', 'Values and results', 'Run', 'Nothing is lost']) {
    await expect(tour.getByRole('heading', { name: title, exact: true })).toBeInViewport({ ratio: 1 });
    if (title === 'Run') expect(await violations(desk)).toEqual([]);
    await desk.keyboard.press('Enter');
  }
  await expect(tour).toBeHidden();
  await hint.getByRole('button', { name: 'Hide the hints' }).click();
  await expect(hint).toBeHidden();

  await desk.keyboard.press('F1');
  await desk.getByRole('searchbox', { name: 'Search help' }).fill('unplug');
  await expect(desk.getByRole('heading', { level: 2, name: 'Connect nodes' })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'Take the tour' }).click();
  await editor.shown();
  await expect(tour).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(tour).toBeHidden();
});
