import type { Page } from '@playwright/test';
import { commandIds, commandTable } from '#shared/commands/index.ts';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';

/** Titles of all commands that the page offers. */
async function offered(page: Page): Promise<string[]> {
  await page.keyboard.press('ControlOrMeta+k');
  const list = page.getByRole('listbox', { name: 'Commands' });
  await expect(list).toBeVisible();
  const titles = await list.getByRole('option').locator('span:first-of-type').allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  return titles;
}

/** Opens a project that has nodes: an empty canvas has no overview. */
async function openSample(page: Page): Promise<EditorPage> {
  const projects = new ProjectsPage(page);
  await projects.shown();
  await projects.open('Welcome poster');
  const editor = new EditorPage(page);
  await editor.shown();
  return editor;
}

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill(command);
  await page.keyboard.press('Enter');
}

test('every command of the menus is offered by the projects or by the editor @rig', async ({ desk }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  const inProjects = await offered(desk);
  await projects.create();
  await new EditorPage(desk).shown();
  const all = new Set([...inProjects, ...(await offered(desk))]);
  // These act on what is open or chosen: an output that is looked at, players, outputs side by side, a grid, the gallery,
  // two versions, a timeline, a storyboard.
  const needsMore =
    /^(?:(?:output|player|compare|grid|gallery|film)\.|(?:timeline|storyboard)\.(?!import|export)|versions\.close$)/;
  const missing = commandIds.filter(
    (id) => commandTable[id].palette !== false && !needsMore.test(id) && !all.has(commandTable[id].title),
  );
  expect(missing).toEqual([]);
});

test('keys are changed on the Shortcuts page and work at once, also after a reload @long', async ({
  desk,
}) => {
  const editor = await openSample(desk);
  await run(desk, 'Keyboard shortcuts');
  await desk.getByRole('button', { name: 'Change the keys of “Minimap”' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Keys of “Minimap”' });
  await expect(dialog.getByRole('textbox', { name: 'New keys' })).toBeFocused();
  await desk.keyboard.press('F9');
  await desk.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await desk.goBack();
  await editor.shown();
  const overview = desk.getByRole('img', { name: 'Overview of the project' });
  await expect(overview).toBeVisible();
  await run(desk, 'Minimap');
  await expect(overview).toBeHidden();
  await desk.keyboard.press('F9');
  await expect(overview).toBeVisible();
  await desk.keyboard.press('F9');
  await expect(overview).toBeHidden();
  await desk.reload();
  await editor.shown();
  await expect(overview).toBeHidden();
  await desk.keyboard.press('F9');
  await expect(overview).toBeVisible();
  await run(desk, 'Keyboard shortcuts');
  await desk.getByRole('button', { name: 'Reset all keys' }).click();
  await expect(desk.getByText('changed', { exact: true })).toBeHidden();
});
