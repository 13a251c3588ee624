// @module-tag long
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itemsOfOutput } from '#shared/api/index.ts';
import { ALL_NODES } from '#service/testing/all-nodes.ts';
import {
  createTestDatabase,
  hasPostgres,
  type TestDatabase,
} from '#service/storage/postgres/testing/databases.ts';
import { WorkerPrograms, type WorkerProcess } from '#service/testing/worker-program.ts';
import { TestService } from './harness.ts';

/** Items of a list that other computers run, one of which is lost in the middle of an item. */

const WORKER = [fileURLToPath(new URL('../testing/test-worker.ts', import.meta.url))];
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const text = (value: string) => ({ type: 'string', value });

describe.runIf(await hasPostgres())('items of a list on workers', () => {
  let database: TestDatabase;
  let folder: string;
  let workers: WorkerPrograms;
  let service: TestService;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'patchbay-items-'));
    workers = new WorkerPrograms();
    service = await TestService.open('in-process', { database: database.url, leavesWork: true }, ALL_NODES);
  });
  afterEach(async () => {
    await workers.killAll();
    await service.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const startWorker = (name: string): Promise<WorkerProcess> =>
    workers.start(
      {
        database: database.url,
        media: join(service.directory, 'data'),
        data: join(folder, name),
        name,
        slots: 'image=1',
      },
      WORKER,
    );
  const begun = (name: string): number => {
    const file = join(folder, `${name}.began`);
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
  };

  it('are jobs of their own: two workers share them, one that is lost costs the item it was at, and order and places stay', async () => {
    const first = await startWorker('first');
    await startWorker('second');
    const { id } = await service.ok('runs.create', {
      body: {
        graph: {
          nodes: [
            { id: 'names', type: 'list/values', inputs: { values: text(NAMES.join('\n')) } },
            { id: 'gate', type: 'test/gate', inputs: { folder: text(folder) } },
            { id: 'out', type: 'output/value', inputs: { name: text('All') } },
          ],
          connections: [
            { from: ['names', 'list'], to: ['gate', 'name'] },
            { from: ['gate', 'out'], to: ['out', 'value'] },
          ],
        },
      },
    });
    const underWay = () => NAMES.filter((name) => begun(name) > 0);
    await expect.poll(() => underWay().length, { timeout: 90_000 }).toBe(2);
    first.signal('SIGKILL');
    await first.exited;
    for (const name of NAMES) writeFileSync(join(folder, `${name}.go`), '');
    await service.engine.whenIdle();
    const run = await service.ok('runs.get', { params: { run_id: id } });
    expect(run.status).toBe('succeeded');
    const items = itemsOfOutput(run.outputs!['All']!)!;
    expect(items.map(({ output }) => output !== null && 'value' in output && output.value)).toEqual(NAMES);
    expect(items.map(({ trace }) => trace)).toEqual(NAMES.map((_, at) => [`item ${at + 1}`]));
    // What the lost worker was at began once more, and nothing else.
    expect(NAMES.map(begun).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 2]);
    const events = (await service.ok('runs.listEvents', { params: { run_id: id }, query: { limit: 200 } }))
      .data;
    expect(events.filter(({ type, nodeId }) => nodeId === 'gate' && type === 'node.succeeded')).toHaveLength(
      1,
    );
    expect(await database.execute("SELECT 1 FROM work.job WHERE data ? 'runId'")).toEqual([]);
  });
});
