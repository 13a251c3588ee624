// @module-tag rig
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RestoredDatabase } from '#shared/desk/restored-database.ts';
import { createServiceKey, ServiceProgram } from '#service/testing/service-program.ts';
import { backUpDatabase, listBackups } from '../storage/backups.ts';
import { dataPaths } from '../storage/data-directory.ts';
import { TestService, textNode } from './harness.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

/** What a disk, or a person, can do to the file. */
const damages: readonly (readonly [string, 'damaged' | 'missing', (file: string) => void])[] = [
  [
    'flipped bits of its schema',
    'damaged',
    (file) => {
      const bytes = readFileSync(file);
      for (let at = 100; at < 4096; at += 1) bytes[at]! ^= 0x55;
      writeFileSync(file, bytes);
    },
  ],
  ['cut in the middle', 'damaged', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ['overwritten', 'damaged', (file) => writeFileSync(file, 'nothing of it is left '.repeat(5000))],
  ['emptied', 'missing', (file) => truncateSync(file, 0)],
  ['deleted', 'missing', (file) => rmSync(file)],
];

describe('a database that is damaged or missing', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await TestService.open('in-process');
  });
  afterEach(() => service.close());
  const paths = () => dataPaths(service.config.dataDirectory);
  const record = () => RestoredDatabase.parse(JSON.parse(readFileSync(paths().restoredDatabase, 'utf8')));
  const names = async () => (await service.ok('projects.list')).data.map(({ name }) => name);
  const lose = (damage: (file: string) => void) =>
    service.restart(async () => {
      for (const end of ['-wal', '-shm']) rmSync(paths().database + end, { force: true });
      damage(paths().database);
    });

  it.each(damages)(
    'that was %s is replaced by the newest backup, which is written down',
    async (_what, cause, damage) => {
      await service.createProject({ name: 'Before' });
      expect(await service.backUp()).not.toBeNull();
      await service.createProject({ name: 'After' });
      await lose(damage);
      expect(await names()).toContain('Before');
      expect(await names()).not.toContain('After');
      const { quarantined, ...said } = record();
      expect(said).toMatchObject({ cause, state: 'done', backupFrom: expect.stringMatching(/^20/) });
      // Of what was missing there is nothing to be put under another name.
      const aside = readdirSync(service.config.dataDirectory).filter((name) => name.includes('.broken-'));
      expect([quarantined, aside]).toEqual(cause === 'missing' ? [null, []] : [aside[0], [quarantined]]);
      // It goes on as any other: what is made now is there after the next start, and nothing is replaced again.
      await service.createProject({ name: 'Later' });
      await service.restart();
      expect(await names()).toContain('Later');
      expect(record().at).toBe(said.at);
    },
  );

  it('gives back the files that are younger than the backup', async () => {
    // The account has its sample project and the file of it.
    await names();
    await service.backUp();
    const bytes = Buffer.from('uploaded after the backup');
    const session = await service.ok('files.createUpload', {
      body: { filename: 'late.txt', sizeBytes: bytes.length },
    });
    await service.raw(session.upload!.url, { method: 'PUT', body: bytes });
    const params = { upload_id: session.uploadId };
    const { fileId } = await service.ok('files.completeUpload', { params, body: {} });
    await lose((file) => {
      const db = new DatabaseSync(file);
      const find = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'projects'");
      const page = Number(find.get()?.['rootpage']);
      const pageSize = Number(db.prepare('PRAGMA page_size').get()?.['page_size']);
      db.close();
      const whole = readFileSync(file);
      whole.fill(0xff, (page - 1) * pageSize, page * pageSize);
      writeFileSync(file, whole);
    });
    expect(record()).toMatchObject({ cause: 'damaged', filesSalvaged: 1 });
    const { downloadUrl } = await service.ok('files.downloadUrl', { params: { file_id: fileId } });
    expect(await (await service.raw(downloadUrl)).text()).toBe(bytes.toString());
    // Also after the next sweep.
    await service.restart();
    expect((await service.ok('files.get', { params: { file_id: fileId } })).filename).toBe('late.txt');
  });

  it('begins anew where there is no backup, and says so', async () => {
    await lose((file) => writeFileSync(file, 'damaged'));
    expect(record()).toMatchObject({ cause: 'damaged', backupFrom: null, state: 'done' });
    expect(readFileSync(join(service.config.dataDirectory, record().quarantined!), 'utf8')).toBe('damaged');
  });

  it('answers requests while it is backed up', async () => {
    connectionOf(service.context.db).exec(`CREATE TABLE ballast (bytes BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO ballast SELECT randomblob(10000) FROM n`);
    let answeredMeanwhile = 0;
    const state = { isBackingUp: true };
    const backup = service.backUp().finally(() => {
      state.isBackingUp = false;
    });
    while (state.isBackingUp) {
      await service.createProject({ name: 'Meanwhile' });
      // A response in this process comes without a turn of the event loop, which the end of the backup needs.
      await new Promise(setImmediate);
      if (state.isBackingUp) answeredMeanwhile += 1;
    }
    expect(await backup).not.toBeNull();
    expect(answeredMeanwhile).toBeGreaterThan(3);
  });

  it('passes over a damaged backup', async () => {
    await service.createProject({ name: 'First' });
    await service.backUp();
    service.clockOffsetMs += 86_400_000;
    await service.createProject({ name: 'Second' });
    await service.backUp();
    const [newest] = listBackups(paths().backups);
    truncateSync(newest!.path, 5000);
    await lose((file) => rmSync(file));
    expect(await names()).toContain('First');
    expect(await names()).not.toContain('Second');
  });

  it('is not restored over one that a kill left half put back', async () => {
    await service.createProject({ name: 'Before' });
    await service.backUp();
    const at = '2026-01-01T00:00:00.000Z';
    const begun = {
      at,
      cause: 'damaged',
      quarantined: 'patchbay.sqlite.broken-x',
      backupFrom: null,
      state: 'begun',
    };
    await lose((file) => {
      writeFileSync(file, 'damaged');
      writeFileSync(paths().restoredDatabase, JSON.stringify(begun));
    });
    expect(record()).toMatchObject({ at, state: 'done', quarantined: 'patchbay.sqlite.broken-x' });
    expect(readFileSync(join(service.config.dataDirectory, 'patchbay.sqlite.broken-x'), 'utf8')).toBe(
      'damaged',
    );
    expect(await names()).toContain('Before');
  });
});

it('damage that shows while it is used ends the process with a sentence, and the next start restores the backup', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-damaged-'));
  const program = new ServiceProgram(folder);
  try {
    const key = await createServiceKey(folder);
    const { database, backups, suspect, restoredDatabase } = dataPaths(folder);
    const first = await program.start();
    const call = (origin: string, method: string, path: string, body?: object) =>
      fetch(`${origin}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const made = (await (await call(first.origin, 'POST', '/projects', { name: 'Mine' })).json()) as {
      id: string;
    };
    const graph = {
      nodes: Array.from({ length: 200 }, (_, n) => textNode(`n${n}`, 'x'.repeat(500))),
      connections: [],
    };
    await call(first.origin, 'PUT', `/projects/${made.id}/document`, {
      expectedVersion: 1,
      document: { graph },
    });
    await first.stop();
    await backUpDatabase(database, backups, Date.now());
    const second = await program.start();
    // Under its feet: every page but the first ones, which hold the schema.
    const bytes = readFileSync(database);
    bytes.fill(0x5a, bytes.length >> 2);
    writeFileSync(database, bytes, { flag: 'r+' });
    const responses: number[] = [];
    for (let n = 0; n < 50 && responses.at(-1) !== 503; n += 1) {
      const response = await call(second.origin, 'GET', `/projects/${made.id}/document`).catch(() => null);
      responses.push(response?.status ?? 503);
      const created = await call(second.origin, 'POST', '/projects', { name: `More ${n}` }).catch(() => null);
      responses.push(created?.status ?? 503);
    }
    expect(responses.at(-1)).toBe(503);
    expect(await second.exited).toBe(1);
    expect(readdirSync(folder)).toContain(basename(suspect));
    const third = await program.start();
    expect((await call(third.origin, 'GET', `/projects/${made.id}/document`)).status).toBe(200);
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining([basename(restoredDatabase), expect.stringContaining('.broken-')]),
    );
    expect(readdirSync(folder)).not.toContain(basename(suspect));
    await third.stop();
  } finally {
    await program.killAll();
    await rm(folder, { recursive: true, force: true });
  }
});
