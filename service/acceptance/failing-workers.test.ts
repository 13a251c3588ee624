// @module-tag rig
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_NODES } from '#service/testing/all-nodes.ts';
import {
  createTestDatabase,
  hasPostgres,
  type TestDatabase,
} from '#service/storage/postgres/testing/databases.ts';
import { WorkerPrograms, type WorkerProcess } from '#service/testing/worker-program.ts';
import { TestService } from './harness.ts';

const WORKER = [fileURLToPath(new URL('../testing/test-worker.ts', import.meta.url))];

describe.runIf(await hasPostgres())('a worker that is lost', () => {
  let database: TestDatabase;
  let folder: string;
  let workers: WorkerPrograms;
  let service: TestService;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'patchbay-lost-'));
    workers = new WorkerPrograms();
    service = await TestService.open('in-process', { database: database.url, leavesWork: true }, ALL_NODES);
  });
  afterEach(async () => {
    await workers.killAll();
    await service.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const startWorker = (name: string, address = database.url): Promise<WorkerProcess> =>
    workers.start(
      {
        database: address,
        media: join(service.directory, 'data'),
        data: join(folder, name),
        name,
        slots: 'image=1',
      },
      WORKER,
    );
  const gate = (id: string) => ({
    id,
    type: 'test/gate',
    inputs: { folder: { type: 'string', value: folder }, name: { type: 'string', value: id } },
  });
  /** How often a gate has begun. */
  const begun = (name: string): number => {
    const file = join(folder, `${name}.began`);
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
  };
  const untilBegun = async (name: string, times: number): Promise<void> => {
    await expect.poll(() => begun(name), { timeout: 90_000 }).toBe(times);
  };
  const open = (name: string): void => writeFileSync(join(folder, `${name}.go`), '');
  const run = async (...ids: string[]): Promise<string> =>
    (await service.ok('runs.create', { body: { graph: { nodes: ids.map(gate), connections: [] } } })).id;
  const eventsOf = async (id: string) =>
    (await service.ok('runs.listEvents', { params: { run_id: id } })).data;
  const jobs = () => database.execute("SELECT 1 FROM work.job WHERE data ? 'runId'");

  it('costs one try more elsewhere, which is said on the node; what an old attempt makes is thrown away', async () => {
    const first = await startWorker('first');
    const id = await run('a');
    await untilBegun('a', 1);
    first.signal('SIGSTOP');
    const second = await startWorker('second');
    await untilBegun('a', 2);
    open('a');
    await service.engine.whenIdle();
    first.signal('SIGCONT');
    // Its attempt is not the newest: it ends without a word, and goes on with what comes next.
    second.signal('SIGKILL');
    await second.exited;
    const next = await run('b');
    await untilBegun('b', 1);
    open('b');
    await service.engine.whenIdle();
    const events = await eventsOf(id);
    expect(events.filter(({ type }) => type === 'node.succeeded')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'log').map(({ message }) => message)).toEqual([
      'A worker stopped answering. Another one tries again (attempt 2).',
    ]);
    for (const run of [id, next])
      expect((await service.ok('runs.get', { params: { run_id: run } })).status).toBe('succeeded');
    expect(await jobs()).toEqual([]);
  });

  it(
    'is given the work of accounts in turn, and a node that has to wait says why',
    { tags: 'long' },
    async () => {
      const waits = await run('a');
      await expect
        .poll(
          async () =>
            (await eventsOf(waits))
              .filter(({ type }) => type === 'log')
              .map((event) => [event.message, event.data]),
          {
            timeout: 90_000,
          },
        )
        .toEqual([['No worker for pictures is there. It begins when one starts.', { pending: true }]]);
      await startWorker('only');
      await untilBegun('a', 1);
      const many = await run('b', 'c', 'd');
      await expect.poll(async () => (await jobs()).length, { timeout: 90_000 }).toBe(4);
      const other = await service.newKey({ account: 'other' });
      const body = { graph: { nodes: [gate('e')], connections: [] } };
      await service.ok('runs.create', { key: other, body });
      await expect.poll(async () => (await jobs()).length, { timeout: 90_000 }).toBe(5);
      for (const name of ['a', 'b', 'c', 'd', 'e']) open(name);
      await service.engine.whenIdle();
      const order = await database.execute(
        "SELECT node_id FROM run_events WHERE type = 'node.started' ORDER BY created_at, run_id, sequence",
      );
      // Of the account with many its first was already lined up before the other's, which comes before the rest.
      expect(order.map((row) => row['node_id']).indexOf('e')).toBeLessThanOrEqual(2);
      expect((await service.ok('runs.get', { params: { run_id: many } })).status).toBe('succeeded');
    },
  );

  it('ends what it does for a run that is canceled, and drains when it is asked to end', async () => {
    const worker = await startWorker('only');
    const id = await run('a');
    await untilBegun('a', 1);
    await service.ok('runs.cancel', { params: { run_id: id } });
    await service.engine.whenIdle();
    expect((await service.ok('runs.get', { params: { run_id: id } })).status).toBe('canceled');
    // Its only slot is free for the next.
    const next = await run('b');
    await untilBegun('b', 1);
    worker.signal('SIGTERM');
    await expect
      .poll(async () => (await database.execute('SELECT 1 FROM work.members WHERE is_draining')).length)
      .toBe(1);
    open('b');
    expect(await worker.exited).toBe(0);
    await service.engine.whenIdle();
    expect((await service.ok('runs.get', { params: { run_id: next } })).status).toBe('succeeded');
    expect(await jobs()).toEqual([]);
  });

  it('keeps what it has made while it is cut off from the database, and brings it afterwards', async () => {
    const network = await database.throughNetwork();
    await startWorker('cut', network.url);
    const id = await run('a');
    await untilBegun('a', 1);
    network.cut();
    open('a');
    await expect.poll(() => network.refused()).toBeGreaterThan(3);
    network.mend();
    await service.engine.whenIdle();
    const ended = await service.ok('runs.get', { params: { run_id: id } });
    expect([ended.status, begun('a')]).toEqual(['succeeded', 1]);
    expect((await eventsOf(id)).filter(({ type }) => type === 'node.succeeded')).toHaveLength(1);
  });
});
