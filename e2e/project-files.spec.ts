import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createApiClient, endpoints, type EditableGraph } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { startHostedService } from './hosted-service.ts';
import { ConnectionsPage } from './pages/connections.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { smallPhotograph } from './photograph.ts';
import { colleague } from './service-client.ts';

const idOf = (page: Page) => decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');

/** Imports a file by the page's own dialog and opens what came of it. */
async function importProject(desk: Page, path: string): Promise<void> {
  await desk.getByRole('button', { name: 'Import…' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.locator('input[type="file"]').setInputFiles(path);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(desk.getByRole('dialog', { name: 'Project imported' })).toBeVisible({ timeout: 60_000 });
  await desk.getByRole('button', { name: 'Open the project' }).click();
  await new EditorPage(desk).shown();
}

/** A graph with its files called by what they are, so that graphs of two services can be compared. */
const withoutFileIds = (graph: EditableGraph): unknown =>
  JSON.parse(JSON.stringify(graph).replaceAll(/"file_[^"]+\.webp"/g, '"a photo"'));

test('a project goes into a file and comes out of it, here and on another service, media and all', async ({
  desk,
  dataFolder,
}) => {
  // Two services and three passes of the media.
  test.slow();
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  const editor = new EditorPage(desk);
  await editor.shown();
  await editor.dropFiles([await smallPhotograph()], { x: 0.25, y: 0.35 });
  await editor.dragFromPalette('Blur', { x: 0.75, y: 0.5 });
  await editor.fit();
  await editor.rename('To take along');
  await editor.saved();
  const service = await colleague(dataFolder);
  const id = idOf(desk);
  const graphOf = async (projectId: string) =>
    (await service.call(endpoints.projects.getDocument, { params: { project_id: projectId } })).document
      .graph;
  // The upload puts its file into the node when it has ended.
  await expect.poll(async () => JSON.stringify(await graphOf(id))).toMatch(/file_[^"]+\.webp/);
  await editor.saved();

  await desk.keyboard.press('ControlOrMeta+k');
  await desk.keyboard.type('Export project');
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'Export project' });
  await expect(dialog.getByRole('radio', { name: /^With its media/ })).toBeChecked();
  const downloading = desk.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('To take along.patchbay');
  await expect(dialog).toBeHidden();
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  const graph = await graphOf(id);

  // Back into the service it came from: the very same media.
  await desk.getByRole('button', { name: 'All projects' }).click();
  await projects.shown();
  await importProject(desk, path);
  expect(idOf(desk)).not.toBe(id);
  expect(await graphOf(idOf(desk))).toEqual(graph);
  await expect(editor.node('Blur')).toBeVisible();

  // Into another service, which has never seen the media.
  const other = await startHostedService(join(folder, 'service'));
  try {
    await desk.getByRole('button', { name: 'All projects' }).click();
    const connections = new ConnectionsPage(desk);
    await connections.visit();
    await connections.startAdding();
    await connections.enter({ name: 'Elsewhere', address: other.origin, key: other.key });
    await connections.keep();
    await expect(connections.row('Elsewhere')).toContainText('In use');
    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await importProject(desk, path);
    const call = createApiClient((request) =>
      fetch(`${other.origin}${request.path}`, {
        method: request.method,
        headers: { ...request.headers, authorization: `Bearer ${other.key}` },
        body: request.body,
      }),
    );
    const there = await call(endpoints.projects.getDocument, { params: { project_id: idOf(desk) } });
    expect(there.name).toBe('To take along');
    expect(withoutFileIds(there.document.graph)).toEqual(withoutFileIds(graph));
    const [fileId] = /file_[^"]+\.webp/.exec(JSON.stringify(there.document.graph)) ?? [];
    expect(JSON.stringify(graph)).not.toContain(fileId);
    const { downloadUrl } = await call(endpoints.files.downloadUrl, { params: { file_id: fileId! } });
    expect((await fetch(downloadUrl)).status).toBe(200);
    await desk.getByRole('button', { name: 'All projects' }).click();
    await connections.visit();
    await connections.row('Local workspace').getByRole('button', { name: 'Use' }).click();
  } finally {
    await other.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a file that is no project is refused in a sentence, and nothing is made', async ({ desk }) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  const before = await projects.list.getByRole('listitem').count();
  await desk.getByRole('button', { name: 'Import…' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'broken.patchbay',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK nothing'),
  });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is no project file.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(projects.list.getByRole('listitem')).toHaveCount(before);
});
