// @module-tag long
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  hasPostgres,
  type TestDatabase,
} from '#service/storage/postgres/testing/databases.ts';
import { SERVICE_PROGRAM, ServiceProgram } from '#service/testing/service-program.ts';
import { TestService, textNode } from './harness.ts';

describe.runIf(await hasPostgres())('a service whose database is elsewhere', () => {
  let database: TestDatabase;
  let folder: string;
  let closing: (() => Promise<void>)[];
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'patchbay-elsewhere-'));
    closing = [];
  });
  afterEach(async () => {
    for (const close of closing) await close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('answers 503 with a sentence while that is away, and goes on by itself when it is back', async () => {
    const network = await database.throughNetwork();
    const service = await TestService.open('in-process', { database: network.url });
    closing.push(() => service.close());
    const { id } = await service.createProject();
    network.cut();
    for (const [name, options] of [
      ['projects.get', { params: { project_id: id } }],
      ['projects.list', {}],
      ['projects.create', { body: { name: 'later' }, headers: { 'idempotency-key': 'later' } }],
    ] as const) {
      const { status, error, headers } = await service.call(name, options);
      expect([status, error?.code, headers.get('retry-after')]).toEqual([503, 'DATABASE_UNAVAILABLE', '2']);
      expect(error?.message).toBe('The database cannot be reached. Try again in a moment.');
    }
    network.mend();
    expect((await service.ok('projects.list')).data.map((project) => project.id)).toEqual([id]);
    const later = { body: { name: 'later' }, headers: { 'idempotency-key': 'later' } };
    const made = await service.ok('projects.create', later);
    expect(await service.ok('projects.create', later)).toEqual(made);
    expect(await service.count('projects')).toBe(2);
  });

  it('carries on its runs when that is back', async () => {
    const network = await database.throughNetwork();
    const service = await TestService.open('in-process', { database: network.url });
    closing.push(() => service.close());
    const wait = { type: 'control/delay', inputs: { seconds: { type: 'number', value: 1 } } };
    const graph = {
      nodes: [textNode('a', 'kept'), { id: 'b', ...wait }, { id: 'c', ...wait }],
      connections: [
        { from: ['a', 'text'], to: ['b', 'value'] },
        { from: ['b', 'value'], to: ['c', 'value'] },
      ],
    };
    const { id } = await service.ok('runs.create', { body: { graph } });
    const has = async (state: string) =>
      (await database.execute(`SELECT 1 FROM run_nodes WHERE node_id = 'b' AND state = '${state}'`)).length;
    await expect.poll(() => has('running')).toBe(1);
    network.cut();
    await expect.poll(async () => (await service.call('projects.list')).status).toBe(503);
    // The engine looks whether it is back until then, and the node ends meanwhile.
    await expect.poll(() => network.refused()).toBeGreaterThan(20);
    network.mend();
    await service.engine.whenIdle();
    const run = await service.ok('runs.get', { params: { run_id: id } });
    expect([run.status, run.error]).toEqual(['succeeded', null]);
  });

  it('is started by its address, shares it with commands, and refuses a second service with other media', async () => {
    const run = async (...args: string[]) =>
      (await promisify(execFile)(process.execPath, [SERVICE_PROGRAM, ...args])).stdout.trim();
    const place = ['--data', join(folder, 'data'), '--database', database.url];
    const key = await run('keys', 'create', ...place, '--account', 'me');
    const program = new ServiceProgram(join(folder, 'data'));
    closing.push(() => program.killAll());
    const first = await program.start({ database: database.url });
    const ask = async ({ origin } = first) =>
      (await fetch(`${origin}/api/v1/projects`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await ask()).toBe(200);
    // Killed, it leaves the database to the next one at once.
    await first.kill();
    const service = await program.start({ database: database.url });
    expect(await ask(service)).toBe(200);
    expect(await run('keys', 'list', ...place)).toContain('me');
    const second = new ServiceProgram(join(folder, 'other'));
    await expect(second.start({ database: database.url })).rejects.toThrow(
      /Other services use this database with media that lie elsewhere/,
    );
    // Told by what another process has written.
    await run('keys', 'revoke', ...place, key);
    expect(await ask(service)).toBe(401);
    expect(await service.stop()).toBe(0);
  });

  it('moves there from its file and back by command, with everything it keeps', async () => {
    const data = join(folder, 'data');
    const run = async (...args: string[]) =>
      (await promisify(execFile)(process.execPath, [SERVICE_PROGRAM, ...args])).stdout.trim();
    const key = await run('keys', 'create', '--data', data, '--account', 'me');
    const program = new ServiceProgram(data);
    closing.push(() => program.killAll());
    const ask = async (origin: string, path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${origin}/api/v1${path}`, { headers, ...init });
      return (await answer.json()) as { id: string; status: string; data: { id: string; name: string }[] };
    };
    const first = await program.start();
    const body = JSON.stringify({ name: 'moved' });
    const { id } = await ask(first.origin, '/projects', { method: 'POST', body });
    const graph = JSON.stringify({ graph: { nodes: [textNode('a', 'kept')], connections: [] } });
    const made = await ask(first.origin, '/runs', { method: 'POST', body: graph });
    const statusAt = async (origin: string) => (await ask(origin, `/runs/${made.id}`)).status;
    await expect.poll(() => statusAt(first.origin)).toBe('succeeded');
    const copy = (from: string, to: string) =>
      run('database', 'copy', '--data', data, '--from', from, '--to', to);
    await expect(copy('file', database.url)).rejects.toThrow(/Another service .*is using/);
    await first.stop();
    expect(await copy('file', database.url)).toMatch(
      /^\d+ rows in \d+ tables were copied, read back, and are the same\.$/,
    );
    const second = await program.start({ database: database.url });
    expect((await ask(second.origin, '/projects')).data.map((project) => project.id)).toEqual([id]);
    expect(await statusAt(second.origin)).toBe('succeeded');
    const later = await ask(second.origin, '/projects', { method: 'POST', body });
    await second.stop();
    await expect(copy(database.url, 'file')).rejects.toThrow(/has a database already/);
    await rename(join(data, 'patchbay.sqlite'), join(folder, 'old.sqlite'));
    await copy(database.url, 'file');
    const third = await program.start();
    const found = (await ask(third.origin, '/projects')).data.map((project) => project.id);
    expect(new Set(found)).toEqual(new Set([id, later.id]));
    await third.stop();
  });

  it('is backed up, proved and put back by command, there and in a file', async () => {
    const run = async (...args: string[]) =>
      (await promisify(execFile)(process.execPath, [SERVICE_PROGRAM, ...args])).stdout.trim();
    const source = ['--data', join(folder, 'data'), '--database', database.url];
    mkdirSync(join(folder, 'data'));
    const backups = join(folder, 'backups');
    const key = await run('keys', 'create', ...source, '--account', 'me');
    const name = await run('backup', 'create', ...source, '--to', backups, '--keep', '2');
    expect(await run('backup', 'list', '--from', backups)).toBe(name);
    expect(await run('backup', 'verify', '--from', backups)).toMatch(
      /^\S+: \d+ rows and 0 files are as they were/,
    );
    const restored = join(folder, 'restored');
    expect(await run('backup', 'restore', '--from', backups, '--data', restored)).toContain(name);
    await expect(run('backup', 'restore', '--from', backups, '--data', restored)).rejects.toThrow(
      /is not empty/,
    );
    const program = new ServiceProgram(restored);
    closing.push(() => program.killAll());
    const { origin } = await program.start();
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${origin}/api/v1/projects`, { headers })).status).toBe(200);
    await expect(run('backup', 'verify', '--from', join(folder, 'nowhere'))).rejects.toThrow(
      /There is no backup in .*backup create --to/,
    );
    await expect(run('backup', 'create', ...source)).rejects.toThrow(
      /Name the folder of the backups with --to/,
    );
  });

  it('keeps texts as long as callers make them, also those that are looked for', async () => {
    const service = await TestService.open('in-process', { database: database.url });
    closing.push(() => service.close());
    const externalId = randomBytes(100_000).toString('base64');
    const ids = { externalId, externalUserId: `${externalId}u`, externalWorkspaceId: `${externalId}w` };
    const { id, version } = await service.createProject(ids);
    await service.createProject({ externalId: 'short' });
    const found = await service.call('projects.list', { query: { externalId: 'short' } });
    expect((found.body as { data: unknown[] }).data).toHaveLength(1);
    // Characters of three bytes, nine in an address; no two the same.
    const long = (first: number) =>
      String.fromCodePoint(...Array.from({ length: 200 }, (_, i) => first + i * 37));
    const form = new FormData();
    form.set('file', new Blob(['x'], { type: 'text/plain' }), `${long(0x4e00)}.txt`);
    const { fileId } = await service.ok('files.upload', { body: form });
    const node = {
      id: long(0x4e00),
      type: 'input/file',
      inputs: { file: { type: 'file', value: fileId } },
    };
    const operations = [{ op: 'addNode', node }];
    const saved = await service.call('projects.patchDocument', {
      params: { project_id: id },
      body: { expectedVersion: version, operations },
    });
    expect([saved.status, saved.text]).toEqual([200, expect.stringContaining(long(0x4e00))]);
  });

  it('keeps runs, with what they made, over a start', async () => {
    const service = await TestService.open('in-process', { database: database.url });
    closing.push(() => service.close());
    const graph = { nodes: [textNode('a', 'kept')], connections: [] };
    const { id } = await service.ok('runs.create', { body: { graph } });
    await service.engine.whenIdle();
    await service.restart();
    const run = await service.ok('runs.get', { params: { run_id: id } });
    expect(run.status).toBe('succeeded');
  });
});
