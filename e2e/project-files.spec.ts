import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { createApiClient, endpoints, type EditableGraph } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { startGatedService } from './gated-service.ts';
import { startHostedService } from './hosted-service.ts';
import { ConnectionsPage } from './pages/connections.ts';
import { dropFiles } from './pages/drop-files.ts';
import { EditorPage } from './pages/editor.ts';
import { HistoryPanel } from './pages/history.ts';
import { ProjectsPage } from './pages/projects.ts';
import { smallPhotograph } from './photograph.ts';
import { colleague } from './service-client.ts';

const idOf = (page: Page) => decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');

/** Imports a file by the page's own dialog and opens what came of it. */
async function importProject(desk: Page, path: string): Promise<void> {
  await desk.getByRole('button', { name: 'Import…' }).click();
  await desk.getByRole('dialog').locator('input[type="file"]').setInputFiles(path);
  await goOnWithImport(desk);
}

/** Presses Import in the dialog, which has its file, and opens what came of it. */
async function goOnWithImport(desk: Page): Promise<void> {
  await desk.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(desk.getByRole('dialog', { name: 'Project imported' })).toBeVisible({ timeout: 60_000 });
  await desk.getByRole('button', { name: 'Open the project' }).click();
  await new EditorPage(desk).shown();
}

/** Saves what the open export dialog makes. */
async function exportTo(desk: Page, folder: string): Promise<string> {
  const dialog = desk.getByRole('dialog', { name: /^Export/ });
  const downloading = desk.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await downloading;
  await expect(dialog).toBeHidden();
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

async function askToExport(desk: Page): Promise<void> {
  await desk.keyboard.press('ControlOrMeta+k');
  await desk.keyboard.type('Export project');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('dialog', { name: 'Export project' })).toBeVisible();
}

/** Back to the service that the other stories work with. */
async function useLocal(connections: ConnectionsPage): Promise<void> {
  await connections.row('Local workspace').getByRole('button', { name: 'Use' }).click();
  await expect(connections.row('Local workspace')).toContainText('In use');
}

/** A client of a service that was started for a story. */
const clientOf = ({ origin, key }: { origin: string; key: string }) =>
  createApiClient((request) =>
    fetch(`${origin}${request.path}`, {
      method: request.method,
      headers: { ...request.headers, authorization: `Bearer ${key}` },
      body: request.body,
    }),
  );

/** A new project with a photo, saved; its file at the service is in the node. */
async function projectWithPhoto(desk: Page, name: string, graphOf: (id: string) => Promise<EditableGraph>) {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  const editor = new EditorPage(desk);
  await editor.shown();
  await editor.dropFiles([await smallPhotograph()], { x: 0.25, y: 0.35 });
  await editor.rename(name);
  // The upload puts its file into the node when it has ended.
  await expect.poll(async () => JSON.stringify(await graphOf(idOf(desk)))).toMatch(/file_[^"]+\.webp/);
  await editor.saved();
  return editor;
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

  await askToExport(desk);
  const dialog = desk.getByRole('dialog', { name: 'Export project' });
  await expect(dialog.getByRole('radio', { name: /^With its media/ })).toBeChecked();
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
  const path = await exportTo(desk, folder);
  expect(basename(path)).toBe('To take along.patchbay');
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
    await connections.use('Elsewhere');
    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await importProject(desk, path);
    const call = clientOf(other);
    const there = await call(endpoints.projects.getDocument, { params: { project_id: idOf(desk) } });
    expect(there.name).toBe('To take along');
    expect(withoutFileIds(there.document.graph)).toEqual(withoutFileIds(graph));
    const [fileId] = /file_[^"]+\.webp/.exec(JSON.stringify(there.document.graph)) ?? [];
    expect(JSON.stringify(graph)).not.toContain(fileId);
    const { downloadUrl } = await call(endpoints.files.downloadUrl, { params: { file_id: fileId! } });
    expect((await fetch(downloadUrl)).status).toBe(200);
    await desk.getByRole('button', { name: 'All projects' }).click();
    await connections.visit();
    await useLocal(connections);
  } finally {
    await other.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a file that is no project is refused in a sentence, and nothing is made @rig', async ({ desk }) => {
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
  await expect(dialog.getByRole('alert')).toContainText('This is not a project file');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(projects.list.getByRole('listitem')).toHaveCount(before);
});

test('a project file is dropped: on the projects page, and on the canvas of another project @long', async ({
  desk,
  dataFolder,
}) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
  try {
    await new ProjectsPage(desk).shown();
    const service = await colleague(dataFolder);
    const documentOf = (projectId: string) =>
      service.call(endpoints.projects.getDocument, { params: { project_id: projectId } });
    const graphOf = async (projectId: string) => (await documentOf(projectId)).document.graph;
    const editor = await projectWithPhoto(desk, 'To be dropped', graphOf);
    const graph = await graphOf(idOf(desk));
    await askToExport(desk);
    const path = await exportTo(desk, folder);

    await desk.getByRole('button', { name: 'All projects' }).click();
    const projects = new ProjectsPage(desk);
    await projects.shown();
    await dropFiles(desk.locator('body'), [path], { x: 0.5, y: 0.5 });
    await expect(desk.getByRole('dialog', { name: 'Import project' })).toContainText(
      'To be dropped.patchbay',
    );
    await goOnWithImport(desk);
    const first = idOf(desk);
    expect(await graphOf(first)).toEqual(graph);

    // The canvas makes nodes of files; of this one it makes none.
    const { version } = await documentOf(first);
    await editor.dropFiles([path], { x: 0.7, y: 0.6 });
    await expect(desk.getByRole('dialog', { name: 'Import project' })).toContainText(
      'To be dropped.patchbay',
    );
    await goOnWithImport(desk);
    await expect.poll(() => idOf(desk)).not.toBe(first);
    expect(await graphOf(idOf(desk))).toEqual(graph);
    expect((await documentOf(first)).version).toBe(version);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('an older version goes into a file, and comes out as it was then @long', async ({
  desk,
  dataFolder,
}) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
  try {
    await new ProjectsPage(desk).shown();
    const service = await colleague(dataFolder);
    const graphOf = async (projectId: string) =>
      (await service.call(endpoints.projects.getDocument, { params: { project_id: projectId } })).document
        .graph;
    const editor = await projectWithPhoto(desk, 'Earlier and now', graphOf);
    const history = new HistoryPanel(desk);
    await history.open();
    await history.nameNow('With the photo only');
    const named = history.panel.getByRole('listitem').filter({ hasText: 'With the photo only' });
    await expect(named).toBeVisible();
    const earlier = await graphOf(idOf(desk));
    await editor.dragFromPalette('Noise', { x: 0.75, y: 0.7 });
    await expect.poll(async () => (await graphOf(idOf(desk))).nodes.length).toBe(earlier.nodes.length + 1);

    await named.getByRole('button', { name: /^More for/ }).click();
    await desk.getByRole('menuitem', { name: 'Export as a file…' }).click();
    await expect(desk.getByRole('dialog', { name: 'Export a version' })).toBeVisible();
    const path = await exportTo(desk, folder);
    await desk.getByRole('button', { name: 'All projects' }).click();
    await importProject(desk, path);
    expect(await graphOf(idOf(desk))).toEqual(earlier);
    await expect(editor.node('Noise')).toBeHidden();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('an import that is canceled midway leaves neither project nor media on the service @long', async ({
  desk,
  dataFolder,
}) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
  const other = await startHostedService(join(folder, 'service'));
  // By then the media are uploaded and the project is made: only its graph is on its way.
  const gate = await startGatedService(
    other.origin,
    (method, path) => method === 'PUT' && path.endsWith('/document'),
  );
  try {
    await new ProjectsPage(desk).shown();
    const service = await colleague(dataFolder);
    const graphOf = async (projectId: string) =>
      (await service.call(endpoints.projects.getDocument, { params: { project_id: projectId } })).document
        .graph;
    await projectWithPhoto(desk, 'Half way', graphOf);
    await askToExport(desk);
    const path = await exportTo(desk, folder);
    await desk.getByRole('button', { name: 'All projects' }).click();
    const connections = new ConnectionsPage(desk);
    await connections.visit();
    await connections.startAdding();
    await connections.enter({ name: 'Behind a gate', address: gate.origin, key: other.key });
    await connections.keep();
    await connections.use('Behind a gate');
    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();

    const call = clientOf(other);
    const names = async () => (await call(endpoints.projects.list, {})).data.map(({ name }) => name);
    const before = await names();
    await desk.getByRole('button', { name: 'Import…' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Import project' });
    await dialog.locator('input[type="file"]').setInputFiles(path);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await gate.held;
    await expect(dialog.getByRole('status')).toHaveText('Making the project…');
    expect(await names()).toEqual(expect.arrayContaining(['Half way']));
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    // Nothing is left of it, and the dialog is as it was before the press.
    await expect.poll(names).toEqual(before);
    const deleted = () => gate.seen.filter((one) => /^DELETE .*\/files\/file_/.test(one));
    await expect.poll(deleted).toHaveLength(1);
    const fileId = decodeURIComponent(deleted()[0]!.split('/').at(-1)!);
    await expect
      .poll(async () =>
        call(endpoints.files.get, { params: { file_id: fileId } }).then(
          () => 'there',
          () => 'gone',
        ),
      )
      .toBe('gone');
    await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await connections.visit();
    await useLocal(connections);
  } finally {
    gate.close();
    await other.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
