import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '#shared/api/index.ts';
import { expect, startApp, test } from './app.ts';
import { startHostedService } from './hosted-service.ts';
import { ConnectionsPage } from './pages/connections.ts';
import { EditorPage } from './pages/editor.ts';
import { HistoryPanel } from './pages/history.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';
import { mediumPhotograph } from './photograph.ts';
import { clientOf, emptyProject, graphOf, projectIdIn, useLocal, useService } from './services.ts';

/** What happens to a project while somebody edits it: nothing is lost, and the editor asks in place. */

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-trouble-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

const typesOf = async (call: Parameters<typeof graphOf>[0], address: string) =>
  (await graphOf(call, address)).nodes.map((node) => node.type).sort();

test('a key revoked in mid-session is asked for in place; edits wait and go out @rig', async ({ desk }) => {
  const hosted = await startHostedService(join(folder, 'service'));
  try {
    await useService(desk, hosted, 'Studio with keys');
    const editor = await emptyProject(desk);
    await editor.addFromPalette('Noise');
    await editor.saved();
    await hosted.revokeKey();
    await editor.addFromPalette('Gradient');
    const trouble = desk.getByRole('alert').filter({ hasText: 'no longer accepts the API key' });
    await expect(trouble).toContainText('1 change waits on this computer');
    await editor.addFromPalette('Blur');
    await expect(trouble).toContainText('2 changes wait on this computer');

    const key = await hosted.createKey();
    await trouble.getByRole('button', { name: 'Enter the key' }).click();
    const { dialog } = new ConnectionsPage(desk);
    await dialog.getByLabel('API key').fill(key);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    await editor.saved();
    await expect(trouble).toBeHidden();
    expect(await typesOf(clientOf({ ...hosted, key }), desk.url())).toEqual([
      'image/blur',
      'image/gradient',
      'image/noise',
    ]);
  } finally {
    await hosted.stop();
    await useLocal(desk);
  }
});

test('a project deleted elsewhere while it is edited can be recreated, undo included @rig', async ({
  desk,
  dataFolder,
}) => {
  const editor = await emptyProject(desk);
  await editor.rename('Titles');
  await editor.addFromPalette('Noise');
  const version = await editor.savedVersion();
  const address = desk.url();
  const other = await colleague(dataFolder);
  await other.call(endpoints.projects.delete, {
    params: { project_id: projectIdIn(address) },
    query: { expectedVersion: version },
  });
  await editor.addFromPalette('Gradient');
  const trouble = desk.getByRole('alert').filter({ hasText: 'deleted elsewhere' });
  await expect(trouble).toContainText('1 change that the service never had');
  await trouble.getByRole('button', { name: 'Recreate it from here' }).click();
  await expect(desk).not.toHaveURL(address);
  await editor.saved();
  await expect(trouble).toBeHidden();
  await expect(desk.getByRole('banner')).toContainText('Titles');
  expect(await typesOf(other.call, desk.url())).toEqual(['image/gradient', 'image/noise']);

  // Work goes on there, and what was done before can still be undone.
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => typesOf(other.call, desk.url())).toEqual(['image/noise']);
});

test('a project deleted elsewhere while its window was closed opens with the edits that wait, to be recreated @long', async ({
  desk,
  dataFolder,
}) => {
  const editor = await emptyProject(desk);
  await editor.rename('Closing titles');
  await editor.addFromPalette('Noise');
  const saved = await editor.savedVersion();
  const address = desk.url();
  const params = { project_id: projectIdIn(address) };
  const other = await colleague(dataFolder);
  const noted = { externalId: 'shot-12', metadata: { client: 'North' } };
  const { version: renamed } = await other.call(endpoints.projects.updateMetadata, {
    params,
    body: { expectedVersion: saved, ...noted },
  });
  const scenes = [
    { id: 'pier', name: 'On the pier', shots: [{ id: 'boats', description: 'Boats come in' }] },
  ];
  const { version } = await other.call(endpoints.storyboards.replace, {
    params,
    body: {
      expectedVersion: renamed,
      document: { serviceType: 'storyboard', version: 1, sequences: scenes },
    },
  });
  // What others noted on it is seen when it is opened again, and its storyboard is looked ahead.
  const lookedAhead = desk.waitForResponse((response) => response.url().endsWith('/storyboard'));
  await desk.reload();
  await lookedAhead;
  await editor.shown();
  await editor.saved();
  const history = new HistoryPanel(desk);
  await history.open();
  await history.keeps(saved);
  await desk.route('**/v1/projects/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await editor.addFromPalette('Gradient');
  await expect(editor.saveState).toHaveText('Offline · 1 change');
  await other.call(endpoints.projects.delete, { params, query: { expectedVersion: version } });
  await desk.unroute('**/v1/projects/**');
  await desk.reload();
  await editor.shown();
  const trouble = desk.getByRole('alert').filter({ hasText: 'deleted elsewhere' });
  await expect(trouble).toContainText('1 change that the service never had');
  await expect(editor.canvas.locator('[data-node]')).toHaveCount(2);
  await trouble.getByRole('button', { name: 'Recreate it from here' }).click();
  await expect(desk).not.toHaveURL(address);
  await editor.saved();
  expect(await typesOf(other.call, desk.url())).toEqual(['image/gradient', 'image/noise']);
  await expect(desk.getByRole('banner')).toContainText('Closing titles');
  const made = await other.call(endpoints.projects.getDocument, {
    params: { project_id: projectIdIn(desk.url()) },
  });
  expect(made).toMatchObject({ name: 'Closing titles', ...noted });
  const { document } = await other.call(endpoints.storyboards.get, {
    params: { project_id: projectIdIn(desk.url()) },
  });
  expect(document).toMatchObject({ sequences: scenes });
});

test.describe('a service restored from a backup', () => {
  for (const choice of ['Keep what is here', 'Use version'] as const) {
    test(`is explained, and nothing is overwritten before "${choice}" @rig`, async ({ desk }) => {
      const data = join(folder, 'service');
      const hosted = await startHostedService(data);
      try {
        await useService(desk, hosted, `Restored: ${choice}`);
        const editor = await emptyProject(desk);
        await editor.addFromPalette('Noise');
        await editor.saved();
        await hosted.stop();
        await cp(data, join(folder, 'backup'), { recursive: true });
        await hosted.start();
        await editor.addFromPalette('Gradient');
        await editor.saved();
        await hosted.stop();
        await rm(data, { recursive: true });
        await cp(join(folder, 'backup'), data, { recursive: true });
        await hosted.start();

        await editor.addFromPalette('Blur');
        const trouble = desk.getByRole('alert').filter({ hasText: 'The service went back to version' });
        await expect(trouble).toBeVisible({ timeout: 60_000 });
        expect(await typesOf(clientOf(hosted), desk.url())).toEqual(['image/noise']);
        await trouble.getByRole('button', { name: choice }).click();
        await editor.saved();
        await expect(trouble).toBeHidden();
        expect(await typesOf(clientOf(hosted), desk.url())).toEqual(
          choice === 'Use version'
            ? ['image/blur', 'image/noise']
            : ['image/blur', 'image/gradient', 'image/noise'],
        );
      } finally {
        await hosted.stop();
        await useLocal(desk);
      }
    });
  }
});

test('undo is there again after the window was closed @long', async ({ desk, dataFolder }) => {
  const editor = await emptyProject(desk);
  await editor.addFromPalette('Noise');
  await editor.addFromPalette('Gradient');
  await editor.saved();
  await desk.reload();
  await editor.shown();
  const other = await colleague(dataFolder);
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => typesOf(other.call, desk.url())).toEqual(['image/noise']);
  await desk.reload();
  await editor.shown();
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+Shift+z');
  await expect.poll(() => typesOf(other.call, desk.url())).toEqual(['image/gradient', 'image/noise']);
});

test('a number that was being dragged when the window died is one step to undo @long', async ({ desk }) => {
  const editor = await emptyProject(desk);
  await editor.addFromPalette('Blur');
  const version = await editor.savedVersion();
  const sigma = editor.node('Blur').getByRole('spinbutton').first();
  const before = await sigma.inputValue();
  const box = (await sigma.boundingBox())!;
  await desk.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await desk.mouse.down();
  await desk.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 8 });
  await expect(sigma).not.toHaveValue(before);
  // Journaled and sent while it is still held.
  await expect.poll(() => editor.savedVersion()).toBeGreaterThan(version);
  const dragged = await sigma.inputValue();
  await desk.reload();
  await editor.shown();
  await expect(sigma).toHaveValue(dragged);
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(sigma).toHaveValue(before);
  await desk.keyboard.press('ControlOrMeta+Shift+z');
  await expect(sigma).toHaveValue(dragged);
  await desk.keyboard.press('ControlOrMeta+z');
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(editor.canvas.locator('[data-node]')).toHaveCount(0);
});

test('another browser on this computer follows live, takes over when edited in, and goes on alone @long', async ({
  desk,
  browser,
  dataFolder,
}) => {
  const first = await emptyProject(desk);
  await first.addFromPalette('Noise');
  await first.saved();
  // Nothing is shared with the first one but the computer: no storage, no locks.
  const joined = await startApp(dataFolder);
  await joined.exitCode;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(joined.url);
    await new ProjectsPage(page).shown();
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, new URL(desk.url()).pathname);
    const second = new EditorPage(page);
    await second.shown();
    await expect(second.canvas.locator('[data-node]')).toHaveCount(1);

    await first.addFromPalette('Gradient');
    await expect(second.canvas.locator('[data-node]')).toHaveCount(2);
    await second.addFromPalette('Blur');
    await expect(first.canvas.locator('[data-node]')).toHaveCount(3);
    await second.saved();
    await first.saved();

    // What one did, the other can undo; and when one is gone, the other goes on.
    await first.canvas.focus();
    await desk.keyboard.press('ControlOrMeta+z');
    await expect(second.canvas.locator('[data-node]')).toHaveCount(2);
    await desk.close();
    await second.addFromPalette('Threshold');
    await second.saved();
    const other = await colleague(dataFolder);
    expect((await graphOf(other.call, page.url())).nodes).toHaveLength(3);
  } finally {
    await context.close();
  }
});

test('a picture that somebody deleted while it was renamed here is asked about once, and comes back', async ({
  desk,
  dataFolder,
}) => {
  const editor = await emptyProject(desk);
  await editor.dropFiles([await mediumPhotograph()]);
  const other = await colleague(dataFolder);
  const params = { project_id: projectIdIn(desk.url()) };
  const stored = () => other.call(endpoints.projects.getDocument, { params });
  await expect.poll(async () => JSON.stringify((await stored()).document.graph.nodes)).toContain('"file_');
  await editor.saved();
  const { version, document } = await stored();
  const nodeId = document.graph.nodes[0]!.id;

  // The window does not reach the service while both sides go on.
  await desk.route('**/v1/projects/**', (route) => route.abort());
  await editor.canvas.locator('[data-node] [data-title]').dblclick();
  await desk.keyboard.press('ControlOrMeta+a');
  await desk.keyboard.type('Portrait');
  await desk.keyboard.press('Enter');
  await expect(editor.saveState).toHaveText(/^Offline/);
  await other.call(endpoints.projects.patchDocument, {
    params,
    body: { expectedVersion: version, operations: [{ op: 'removeNode', nodeId }] },
  });
  await desk.unroute('**/v1/projects/**');
  // The window may have gone on by itself already, and asks: then the question lies above the button.
  await editor.saveState.dispatchEvent('click');

  const dialog = desk.getByRole('dialog', { name: 'Somebody changed the same thing' });
  await expect(dialog.getByRole('group', { name: 'Portrait, which they deleted' })).toBeVisible();
  await expect(dialog.locator('img')).toBeVisible();
  await expect(dialog.getByText('deleted', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save the choice' }).click();
  await editor.saved();
  expect((await stored()).document.graph.nodes).toMatchObject([{ id: nodeId, title: 'Portrait' }]);
  await desk.reload();
  await editor.shown();
  await editor.saved();
  await expect(dialog).toBeHidden();
});
