import { copyFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataPaths } from '../storage/data-directory.ts';
import { TestService } from './harness.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

/** Stored files beside a database that does not know them. */
describe('files that the database does not know', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await TestService.open('in-process');
  });
  afterEach(() => service.close());

  const paths = () => dataPaths(service.config.dataDirectory);

  const store = async (content: string) => {
    const form = new FormData();
    form.set('file', new Blob([content], { type: 'text/plain' }), 'note.txt');
    const { fileId } = await service.ok('files.upload', { body: form });
    const row = connectionOf(service.context.db).prepare('SELECT blob FROM files WHERE id = ?').get(fileId);
    return { fileId, hash: String(row?.['blob']) };
  };
  const read = async (fileId: string) => {
    const { downloadUrl } = await service.ok('files.downloadUrl', { params: { file_id: fileId } });
    return (await service.raw(downloadUrl)).text();
  };
  const quarantine = async () => {
    const folders = await readdir(paths().quarantine).catch(() => []);
    const names = await Promise.all(folders.map((folder) => readdir(join(paths().quarantine, folder))));
    return names.flat();
  };
  const removeDatabase = async () => {
    for (const end of ['', '-wal', '-shm']) await rm(paths().database + end, { force: true });
  };

  it.each([
    ['deleted', removeDatabase],
    ['emptied', () => truncate(paths().database)],
  ])('survive the start after it was %s, and come back with it', async (_what, lose) => {
    const { fileId, hash } = await store('mine');
    const copy = join(service.directory, 'copy.sqlite');
    await service.restart(async () => {
      await copyFile(paths().database, copy);
      await lose();
    });
    expect(await quarantine()).toContain(hash);
    expect(await service.context.blobs.has(hash)).toBe(false);
    // Not the second start either: by then the new database has a mark of its own.
    await service.restart();
    expect(await quarantine()).toContain(hash);

    await service.restart(async () => {
      await removeDatabase();
      await copyFile(copy, paths().database);
    });
    expect(await read(fileId)).toBe('mine');
    expect(await quarantine()).toEqual([]);
  });

  it('survive a database that was put back from an older copy', async () => {
    const old = await store('old');
    const copy = join(service.directory, 'copy.sqlite');
    await service.restart(() => copyFile(paths().database, copy));
    const newer = await store('newer');
    const upload = await service.ok('files.createUpload', { body: { filename: 'half.bin', sizeBytes: 4 } });
    await service.raw(upload.upload?.url ?? '', { method: 'PUT', body: 'half' });
    await service.restart(() => copyFile(copy, paths().database));
    expect(await read(old.fileId)).toBe('old');
    const kept = await quarantine();
    expect(kept).toContain(newer.hash);
    // What had arrived of an upload is among them.
    expect(kept).toHaveLength(2);
  });

  it('survive an emptied database also where neither side has a mark yet', async () => {
    const { hash } = await store('from an earlier version');
    await service.restart(async () => {
      await removeDatabase();
      await rm(join(paths().blobs, 'database-mark'));
    });
    expect(await quarantine()).toContain(hash);
  });

  it('are cleared away where data of an earlier version has no mark, but plainly belongs together', async () => {
    await store('known');
    const orphan = await service.context.blobs.write(Buffer.from('left by a crash'));
    connectionOf(service.context.db).exec(`DELETE FROM secrets WHERE name = 'blob-store'`);
    await service.restart(() => rm(join(paths().blobs, 'database-mark')));
    expect(await service.context.blobs.has(orphan.hash)).toBe(false);
    expect(await quarantine()).toEqual([]);
  });

  it('stay trusted when a start is cut off between the two marks', async () => {
    await store('known');
    const mark = join(paths().blobs, 'database-mark');
    const orphan = await service.context.blobs.write(Buffer.from('left by a crash'));
    await service.restart(async () => writeFile(mark, `${await readFile(mark, 'utf8')}${'0'.repeat(64)}\n`));
    expect(await service.context.blobs.has(orphan.hash)).toBe(false);
    expect(await quarantine()).toEqual([]);
  });
});
