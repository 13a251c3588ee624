import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { DeskError } from '../desk-error.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createArchives } from './archives.ts';
import { createSpool } from './spool.ts';
import { createZipDownloads } from './zip-downloads.ts';

const members = ['One', 'Two'].map((name) => ({
  name: `${name}.txt`,
  open: async () => Buffer.from(`Bytes of ${name}`),
}));
const gone = {
  name: 'Gone.txt',
  open: async () => {
    throw new DeskError('NOT_FOUND', 'The file was deleted.');
  },
};
const at = (path: string) => new Request(`http://media.test${path}`);

function start() {
  let time = 0;
  const folder = temporaryFolder();
  const changed: string[] = [];
  const zips = createZipDownloads({ now: () => time }, (id) => void changed.push(id));
  const archives = createArchives(
    { now: () => time },
    createSpool(() => folder),
    zips,
  );
  return { archives, zips, changed, pass: (milliseconds: number) => (time += milliseconds) };
}

test('files of a ZIP come one by one as well, and one that is gone says so', async () => {
  const { archives } = start();
  const { id, path } = archives.offerFiles('local', 'Two.zip', [...members, gone]);
  const second = await archives.respond(at(`${path}/1`));
  expect(await second?.text()).toBe('Bytes of Two');
  expect(second?.headers.get('content-disposition')).toContain('Two.txt');
  expect(second?.headers.get('content-type')).toBe('application/octet-stream');
  await expect(archives.respond(at(`${path}/2`))).rejects.toThrow('The file was deleted.');
  await expect(archives.file(id, 3, new AbortController().signal)).rejects.toThrow('no such file');
  expect((await archives.respond(at(path)))?.headers.get('content-type')).toBe('application/zip');
});

test('a download lasts while its files are read, and is over ten minutes after the last', async () => {
  const { archives, pass } = start();
  const { path } = archives.offerFiles('local', 'Two.zip', members);
  for (let round = 0; round < 5; round += 1) {
    pass(9 * 60_000);
    expect(await (await archives.respond(at(`${path}/0`)))?.text()).toBe('Bytes of One');
  }
  pass(11 * 60_000);
  await expect(archives.respond(at(`${path}/0`))).rejects.toThrow('This download is over');
});

test('what was offered as a ZIP alone has no files to ask for', async () => {
  const { archives } = start();
  const path = archives.offer('local', 'Two.zip', members);
  await expect(archives.respond(at(`${path}/0`))).rejects.toThrow('no such file');
  expect(archives.respond(at('/media/other'))).toBeNull();
});

test('a ZIP that is loaded is listed with how far it is, and with its end', async () => {
  const { archives, zips, changed, pass } = start();
  const { path } = archives.offerFiles('local', 'Two.zip', [...members, gone]);
  expect(zips.list()).toEqual([]);
  await archives.respond(new Request(`http://media.test${path}`, { method: 'HEAD' }));
  expect(zips.list()).toEqual([]);
  const response = await archives.respond(at(path));
  expect(zips.list()).toMatchObject([
    { connectionId: 'local', name: 'Two.zip', state: 'working', doneFiles: 0, totalFiles: 3 },
  ]);
  pass(5000);
  await response?.arrayBuffer();
  await expect.poll(() => zips.list()[0]?.state).toBe('done');
  expect(zips.list()).toMatchObject([{ doneFiles: 3, at: '1970-01-01T00:00:05.000Z' }]);
  expect(new Set(changed)).toEqual(new Set(['local']));
});

test('a ZIP that is canceled in the list breaks off, and so does one that its reader leaves', async () => {
  const { archives, zips } = start();
  const endless = { name: 'Endless.bin', open: async () => new Readable({ read: () => undefined }) };
  const path = archives.offer('local', 'Endless.zip', [endless]);
  const canceled = (await archives.respond(at(path)))?.arrayBuffer();
  const [first] = zips.list();
  expect(first).toMatchObject({ state: 'working', totalFiles: null });
  zips.cancel(first?.id ?? '');
  await expect(canceled).rejects.toThrow('The ZIP was canceled');
  await expect.poll(() => zips.list()[0]?.state).toBe('canceled');
  const left = await archives.respond(at(path));
  await left?.body?.cancel();
  await expect.poll(() => zips.list().map(({ state }) => state)).toEqual(['canceled', 'canceled']);
  expect(() => zips.cancel('zip_none')).toThrow('not listed any more');
});

test('of ZIPs that ended the last twenty are listed', async () => {
  const { archives, zips } = start();
  for (let number = 0; number < 22; number += 1) {
    const path = archives.offer('local', `${number}.zip`, members);
    await (await archives.respond(at(path)))?.arrayBuffer();
    await expect.poll(() => zips.list().some(({ state }) => state === 'working')).toBe(false);
  }
  expect(zips.list().map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, at) => `${at + 2}.zip`));
});
