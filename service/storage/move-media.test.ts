import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { runMediaCommand } from '#service/cli/media-command.ts';
import type { BlobStore } from './blob-store.ts';
import { dataPaths, prepareDataDirectory } from './data-directory.ts';
import { createFileBlobStore } from './file-blob-store.ts';
import { readMediaLocation } from './media-location.ts';
import { moveMedia } from './move-media.ts';
import { openBlobStoreAt, openMedia } from './open-blob-store.ts';
import { startS3Server, type S3Server } from './testing/s3-server.ts';

/** Media of a data folder that go into a bucket and come back: nothing is removed before it is known to be there. */

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

let directory: string;
let names = 0;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'patchbay-move-'));
  prepareDataDirectory(directory);
});
afterEach(async () => {
  server.faults(null);
  await rm(directory, { recursive: true, force: true });
});

const CONTENTS = ['one', 'two', 'three'];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const folderStore = () => createFileBlobStore(dataPaths(directory).blobs);
const newPlace = () => server.place(`move-${(names += 1)}`);
const going = () => ({ signal: new AbortController().signal, onProgress: () => undefined });

/** Old enough to be removed: what was written a moment ago may not have its row yet. */
async function fill(): Promise<void> {
  const store = createFileBlobStore(dataPaths(directory).blobs, () => Date.now() - 3_600_000);
  for (const text of CONTENTS) await store.write(Buffer.from(text));
  await store.writeMarks(['mark']);
}
async function textsOf(store: BlobStore): Promise<string[]> {
  const texts: string[] = [];
  for await (const hash of store.list()) texts.push((await buffer(store.read(hash))).toString());
  return texts.toSorted();
}
const at = (address: string) => openBlobStoreAt({ dataDirectory: directory, address });

test('media go into a bucket and back, with the mark of their database, and are gone where they were', async () => {
  await fill();
  const place = newPlace();
  const lines: string[] = [];
  await runMediaCommand(
    ['move', '--data', directory, '--to', place],
    (line) => lines.push(line),
    () => undefined,
  );
  expect(lines).toEqual([`3 files are in ${place}.`]);
  expect(readMediaLocation(directory)).toBe(place);
  expect(await textsOf(folderStore())).toEqual([]);
  const there = await at(place);
  expect(await textsOf(there)).toEqual(CONTENTS.toSorted());
  expect(await there.readMarks()).toEqual(['mark']);
  await runMediaCommand(
    ['move', '--data', directory, '--to', 'folder'],
    (line) => lines.push(line),
    () => undefined,
  );
  expect(await textsOf(folderStore())).toEqual(CONTENTS.toSorted());
  expect(await textsOf(await at(place))).toEqual([]);
  await runMediaCommand(
    ['where', '--data', directory],
    (line) => lines.push(line),
    () => undefined,
  );
  expect(lines.at(-1)).toBe('folder');
});

test('a move that is stopped removes nothing, and goes on where it was', async () => {
  await fill();
  const place = newPlace();
  const stop = new AbortController();
  let puts = 0;
  server.faults((method, url) => {
    if (method === 'PUT' && url.includes('/blobs/') && (puts += 1) === 2) stop.abort();
    return null;
  });
  const first = await moveMedia(directory, place, { signal: stop.signal, onProgress: () => undefined });
  expect(first).toEqual({ count: 2, total: 3, isComplete: false });
  expect(await textsOf(folderStore())).toEqual(CONTENTS.toSorted());
  expect(readMediaLocation(directory)).toBeNull();
  // What arrived is not sent again.
  expect(await moveMedia(directory, place, going())).toEqual({ count: 3, total: 3, isComplete: true });
  expect(puts).toBe(3);
  expect(await textsOf(folderStore())).toEqual([]);
});

test('a move whose end was cut off is ended by the same call', async () => {
  await fill();
  const place = newPlace();
  await moveMedia(directory, place, going());
  // As if the process had ended before it removed anything.
  await fill();
  writeFileSync(join(directory, 'media-move'), `folder\n${place}\n`);
  expect(await moveMedia(directory, place, going())).toEqual({ count: 3, total: 3, isComplete: true });
  expect(await textsOf(folderStore())).toEqual([]);
  expect(existsSync(join(directory, 'media-move'))).toBe(false);
});

test('what comes back with other bytes stops the move, and nothing is removed', async () => {
  await fill();
  const place = newPlace();
  server.faults((method, url) =>
    method === 'GET' && url.includes(sha256('two'))
      ? { kind: 'refuse', status: 403, code: 'AccessDenied' }
      : null,
  );
  await expect(moveMedia(directory, place, going())).rejects.toThrow('The keys are refused');
  expect(await textsOf(folderStore())).toEqual(CONTENTS.toSorted());
  server.faults(null);
  writeFileSync(folderStore().pathOf(sha256('two')), 'TWO');
  const damagedFolder = moveMedia(directory, newPlace(), going());
  await expect(damagedFolder).rejects.toThrow('is damaged where it is');
  expect(readMediaLocation(directory)).toBeNull();
});

test('a start takes media from where they are, and from nowhere else', async () => {
  const place = newPlace();
  server.faults(() => ({ kind: 'refuse', status: 503, code: 'ServiceUnavailable' }));
  await expect(openMedia(directory, place, Date.now)).rejects.toThrow('The store is busy');
  expect(readMediaLocation(directory)).toBeNull();
  server.faults(null);
  const fresh = await openMedia(directory, place, Date.now);
  await fresh.blobs.writeMarks(['of this folder']);
  expect((await openMedia(directory, undefined, Date.now)).source.address).toBe(place);
  await expect(openMedia(directory, 'folder', Date.now)).rejects.toThrow('media move --to');
  const other = mkdtempSync(join(tmpdir(), 'patchbay-move-'));
  prepareDataDirectory(other);
  await expect(openMedia(other, place, Date.now)).rejects.toThrow('Another data folder keeps its media');
  await createFileBlobStore(dataPaths(other).blobs).write(Buffer.from('in the folder'));
  await expect(openMedia(other, newPlace(), Date.now)).rejects.toThrow('kept in the folder itself');
  await rm(other, { recursive: true, force: true });
});
