// @module-tag long
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { canSaveFolder, saveOutputsAsFolder } from './save-folder.ts';

let desk: DeskStandIn;
let place: FileSystemDirectoryHandle;
beforeEach(async () => {
  desk = standInForDesk();
  const root = await navigator.storage.getDirectory();
  place = await root.getDirectoryHandle(crypto.randomUUID(), { create: true });
  desk.desk('createArchive', () => ({
    id: 'a1',
    url: 'http://media.test/media/archive-a1',
    name: 'Sunset_2 outputs.zip',
    fileNames: ['Poster.png', 'Poem.txt'],
    fileCount: 2,
    totalBytes: 20,
    withoutSettings: 0,
    unmarked: 0,
  }));
  desk.bytes('/desk/archives/a1/files/0', () => new Response('bytes of the poster'));
  desk.bytes('/desk/archives/a1/files/1', () => new Response('words of the poem'));
  await renderPage(<p>Outputs</p>);
});
afterEach(async () => {
  desk.restore();
  vi.unstubAllGlobals();
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(place.name, { recursive: true });
});

async function textsIn(folder: FileSystemDirectoryHandle): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const name of ['Poster.png', 'Poem.txt']) {
    const file = await folder.getFileHandle(name).catch(() => null);
    if (file !== null) texts[name] = await (await file.getFile()).text();
  }
  return texts;
}

it('outputs are saved into a folder of their own, and what was there stays', async () => {
  vi.stubGlobal('showDirectoryPicker', async () => place);
  expect(canSaveFolder()).toBe(true);
  await saveOutputsAsFolder(['1', '2']);
  await expect.element(page.getByText('Saved in the folder Sunset_2 outputs', { exact: true })).toBeVisible();
  await saveOutputsAsFolder(['1', '2']);
  await expect.element(page.getByText('Saved in the folder Sunset_2 outputs (2)')).toBeVisible();
  const texts = { 'Poster.png': 'bytes of the poster', 'Poem.txt': 'words of the poem' };
  expect(await textsIn(await place.getDirectoryHandle('Sunset_2 outputs'))).toEqual(texts);
  expect(await textsIn(await place.getDirectoryHandle('Sunset_2 outputs (2)'))).toEqual(texts);
});

it('a file that the service does not have is counted, and the others are saved', async () => {
  vi.stubGlobal('showDirectoryPicker', async () => place);
  desk.bytes('/desk/archives/a1/files/0', () =>
    Response.json({ error: { code: 'NOT_FOUND', message: 'gone' } }, { status: 404 }),
  );
  await saveOutputsAsFolder(['1', '2']);
  await expect.element(page.getByText('1 output could not be read').first()).toBeVisible();
  expect(await textsIn(await place.getDirectoryHandle('Sunset_2 outputs'))).toEqual({
    'Poem.txt': 'words of the poem',
  });
});

it('a file that breaks off is counted, and the others are saved', async () => {
  vi.stubGlobal('showDirectoryPicker', async () => place);
  const pieces = [new TextEncoder().encode('bytes of')];
  desk.bytes(
    '/desk/archives/a1/files/0',
    () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            const piece = pieces.pop();
            if (piece) controller.enqueue(piece);
            else controller.error(new TypeError('network error'));
          },
        }),
      ),
  );
  await saveOutputsAsFolder(['1', '2']);
  await expect.element(page.getByText('1 output could not be read').first()).toBeVisible();
  expect(await textsIn(await place.getDirectoryHandle('Sunset_2 outputs'))).toEqual({
    'Poem.txt': 'words of the poem',
  });
});

it('nothing is asked for when no folder was chosen', async () => {
  vi.stubGlobal('showDirectoryPicker', async () => {
    throw new DOMException('No folder', 'AbortError');
  });
  await saveOutputsAsFolder(['1']);
  expect(desk.calls('createArchive')).toHaveLength(0);
});
