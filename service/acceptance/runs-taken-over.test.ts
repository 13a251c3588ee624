// @module-tag rig
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublicRunDetail, PublicRunEvent } from '#shared/api/index.ts';
import { PERHAPS_CHARGED } from '#shared/desk/index.ts';
import { saveProvider } from '#service/providers/providers.ts';
import { openRemoteDatabase } from '#service/storage/open-service-database.ts';
import {
  createTestDatabase,
  hasPostgres,
  type TestDatabase,
} from '#service/storage/postgres/testing/databases.ts';
import { startProvider, stream, type ProviderServer } from '../nodes/ai/testing/provider-server.ts';
import { ServiceClient } from '../testing/service-client.ts';
import { createServiceKey, ServiceProgram, type ServiceProcess } from '../testing/service-program.ts';

/** Runs whose process is killed or stopped, with another one beside it. */

const PRICE = 1_000_000;
const seconds = (value: number) => ({ seconds: { type: 'number', value } });

/** Nodes that wait one after the other, for so long each. */
const chain = (...waits: number[]) => ({
  nodes: waits.map((wait, index) => ({ id: `n${index}`, type: 'control/delay', inputs: seconds(wait) })),
  connections: waits
    .slice(1)
    .map((_wait, index) => ({ from: [`n${index}`, 'value'], to: [`n${index + 1}`, 'value'] })),
});

describe.runIf(await hasPostgres())('a run whose service is gone', { timeout: 180_000 }, () => {
  let data: string;
  let program: ServiceProgram;
  let database: TestDatabase;
  let running: ServiceProcess[];
  let clients: ServiceClient[];
  const peerOf = (index: number) => 1 - index;

  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'patchbay-taken-'));
    database = await createTestDatabase();
    program = new ServiceProgram(data);
    const prices = join(data, 'prices.json');
    writeFileSync(prices, JSON.stringify({ 'control/delay': PRICE }));
    const flags = { database: database.url, prices };
    // The first works in the data folder itself, the second in one of its own.
    running = [await program.start(flags), await program.start(flags)];
    const key = await createServiceKey(data, 'me', database.url);
    clients = running.map(({ origin }) => new ServiceClient(origin, key));
  });
  afterEach(async () => {
    await program.killAll();
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  });

  const start = async (graph: object): Promise<string> =>
    (await clients[0]!.json<PublicRunDetail>('POST', '/runs', { graph })).body.id;

  /** The process that has a run, 0 or 1; null for none. */
  async function ownerOf(runId: string): Promise<number | null> {
    const [row] = await database.execute(
      `SELECT p.place FROM runs r JOIN service_processes p ON p.name = r.owner WHERE r.id = '${runId}'`,
    );
    return row === undefined ? null : Number(/[/\\]2$/.test(String(row['place'])));
  }

  /** Waits for the event of a node. */
  const untilNode = async (runId: string, nodeId: string, type: string): Promise<void> => {
    const sql = `SELECT 1 FROM run_events WHERE run_id = '${runId}' AND node_id = '${nodeId}' AND type = '${type}'`;
    await expect.poll(() => database.execute(sql), { timeout: 60_000 }).toHaveLength(1);
  };

  /** All of a run is there once: the end, the result and the price of each node, and its events are numbered without a gap. */
  async function expectWhole(runId: string, nodes: number): Promise<void> {
    const events = await database.execute(
      `SELECT * FROM run_events WHERE run_id = '${runId}' ORDER BY sequence`,
    );
    expect(events.map(({ sequence }) => Number(sequence))).toEqual(events.map((_event, index) => index + 1));
    const ofType = (type: string) => events.filter((event) => event['type'] === type);
    expect(ofType('run.succeeded')).toHaveLength(1);
    expect(events.at(-1)?.['type']).toBe('run.succeeded');
    expect(ofType('node.succeeded').map((event) => event['node_id'])).toEqual(
      Array.from({ length: nodes }, (_, index) => `n${index}`),
    );
    const charged = await database.execute(
      `SELECT node_id FROM ledger WHERE run_id = '${runId}' ORDER BY node_id`,
    );
    expect(charged.map((row) => row['node_id'])).toEqual(
      Array.from({ length: nodes }, (_, index) => `n${index}`),
    );
  }

  it('is carried on by another one after it was killed, from where it was', async () => {
    const runId = await start(chain(0.1, 5, 0.1));
    await untilNode(runId, 'n1', 'node.started');
    const owner = (await ownerOf(runId))!;
    const reading = clients[peerOf(owner)]!.events(runId, undefined, () => false);
    await running[owner]!.kill();
    const run = await clients[peerOf(owner)]!.untilStatus(runId, ['succeeded', 'failed']);
    expect(run.status).toBe('succeeded');
    await expectWhole(runId, 3);
    // Whoever read at the other one has seen all of it, once.
    const { body } = await clients[peerOf(owner)]!.json<{ data: PublicRunEvent[] }>(
      'GET',
      `/runs/${runId}/events?limit=500`,
    );
    expect((await reading).events.map(({ id }) => id)).toEqual(body.data.map(({ id }) => id));
  });

  it('is written by the other one alone once that has it, also when the first one wakes', async () => {
    const runId = await start(chain(0.1, 6, 0.1));
    await untilNode(runId, 'n1', 'node.started');
    const owner = (await ownerOf(runId))!;
    process.kill(running[owner]!.pid, 'SIGSTOP');
    await expect.poll(() => ownerOf(runId), { timeout: 60_000 }).toBe(peerOf(owner));
    process.kill(running[owner]!.pid, 'SIGCONT');
    const run = await clients[owner]!.untilStatus(runId, ['succeeded', 'failed']);
    expect(run.status).toBe('succeeded');
    await expectWhole(runId, 3);
    // It goes on under another name, and carries runs again.
    await expect
      .poll(() => database.execute('SELECT 1 FROM service_processes'), { timeout: 60_000 })
      .toHaveLength(2);
    await running[peerOf(owner)]!.kill();
    const { body: next } = await clients[owner]!.json<PublicRunDetail>('POST', '/runs', {
      graph: chain(0.1),
    });
    expect((await clients[owner]!.untilStatus(next.id, ['succeeded', 'failed'])).status).toBe('succeeded');
  });

  it('goes to the other one at once when its service is ended in good order', { tags: 'long' }, async () => {
    const runId = await start(chain(0.1, 4));
    await untilNode(runId, 'n1', 'node.started');
    const owner = (await ownerOf(runId))!;
    expect(await running[owner]!.stop()).toBe(0);
    expect(await ownerOf(runId)).not.toBe(owner);
    expect((await clients[peerOf(owner)]!.untilStatus(runId, ['succeeded', 'failed'])).status).toBe(
      'succeeded',
    );
    await expectWhole(runId, 2);
  });

  it('asks no model a second time, and says that it may have charged', async () => {
    const provider: ProviderServer = await startProvider();
    const db = await openRemoteDatabase(database.url);
    const models = [{ kind: 'text' as const, model: 'm1', price: 10n }];
    await saveProvider(db, data, Date.now(), { name: 'Acme', baseUrl: provider.url, key: null, models });
    await db.close();
    const asked = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    provider.answers(
      async () => {
        asked.resolve();
        await never.promise;
      },
      stream(['Hi']),
    );
    const runId = await start({
      nodes: [{ id: 'ask', type: 'ai/text', inputs: { prompt: { type: 'string', value: 'Say hi' } } }],
      connections: [],
    });
    await asked.promise;
    const owner = (await ownerOf(runId))!;
    await running[owner]!.kill();
    const run = await clients[peerOf(owner)]!.untilStatus(runId, ['succeeded', 'failed']);
    expect(run).toMatchObject({ status: 'failed', error: { code: PERHAPS_CHARGED, nodeId: 'ask' } });
    expect(provider.requests).toHaveLength(1);
    never.resolve();
    await provider.close();
  });
});
