import { expect, test } from 'vitest';
import { DeskError } from '../desk-error.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createArchives } from './archives.ts';
import { createSpool } from './spool.ts';

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
  const archives = createArchives(
    { now: () => time },
    createSpool(() => folder),
  );
  return { archives, pass: (milliseconds: number) => (time += milliseconds) };
}

test('files of a ZIP come one by one as well, and one that is gone says so', async () => {
  const { archives } = start();
  const { id, path } = archives.offerFiles('Two.zip', [...members, gone]);
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
  const { path } = archives.offerFiles('Two.zip', members);
  for (let round = 0; round < 5; round += 1) {
    pass(9 * 60_000);
    expect(await (await archives.respond(at(`${path}/0`)))?.text()).toBe('Bytes of One');
  }
  pass(11 * 60_000);
  await expect(archives.respond(at(`${path}/0`))).rejects.toThrow('This download is over');
});

test('what was offered as a ZIP alone has no files to ask for', async () => {
  const { archives } = start();
  const path = archives.offer('Two.zip', members);
  await expect(archives.respond(at(`${path}/0`))).rejects.toThrow('no such file');
  expect(archives.respond(at('/media/other'))).toBeNull();
});
