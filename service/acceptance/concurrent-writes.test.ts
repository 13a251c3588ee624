import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestService } from './harness.ts';

/** Requests that arrive together: each of their effects sees the ones before it whole, and none is lost or done twice. */

let service: TestService;
beforeEach(async () => {
  service = await TestService.open('in-process', { prices: { 'input/text': 10 } });
  // Opens the account, which the first request of several would do for all.
  await service.ok('projects.list');
});
afterEach(() => service.close());

const count = async (sql: string): Promise<number> => Number((await service.context.db.get(sql))?.['n']);
const together = <T>(times: number, request: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => request(index)));
const node = (id: string) => ({ op: 'addNode', node: { id, type: 'input/text', inputs: {} } });

describe('requests at the same moment', () => {
  it('write one version once: one of them is taken, the others are told the version that is there', async () => {
    const { id } = await service.createProject();
    const replies = await together(12, (index) =>
      service.call('projects.patchDocument', {
        params: { project_id: id },
        body: { expectedVersion: 1, operations: [node(`n${index}`)] },
      }),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(11).fill(409),
    ]);
    const conflicts = replies.flatMap(({ error }) => error?.details ?? []);
    expect(conflicts).toHaveLength(11);
    for (const details of conflicts) expect(details).toMatchObject({ expectedVersion: 1, currentVersion: 2 });
    const { document, version } = await service.ok('projects.getDocument', { params: { project_id: id } });
    expect([version, document.graph.nodes.length]).toEqual([2, 1]);
  });

  it('show a document with the version that it has, while others write it', async () => {
    const { id } = await service.createProject();
    const params = { project_id: id };
    const written = { version: 1 };
    const observed: [version: number, nodes: number][] = [];
    const reading = (async () => {
      while (written.version < 40) {
        // Requests of others come with the next turn of the event loop, as those of a network do.
        await yieldToEventLoop();
        const read = await service.ok('projects.getDocument', { params });
        observed.push([read.version, read.document.graph.nodes.length]);
        const graph = await service.ok('projects.getGraph', { params });
        observed.push([graph.version, graph.nodes.length]);
      }
    })();
    while (written.version < 40) {
      const { version } = written;
      const body = { expectedVersion: version, operations: [node(`n${version}`)] };
      await service.ok('projects.patchDocument', { params, body });
      written.version += 1;
    }
    await reading;
    expect(observed.length).toBeGreaterThan(2);
    // Each version has one node more.
    for (const [at, nodes] of observed) expect(nodes).toBe(at - 1);
  });

  it('with one idempotency key have one effect and one answer', async () => {
    const before = await count('SELECT COUNT(*) AS n FROM projects');
    const replies = await together(10, () =>
      service.call('projects.create', {
        body: { name: 'Once' },
        headers: { 'idempotency-key': 'the same moment' },
      }),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(await count('SELECT COUNT(*) AS n FROM projects')).toBe(before + 1);
  });

  it('reserve no more storage than there is', async () => {
    const half = Math.floor(service.config.storageLimit / 2) - 1000;
    const replies = await together(6, (index) =>
      service.call('files.createUpload', {
        body: { filename: `${index}.bin`, sizeBytes: half, contentType: 'application/octet-stream' },
      }),
    );
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(2);
    expect(await count('SELECT SUM(storage_reserved_bytes) AS n FROM accounts')).toBe(2 * half);
  });

  it('start no more runs than the balance covers', async () => {
    await service.context.db.run('UPDATE accounts SET balance_microcredits = 35');
    const graph = (value: string) => ({
      nodes: [{ id: 'a', type: 'input/text', inputs: { value: { type: 'string', value } } }],
      connections: [],
    });
    const replies = await together(8, (index) =>
      service.call('runs.create', { body: { graph: graph(`${index}`) } }),
    );
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(3);
    await service.engine.whenIdle();
    expect(await count('SELECT SUM(balance_microcredits) AS n FROM accounts')).toBe(5);
    expect(await count('SELECT COUNT(*) AS n FROM ledger')).toBe(3);
  });

  it('give ids in the order in which they are committed', async () => {
    const replies = await together(10, (index) => service.createProject({ name: `${index}` }));
    const rows = await service.context.db.all(
      'SELECT id FROM projects WHERE length(name) = 1 ORDER BY touched',
    );
    const ids = rows.map((row) => String(row['id']));
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(replies.map(({ id }) => id))).toEqual(new Set(ids));
  });

  it('change one project once for each version, whatever they change', async () => {
    const { id } = await service.createProject();
    await together(5, async (index) => {
      const body = { expectedVersion: 1, metadata: { index } };
      await service.call('projects.updateMetadata', { params: { project_id: id }, body });
    });
    expect((await service.ok('projects.get', { params: { project_id: id } })).version).toBe(2);
  });
});
