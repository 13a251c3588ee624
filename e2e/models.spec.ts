import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './app.ts';
import { startModelServer } from './model-server.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';

const KEY = 'sk-planted-in-a-story-0123456789';

test('a node without a model leads to the page that connects one, and then writes', async ({
  desk,
  dataFolder,
}) => {
  const server = await startModelServer(KEY, 'Dusk over the hills');
  try {
    const projects = new ProjectsPage(desk);
    await projects.shown();
    await projects.create();
    const editor = new EditorPage(desk);
    await editor.shown();
    await editor.addFromPalette('Write text');
    await editor.fit();
    const node = editor.node('Write text');
    await node.getByLabel('Prompt').first().fill('Name a picture');
    await editor.saved();
    await desk.keyboard.press('ControlOrMeta+Enter');
    await expect(node.getByText('No text model is connected.')).toBeVisible({ timeout: 30_000 });
    await node.getByRole('button', { name: 'Connect a model' }).click();

    await expect(desk).toHaveURL(/\/models$/);
    await desk.getByRole('button', { name: 'Connect a model' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Studio words');
    await dialog.getByLabel('Address').fill(server.origin);
    await dialog.getByLabel('API key').fill('sk-wrong');
    await dialog.getByRole('button', { name: 'Get the models' }).click();
    await expect(dialog.getByText(/does not accept this key/)).toBeVisible();
    await dialog.getByLabel('API key').fill(` ${KEY}\n`);
    await dialog.getByRole('button', { name: 'Get the models' }).click();
    await expect(dialog.getByText(/offers 1 model/)).toBeVisible();
    await expect(dialog.getByLabel('Address')).toHaveValue(`${server.origin}/v1`);
    await dialog.getByRole('combobox', { name: 'Model for text' }).click();
    await desk.getByRole('option', { name: 'words-1' }).click();
    await dialog.getByLabel('Credits per text').fill('0.5');
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(dialog.getByText(/^words-1 on .* answers\.$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(desk.getByRole('list', { name: 'Connected models' })).toContainText(
      'Text: words-1 (0.5 credits)',
    );

    await desk.goBack();
    await editor.shown();
    await desk.keyboard.press('ControlOrMeta+Enter');
    await editor.runFinished();
    await expect(editor.node('Write text').getByText('Dusk over the hills').first()).toBeVisible();

    // What it costs is known from the first run on: by the button, in its menu and on the node; Run asks above a limit.
    const edit = async (prompt: string): Promise<void> => {
      await node.getByLabel('Prompt').first().fill(prompt);
      await expect(editor.runButton).not.toHaveText(/Run again/);
      await editor.saved();
    };
    const ways = desk.getByRole('button', { name: 'More ways to run' });
    await edit('A hill');
    await expect(editor.runButton).toHaveText(/ · 0\.5 credits/);
    await ways.click();
    await expect(desk.getByRole('menu')).toContainText(
      '0.5 credits. How long it takes shows after a few runs.',
    );
    await desk.keyboard.press('Escape');
    await node.locator('[data-title]').click();
    await expect(node.locator('[data-expected]')).toHaveText('0.5 credits');
    const project = desk.url();
    await desk.goto(new URL('/settings', project).href);
    await desk.getByLabel('Credits without asking on Local workspace').fill('0.1');
    const stored = desk.waitForResponse(
      (response) => response.url().includes('/desk/settings') && response.request().method() !== 'GET',
    );
    await desk.keyboard.press('Tab');
    await stored;
    await desk.goto(project);
    await editor.shown();
    const runs: string[] = [];
    desk.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/runs')) runs.push(request.url());
    });
    await desk.keyboard.press('ControlOrMeta+Enter');
    const question = desk.getByRole('dialog', { name: 'Run above your limit?' });
    await expect(question).toContainText('0.5 credits');
    await question.getByRole('button', { name: 'Do not run' }).click();
    await expect(question).toBeHidden();
    await expect(editor.runButton).toHaveText(/^Run/);
    expect(runs).toEqual([]);
  } finally {
    await server.close();
  }
  for (const entry of await readdir(dataFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    expect([entry.name, bytes.includes(KEY)]).toEqual([entry.name, false]);
  }
});
