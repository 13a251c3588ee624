import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestService, textNode } from '#service/acceptance/harness.ts';
import { createService } from '#service/app/create-service.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import { FILE } from '#service/storage/row-copy/copy-database.ts';
import { createTestDatabase, hasPostgres } from '#service/storage/postgres/testing/databases.ts';
import { filesOf, listBackupNames } from './backup-folder.ts';
import { createBackup, type BackupOptions } from './create-backup.ts';
import { restoreBackup, type RestoreOptions } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const noSignal = new AbortController().signal;
const quiet = { signal: noSignal, onProgress: () => {} };

let root: string;
let folder: string;
let service: TestService;
let closing: (() => Promise<unknown>)[];
let now: number;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'patchbay-backup-'));
  folder = join(root, 'backups');
  closing = [];
  now = Date.parse('2026-11-30T10:00:00Z');
});
afterEach(async () => {
  for (const close of closing) await close();
  await rm(root, { recursive: true, force: true });
});

async function open(database?: string): Promise<void> {
  service = await TestService.open('in-process', { database });
  closing.push(() => service.close());
}

const backUp = async (options: Partial<BackupOptions> = {}) => {
  now += 1000;
  return await createBackup({
    dataDirectory: service.config.dataDirectory,
    location: service.config.database ?? FILE,
    folder,
    getTime: () => now,
    ...quiet,
    ...options,
  });
};
const restore = (name: string, dataDirectory: string, options: Partial<RestoreOptions> = {}) =>
  restoreBackup({ folder, name, dataDirectory, location: FILE, media: 'folder', ...quiet, ...options });
const media = (): string[] =>
  readdirSync(join(folder, 'media'), { recursive: true })
    .map(String)
    .filter((path) => /[0-9a-f]{64}$/.test(path));

async function upload(text: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([text], { type: 'text/plain' }), 'note.txt');
  return (await service.ok('files.upload', { body: form })).fileId;
}

/** Starts a service on a restored folder, with the key of the first. */
async function reopen(dataDirectory: string, database?: string) {
  const restored = await createService({ ...service.config, dataDirectory, database });
  closing.push(() => restored.close());
  const ask = async (path: string): Promise<Response> =>
    await restored.fetch(
      new Request(path.startsWith('http') ? path : `http://service.test/api/v1${path}`, {
        headers: path.startsWith('http') ? {} : { authorization: `Bearer ${service.key}` },
      }),
    );
  return {
    restored,
    ask,
    json: async (path: string) => (await (await ask(path)).json()) as Record<string, never>,
  };
}

const filePath = (fileId: string): string => `/files/${fileId}`;

describe.for(['file', 'postgres'] as const)('a backup of a service on %s', (kind) => {
  const start = async (): Promise<boolean> => {
    if (kind === 'file') await open();
    else {
      if (!(await hasPostgres())) return false;
      const database = await createTestDatabase();
      await open(database.url);
      closing.push(() => database.drop());
    }
    return true;
  };

  it('is made while that runs, brings new media only, and is put back with everything as it was', async () => {
    if (!(await start())) return;
    const { id } = await service.createProject();
    const first = await upload('first');
    const { name, record } = await backUp();
    expect(record.missing).toEqual([]);
    const before = media();
    const later = await upload('second');
    const { id: laterProject } = await service.createProject();
    const second = await backUp();
    expect(media().length).toBe(before.length + 1);
    for (const each of [name, second.name])
      expect((await verifyBackup(folder, each, quiet)).damaged).toEqual([]);

    const target = join(root, 'restored');
    await restore(name, target);
    const { ask, json } = await reopen(target);
    expect((await json(`/projects/${id}`))['id']).toBe(id);
    expect((await ask(`/projects/${laterProject}`)).status).toBe(404);
    expect((await ask(filePath(later))).status).toBe(404);
    const { downloadUrl } = await json(`${filePath(first)}/download-url`);
    expect(await (await ask(String(downloadUrl))).text()).toBe('first');
  });

  it('says of runs that were under way that they ask no model by themselves', { tags: 'rig' }, async () => {
    if (!(await start())) return;
    const wait = { type: 'control/delay', inputs: { seconds: { type: 'number', value: 600 } } };
    const graph = {
      nodes: [textNode('a', 'x'), { id: 'b', ...wait }],
      connections: [{ from: ['a', 'text'], to: ['b', 'value'] }],
    };
    const { id } = await service.ok('runs.create', { body: { graph } });
    const { name } = await backUp();
    const database = kind === 'file' ? null : await createTestDatabase({ empty: true });
    if (database !== null) closing.push(() => database.drop());
    await restore(name, join(root, 'restored'), { location: database?.url ?? FILE });
    const { restored } = await reopen(join(root, 'restored'), database?.url);
    expect(await restored.context.db.get('SELECT is_from_backup FROM runs WHERE id = ?', [id])).toEqual({
      is_from_backup: 1,
    });
    // The first goes on as it was.
    await service.restart();
    expect(await service.context.db.get('SELECT is_from_backup FROM runs WHERE id = ?', [id])).toEqual({
      is_from_backup: 0,
    });
  });
});

describe('backups', () => {
  it('are proved by reading all of them', { tags: 'rig' }, async () => {
    await open();
    await upload('first');
    const { name } = await backUp();
    const files = filesOf(folder, name);
    const [medium] = media();
    await appendFile(join(folder, 'media', medium!), 'x');
    expect((await verifyBackup(folder, name, quiet)).damaged).toEqual([medium!.slice(3)]);
    await expect(restore(name, join(root, 'restored'))).rejects.toThrow(
      /is missing or damaged.*backup verify/,
    );
    await rm(join(folder, 'media', medium!));
    expect((await verifyBackup(folder, name, quiet)).damaged).toEqual([medium!.slice(3)]);
    // The next backup brings it again.
    const again = await backUp();
    expect((await verifyBackup(folder, again.name, quiet)).damaged).toEqual([]);
    await appendFile(files.media, 'x\n');
    await expect(verifyBackup(folder, name, quiet)).rejects.toThrow('list of media');
    await appendFile(files.database, 'x');
    await expect(verifyBackup(folder, name, quiet)).rejects.toThrow('database of the backup');
    await writeFile(files.record, '{"format": 2}');
    await expect(verifyBackup(folder, name, quiet)).rejects.toThrow('made by a newer Patchbay');
    await writeFile(files.record, '{');
    await expect(verifyBackup(folder, name, quiet)).rejects.toThrow('description of the backup');
  });

  it('name media that rows have and the store has not, and keep as many as asked', async () => {
    await open();
    const orphan = await upload('lost');
    const { record: whole } = await backUp();
    await rm(folder, { recursive: true });
    for (const path of readdirSync(dataPaths(service.config.dataDirectory).blobs, { recursive: true }))
      if (/[0-9a-f]{64}$/.test(String(path)))
        rmSync(join(dataPaths(service.config.dataDirectory).blobs, String(path)));
    const { record } = await backUp();
    expect(record.missing).toHaveLength(whole.media.count);
    await service.ok('files.delete', { params: { file_id: orphan } });
    expect((await backUp()).record.missing).toHaveLength(whole.media.count - 1);
    await upload('kept');
    const last = await backUp({ keep: 1 });
    expect(listBackupNames(folder)).toEqual([last.name]);
  });

  it(
    'go into an empty place only, and one that was stopped on the way goes on',
    { tags: 'rig' },
    async () => {
      await open();
      await upload('first');
      await upload('second');
      const { name } = await backUp();
      const full = join(root, 'full');
      await mkdir(full);
      await writeFile(join(full, 'patchbay.sqlite'), 'x');
      await expect(restore(name, full)).rejects.toThrow(/is not empty\. Name an empty one/);
      const target = join(root, 'restored');
      const stop = new AbortController();
      stop.abort(new Error('enough'));
      await expect(restore(name, target, { signal: stop.signal })).rejects.toThrow('enough');
      await expect(createService({ ...service.config, dataDirectory: target })).rejects.toThrow(
        /was being put back .*Say the same “backup restore” again/,
      );
      await restore(name, target);
      expect((await readdir(target)).toSorted()).toEqual(['blobs', 'patchbay.sqlite', 'service.lock']);
      await reopen(target);
    },
  );
});
