import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { dropFiles } from './pages/drop-files.ts';
import { ProjectsPage } from './pages/projects.ts';
import { violations } from './violations.ts';

const EDL = `TITLE: Opening
FCM: NON-DROP FRAME

001  KETTLE   V     C        00:00:00:00 00:00:04:00 01:00:00:00 01:00:04:00
* FROM CLIP NAME: Kettle

002  WINDOW   V     C        00:00:00:00 00:01:00:00 01:00:04:00 01:01:04:00
* FROM CLIP NAME: Window
`;

test('a film that was edited elsewhere is a new project: chosen on the projects, or dropped there @long', async ({
  desk,
  dataFolder,
}) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  const file = join(dataFolder, 'opening.edl');
  await writeFile(file, EDL);

  await desk.getByRole('button', { name: 'Import…' }).click();
  await desk
    .getByRole('dialog', { name: 'Import project' })
    .locator('input[type="file"]')
    .setInputFiles(file);
  const dialog = desk.getByRole('dialog', { name: 'Import an edit' });
  await expect(dialog.getByRole('radio', { name: /^Into a new project/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(desk.getByRole('dialog', { name: 'Timeline imported' })).toBeVisible({ timeout: 60_000 });
  await desk.getByRole('button', { name: 'Open timeline' }).click();
  await expect(desk.getByRole('button', { name: /^WINDOW,/i }).first()).toBeVisible();

  // Its card has the film, and how long it is.
  await desk
    .getByRole('link', { name: 'All projects' })
    .or(desk.getByRole('button', { name: 'All projects' }))
    .click();
  await projects.shown();
  await expect(projects.list.getByRole('link', { name: /a film of 1 min 04 s/ })).toBeVisible();
  expect(await violations(desk)).toEqual([]);

  await dropFiles(desk.locator('body'), [file], { x: 0.5, y: 0.5 });
  await expect(dialog.getByText('opening.edl')).toBeVisible();
});

test('a project begins with a storyboard, and its timeline is made of it @long', async ({ desk }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.begin('A storyboard');
  const words = desk.getByRole('article').getByLabel('What happens');
  await expect(words).toBeFocused();
  await desk.keyboard.type('The kettle boils');
  await desk.keyboard.press('Escape');

  const views = desk.getByRole('navigation', { name: 'Views of the project' });
  await views.getByRole('link', { name: 'Timeline' }).click();
  await desk.getByRole('button', { name: 'Make from the storyboard' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Make timeline' }).click();
  await expect(desk.getByRole('button', { name: /^The kettle boils,|^Shot/ }).first()).toBeVisible();
});

test('the same shot written in two tabs keeps both texts, and neither is replaced under the cursor @long', async ({
  desk,
}) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.begin('A storyboard');
  const wordsIn = (page: Page) => page.getByRole('article').getByLabel('What happens');
  const first = wordsIn(desk);
  await expect(first).toBeFocused();
  const [tab] = await Promise.all([
    desk.context().waitForEvent('page'),
    desk.evaluate(() => void window.open(location.href)),
  ]);
  const second = wordsIn(tab);
  await second.click();
  await first.pressSequentially('The lamp is lit');
  await second.pressSequentially('A dog barks');
  const mark = (page: Page) => page.locator('button[data-kind] [role="status"]');
  await expect(mark(desk)).toHaveText(/^Saved v/);
  await expect(mark(tab)).toHaveText(/^Saved v/);
  await expect(first).toHaveValue('The lamp is lit');
  await expect(second).toHaveValue('A dog barks');

  for (const field of [first, second]) {
    await field.press('Escape');
    await expect(field).toHaveValue(/The lamp is lit/);
    await expect(field).toHaveValue(/A dog barks/);
  }
  await tab.close();
  await desk.reload();
  await expect(first).toHaveValue(/The lamp is lit/);
  await expect(first).toHaveValue(/A dog barks/);
});
