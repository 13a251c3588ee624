import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, startApp, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';
import { emptyProject, graphOf, projectIdIn } from './services.ts';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-damaged-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test('damaged settings, databases and journal: the app starts, says what it could not read, and uses all it can @rig', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const data = join(folder, 'data');
  let app = await startApp(data);
  try {
    await page.goto(app.url);
    const editor = await emptyProject(page);
    await editor.addFromPalette('Noise');
    await editor.saved();
    // From here on edits are in the journal only.
    await page.route('**/v1/projects/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await editor.addFromPalette('Gradient');
    await editor.addFromPalette('Blur');
    await expect(editor.saveState).toHaveText('Offline · 2 changes');
    const address = page.url();
    await page.goto('about:blank');
    await app.stop();

    const journal = join(data, 'desk/journal/local', `${projectIdIn(address)}.jsonl`);
    const lines = (await readFile(journal, 'utf8')).split('\n');
    const gradient = lines.findIndex(
      (line) => line.includes('"t":"entry"') && line.includes('image/gradient'),
    );
    expect(gradient).toBeGreaterThanOrEqual(0);
    lines[gradient] = lines[gradient]!.replaceAll('"', '#');
    await writeFile(journal, lines.join('\n'));
    for (const name of ['settings.json', 'desk.sqlite', 'responses.sqlite']) {
      await writeFile(join(data, 'desk', name), 'damaged '.repeat(1000));
    }

    await page.unroute('**/v1/projects/**');
    app = await startApp(data);
    await page.goto(app.url);
    await new ProjectsPage(page).shown();
    const unread = page.getByRole('list', { name: 'What Patchbay could not read' });
    await expect(unread.getByRole('status')).not.toHaveCount(0);
    await expect(unread).toContainText('kept beside it');
    await openAgain(page, address);
    await expect(
      page.getByText(/The file of unsaved edits was damaged\. Everything in it that can be read/),
    ).toBeVisible();
    await editor.saved();
    await expect(editor.node('Blur')).toBeVisible();
    const { call } = await colleague(data);
    expect((await graphOf(call, page.url())).nodes.map(({ type }) => type).sort()).toEqual([
      'image/blur',
      'image/noise',
    ]);
    const aside = (await readdir(join(data, 'desk/journal/local'))).filter((name) =>
      name.includes('.broken-'),
    );
    expect(await readFile(join(data, 'desk/journal/local', aside[0]!), 'utf8')).toBe(lines.join('\n'));
  } finally {
    await app.stop();
  }
});

/** Opens a project by its place in an app that was started anew, at another port perhaps. */
async function openAgain(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, new URL(address).pathname);
  await new EditorPage(page).shown();
}
