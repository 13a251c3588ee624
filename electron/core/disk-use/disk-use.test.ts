import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { DiskUse } from '#shared/desk/index.ts';
import { sharp } from '#native/testing/sharp.ts';
import { file, startMediaService, urlOf } from '../testing/media-service.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';
import { kindOfPath, measureFolder } from './measure-folder.ts';

const { signal } = new AbortController();

function write(folder: string, path: string, bytes: number): void {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, new Uint8Array(bytes));
}

const sumsOf = ({ kinds }: Pick<DiskUse, 'kinds'>) =>
  Object.fromEntries(
    kinds.filter(({ files }) => files > 0).map(({ kind, bytes, files }) => [kind, [bytes, files]]),
  );

test('each file of the data folder is counted once, under what it is', async () => {
  const folder = temporaryFolder();
  write(folder, 'service/blobs/ab/abcdef', 1000);
  write(folder, 'service/blobs/cd/cdef01', 500);
  write(folder, 'service/patchbay.sqlite', 70);
  write(folder, 'service/patchbay.sqlite-wal', 30);
  write(folder, 'service/backups/yesterday.sqlite', 60);
  write(folder, 'desk/desk.sqlite', 7);
  write(folder, 'desk/journal/local/prj_1.jsonl', 8);
  write(folder, 'desk/versions/5f/one', 9);
  write(folder, 'desk/media/0a1b', 40);
  write(folder, 'desk/responses.sqlite', 11);
  write(folder, 'desk/transfers/a.patchbay', 12);
  write(folder, 'logs/desk.log', 13);
  // A link leads out of the folder, and is nobody's bytes here.
  symlinkSync('/', join(folder, 'desk', 'media', 'away'));
  expect(sumsOf(await measureFolder(folder, signal))).toEqual({
    files: [1500, 2],
    projects: [100, 2],
    backups: [60, 1],
    versions: [24, 3],
    previews: [40, 1],
    offline: [11, 1],
    transfers: [12, 1],
    misc: [13, 1],
  });
});

test('a folder of more entries than are looked at is measured in part, and says so', async () => {
  const folder = temporaryFolder();
  for (let index = 0; index < 20; index += 1) write(folder, `desk/media/${index}`, 10);
  const { isComplete, kinds } = await measureFolder(folder, signal, 12);
  expect(isComplete).toBe(false);
  expect(kinds.find(({ kind }) => kind === 'previews')?.files).toBe(10);
  expect((await measureFolder(folder, signal)).isComplete).toBe(true);
});

test('a name that only begins like one of ours is of no kind', () => {
  expect(kindOfPath(['service', 'blobs.old', 'a'])).toBe('misc');
  expect(kindOfPath(['desk', 'mediathek', 'a'])).toBe('misc');
  expect(kindOfPath([])).toBe('misc');
});

test('clearing takes the copies of media alone, and they come again when they are shown', async () => {
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c86' } })
    .png()
    .toBuffer();
  const service = await startMediaService({
    'file_1.png': { filename: 'a.png', bytes: picture, contentType: 'image/png' },
  });
  const desk = await startTestCore({ launchService: launcherOf(service.origin) });
  write(desk.folder, 'service/blobs/ab/abcdef', 1000);
  const show = async () => {
    const { url } = await urlOf(desk, file('file_1.png'));
    return Buffer.from(await (await desk.core.media(new Request(url))).arrayBuffer());
  };
  expect(await show()).toEqual(picture);
  const settings = await desk.read('GET', '/desk/settings');
  const before = sumsOf((await desk.read('GET', '/desk/disk-use')) as DiskUse);
  expect(before['previews']?.[0]).toBeGreaterThanOrEqual(picture.length);

  const after = (await desk.read('POST', '/desk/disk-use/clear-previews')) as DiskUse;
  expect(after.folder).toBe(desk.folder);
  expect(after.freeBytes).toBeGreaterThan(0);
  expect(sumsOf(after)['previews']).toBeUndefined();
  expect(sumsOf(after)['files']).toEqual([1000, 1]);
  expect(readFileSync(join(desk.folder, 'service/blobs/ab/abcdef')).length).toBe(1000);
  expect(await desk.read('GET', '/desk/settings')).toEqual(settings);
  expect(await show()).toEqual(picture);
});
