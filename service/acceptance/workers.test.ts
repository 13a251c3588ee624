// @module-tag rig
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  hasPostgres,
  type TestDatabase,
} from '#service/storage/postgres/testing/databases.ts';
import { WorkerPrograms } from '#service/testing/worker-program.ts';
import { TestService } from './harness.ts';

const noise = (id: string, seed: number) => ({
  id,
  type: 'image/noise',
  inputs: { seed: { type: 'number', value: seed } },
});

describe.runIf(await hasPostgres())('workers', () => {
  let database: TestDatabase;
  let folder: string;
  let workers: WorkerPrograms;
  let closing: (() => Promise<void>)[];
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'patchbay-workers-'));
    workers = new WorkerPrograms();
    closing = [];
  });
  afterEach(async () => {
    await workers.killAll();
    for (const close of closing) await close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const openService = async (): Promise<TestService> => {
    const service = await TestService.open('in-process', { database: database.url, leavesWork: true });
    closing.push(() => service.close());
    return service;
  };
  const flagsOf = (service: TestService, name: string) => ({
    database: database.url,
    media: join(service.directory, 'data'),
    data: join(folder, name),
    name,
  });

  it('execute the nodes of a service that leaves them, and it stores what they made', async () => {
    const service = await openService();
    await workers.start(flagsOf(service, 'render-1'));
    const graph = {
      nodes: [noise('a', 1), { id: 'b', type: 'image/blur', inputs: {} }],
      connections: [{ from: ['a', 'image'], to: ['b', 'image'] }],
    };
    const { id } = await service.ok('runs.create', { body: { graph } });
    await service.engine.whenIdle();
    const run = await service.ok('runs.get', { params: { run_id: id } });
    expect([run.status, run.error, Object.keys(run.outputs ?? {})]).toEqual(['succeeded', null, ['b.image']]);
    const { data } = await service.ok('runs.listEvents', { params: { run_id: id } });
    expect(data.filter(({ type }) => type === 'node.started').map(({ data }) => data?.['worker'])).toEqual([
      'render-1',
      'render-1',
    ]);
    expect(await database.execute("SELECT 1 FROM work.job WHERE data ? 'runId'")).toEqual([]);
  });
});
