// @module-tag rig
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PublicFileUploadSession, PublicRunDetail, PublicRunEvent } from '#shared/api/index.ts';
import {
  createTestDatabase,
  hasPostgres,
  type TestDatabase,
} from '#service/storage/postgres/testing/databases.ts';
import { startS3Server, type S3Server } from '#service/storage/testing/s3-server.ts';
import { saveProvider } from '#service/providers/providers.ts';
import { openRemoteDatabase } from '#service/storage/open-service-database.ts';
import { startProvider, stream } from '../nodes/ai/testing/provider-server.ts';
import { delayGraph, ServiceClient } from '../testing/service-client.ts';
import { createServiceKey, ServiceProgram, type ServiceProcess } from '../testing/service-program.ts';

/** Two processes on one database and one folder: what one has taken, the other one knows. */

describe.runIf(await hasPostgres())('two services on one database', { timeout: 120_000 }, () => {
  let data: string;
  let program: ServiceProgram;
  let database: TestDatabase;
  let running: [ServiceProcess, ServiceProcess];
  let key = '';
  const at = (index: 0 | 1) => new ServiceClient(running[index].origin, key);

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'patchbay-two-'));
    database = await createTestDatabase({ empty: true });
    program = new ServiceProgram(data);
    // Both make the tables, and each waits for the other one to have joined.
    const flags = { database: database.url, 'multipart-threshold': 1000, 'part-size': 400 };
    running = await Promise.all([program.start(flags), program.start(flags)]);
    key = await createServiceKey(data, 'me', database.url);
  });
  afterAll(async () => {
    await program.killAll();
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  });

  it('takes a file whose upload is begun, sent and completed at different ones, and once', async () => {
    const bytes = Buffer.from(Array.from({ length: 900 }, (_, index) => index % 251));
    const { body: session } = await at(0).json<PublicFileUploadSession>('POST', '/files/uploads', {
      filename: 'a.bin',
      sizeBytes: bytes.length,
    });
    expect((await at(1).put(session.upload!.url, bytes)).status).toBe(200);
    const completions = await Promise.all(
      ([0, 1] as const).map((index) =>
        at(index).json('POST', `/files/uploads/${session.uploadId}/complete`, {}),
      ),
    );
    expect(completions.map(({ status }) => status)).toEqual([200, 200]);
    const { body: link } = await at(0).json<{ downloadUrl: string }>(
      'GET',
      `/files/${session.fileId}/download-url`,
    );
    // A signed address of one opens at the other.
    const stored = await at(1).get(link.downloadUrl);
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
    const rows = await database.execute(
      `SELECT count(*)::int AS n FROM files WHERE id = '${session.fileId}'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('gives one effect to one key that comes to both at once', async () => {
    const send = (index: 0 | 1) =>
      at(index).json<{ id: string }>(
        'POST',
        '/projects',
        { name: 'Once' },
        { 'idempotency-key': 'the same' },
      );
    const [first, second] = await Promise.all([send(0), send(1)]);
    expect(first.status).toBe(201);
    expect(second.body.id).toBe(first.body.id);
    // What one wrote, the other one reads at once.
    for (const index of [0, 1] as const) {
      const renamed = { name: `Name ${index}`, expectedVersion: index + 1 };
      await at(index).json('PATCH', `/projects/${first.body.id}`, renamed);
      const { body } = await at(index === 0 ? 1 : 0).json<{ name: string }>(
        'GET',
        `/projects/${first.body.id}`,
      );
      expect(body.name).toBe(`Name ${index}`);
    }
  });

  it('tells the events of a run at the other one as they come, and lets a reader move without gap or double', async () => {
    const { body: run } = await at(0).json<PublicRunDetail>('POST', '/runs', { graph: delayGraph(3) });
    const ids: string[] = [];
    let last: string | undefined;
    // A reader that is moved after every second event, back and forth.
    for (let index: 0 | 1 = 1; ; index = index === 0 ? 1 : 0) {
      const read = await at(index).events(run.id, last, (seen) => seen.length === 2);
      for (const { id } of read.events) ids.push(id);
      last = ids.at(-1);
      if (read.isOver) break;
    }
    const { body: list } = await at(1).json<{ data: PublicRunEvent[] }>(
      'GET',
      `/runs/${run.id}/events?limit=500`,
    );
    expect(ids).toEqual(list.data.map(({ id }) => id));
    expect(list.data.at(-1)?.type).toBe('run.succeeded');
  });

  it('cancels at one what the other one carries on', async () => {
    const started = await Promise.all(
      ([0, 1] as const).map((index) =>
        at(index).json<PublicRunDetail>('POST', '/runs', { graph: delayGraph(600) }),
      ),
    );
    for (const [index, { body }] of started.entries()) {
      await at(0).untilStatus(body.id, ['running']);
      const { body: asked } = await at(index === 0 ? 1 : 0).json<PublicRunDetail>(
        'POST',
        `/runs/${body.id}/cancel`,
      );
      expect(asked).toMatchObject({ status: 'running', cancelRequested: true });
      expect((await at(1).untilStatus(body.id, ['canceled'])).status).toBe('canceled');
    }
  });

  it('asks a model once for equal nodes of runs at both', async () => {
    const provider = await startProvider();
    const db = await openRemoteDatabase(database.url);
    const models = [{ kind: 'text' as const, model: 'm1', price: 10n }];
    await saveProvider(db, data, Date.now(), { name: 'Acme', baseUrl: provider.url, key: null, models });
    await db.close();
    const answer = Promise.withResolvers<void>();
    provider.answers(async (response, request) => {
      await answer.promise;
      await stream(['Hi'])(response, request);
    });
    const graph = {
      nodes: [{ id: 'ask', type: 'ai/text', inputs: { prompt: { type: 'string', value: 'Say hi' } } }],
      connections: [],
    };
    const begin = async (index: 0 | 1) =>
      (await at(index).json<PublicRunDetail>('POST', '/runs', { graph })).body.id;
    const owners = () =>
      database.execute("SELECT DISTINCT owner FROM runs WHERE status = 'running' AND owner IS NOT NULL");
    const runs: string[] = [];
    // One that looked for work at the very moment may have taken both.
    do runs.push(await begin(0), await begin(1));
    while (
      (await vi.waitUntil(async () => ((await owners()).length > 0 ? await owners() : null))).length < 2
    );
    for (const runId of runs) await at(0).untilStatus(runId, ['running']);
    answer.resolve();
    for (const runId of runs)
      expect((await at(1).untilStatus(runId, ['succeeded', 'failed'])).status).toBe('succeeded');
    expect(provider.requests).toHaveLength(1);
    const charged = await database.execute("SELECT 1 FROM ledger WHERE node_id = 'ask'");
    expect(charged).toHaveLength(1);
    await provider.close();
  });

  it('hears of events again after its connection to the others was lost', async () => {
    const { body: run } = await at(0).json<PublicRunDetail>('POST', '/runs', { graph: delayGraph(6) });
    const reading = at(1).events(run.id, undefined, (seen) =>
      seen.some(({ type }) => type === 'run.succeeded'),
    );
    await at(1).untilStatus(run.id, ['running']);
    await database.endConnections();
    expect((await reading).events.map(({ type }) => type).filter((type) => type !== 'node.progress')).toEqual(
      ['run.accepted', 'run.queued', 'run.started', 'node.started', 'node.succeeded', 'run.succeeded'],
    );
  });

  it('tells of stars and runs of a team at the other one', { tags: 'long' }, async () => {
    const received: string[] = [];
    const end = new AbortController();
    const response = await fetch(`${running[1].origin}/administration/v1/team/events`, {
      headers: { authorization: `Bearer ${key}` },
      signal: end.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const readField = async (count: number, field: string): Promise<string> => {
      const found = () => received.join('').match(new RegExp(`"${field}":\\d+`, 'g')) ?? [];
      while (found().length < count) received.push((await reader.read()).value ?? '');
      return found().at(-1)!;
    };
    const before = [await readField(1, 'sequence'), await readField(1, 'order')];
    const { body: run } = await at(0).json<PublicRunDetail>('POST', '/runs', { graph: delayGraph(0) });
    expect(await readField(2, 'order')).not.toBe(before[1]);
    const star = { id: 'star', field: 'starred', output: { runId: run.id, key: 'Text' }, value: true };
    await fetch(`${running[0].origin}/administration/v1/team/changes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ changes: [star] }),
    });
    expect(await readField(2, 'sequence')).not.toBe(before[0]);
    end.abort();
  });

  it('lets through what the limit allows, over both', async () => {
    const folder = join(data, 'limited');
    const apart = await createTestDatabase();
    const limited = { data: folder, database: apart.url, 'rate-limit': 10 };
    const pair = await Promise.all([program.start(limited), program.start(limited)]);
    const limitedKey = await createServiceKey(folder, 'me', apart.url);
    const clients = pair.map(({ origin }) => new ServiceClient(origin, limitedKey));
    const statuses: number[] = [];
    for (let count = 0; count < 14; count += 1)
      statuses.push((await clients[count % 2]!.json('GET', '/projects')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429, 429, 429]);
    await Promise.all(pair.map((service) => service.stop()));
    await apart.drop();
  });

  it('refuses a service whose media are not those of the database', async () => {
    const foreign = mkdtempSync(join(tmpdir(), 'patchbay-elsewhere-'));
    const stranger = new ServiceProgram(foreign);
    await expect(stranger.start({ database: database.url })).rejects.toThrow(
      'Other services use this database with media that lie elsewhere',
    );
    rmSync(foreign, { recursive: true, force: true });
  });
});

describe.runIf(await hasPostgres())(
  'two services with folders of their own and one bucket',
  { timeout: 120_000 },
  () => {
    let server: S3Server;
    let database: TestDatabase;
    const folders: string[] = [];
    const programs: ServiceProgram[] = [];
    beforeAll(async () => {
      server = await startS3Server();
      database = await createTestDatabase();
    });
    afterAll(async () => {
      for (const program of programs) await program.killAll();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
      await server.close();
      await database.drop();
    });

    it('put together at one what was sent to the other, and leave no part behind', async () => {
      const start = async (): Promise<ServiceProcess> => {
        const folder = mkdtempSync(join(tmpdir(), 'patchbay-bucket-'));
        folders.push(folder);
        const program = new ServiceProgram(folder);
        programs.push(program);
        return await program.start({
          database: database.url,
          media: server.place('two'),
          'multipart-threshold': 1000,
          'part-size': 400,
        });
      };
      const first = await start();
      const second = await start();
      const key = await createServiceKey(folders[0]!, 'me', database.url);
      const [a, b] = [new ServiceClient(first.origin, key), new ServiceClient(second.origin, key)];
      const bytes = Buffer.from(Array.from({ length: 1100 }, (_, index) => index % 251));
      const { body: session } = await a.json<PublicFileUploadSession>('POST', '/files/uploads', {
        filename: 'a.bin',
        sizeBytes: bytes.length,
      });
      const etags: (string | null)[] = [];
      for (const [index, { url }] of session.parts!.entries()) {
        const sent = await (index % 2 === 0 ? a : b).put(url, bytes.subarray(index * 400, (index + 1) * 400));
        etags.push(sent.headers.get('etag'));
      }
      const multipartParts = etags.map((etag, index) => ({ partNumber: index + 1, etag }));
      const completed = await b.json('POST', `/files/uploads/${session.uploadId}/complete`, {
        multipartParts,
      });
      expect(completed.status).toBe(200);
      for (const client of [a, b]) {
        const { body: link } = await client.json<{ downloadUrl: string }>(
          'GET',
          `/files/${session.fileId}/download-url`,
        );
        expect(Buffer.from(await (await fetch(link.downloadUrl)).arrayBuffer()).equals(bytes)).toBe(true);
      }
      const segmentsOf = (method: string) =>
        server.requests.flatMap(
          (line) => new RegExp(`^${method} .*/two/(incoming/[^?]+)`).exec(line)?.[1] ?? [],
        );
      await vi.waitFor(() => expect(new Set(segmentsOf('DELETE'))).toEqual(new Set(segmentsOf('PUT'))));
      expect(segmentsOf('PUT')).toHaveLength(3);
    });
  },
);
