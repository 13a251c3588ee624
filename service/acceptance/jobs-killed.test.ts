// @module-tag rig
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharp } from '#native/testing/sharp.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isTerminalRunStatus, itemsOfOutput, type PublicRunDetail } from '#shared/api/index.ts';
import { PERHAPS_CHARGED } from '#shared/desk/index.ts';
import { saveProvider } from '#service/providers/providers.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import { openDatabase } from '#service/storage/open-database.ts';
import type { Database } from '#service/storage/database.ts';
import { isRemote } from '../testing/database-under-test.ts';
import { createServiceKey, ServiceProgram, type ServiceProcess } from '../testing/service-program.ts';
import {
  startJobServer,
  type JobServer,
  type JobServerOptions,
} from '../nodes/ai/library/testing/job-server.ts';

/** Jobs at a service of models, while the process that follows them is killed without a warning. */

const PRICE = 3_000_000;
const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#20a060' } })
  .png()
  .toBuffer();

/** The head of an MP4: more is not looked at before it is stored. */
const film = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isommp42'),
  Buffer.alloc(4096),
]);

const text = (value: string) => ({ type: 'string', value });

describe.skipIf(isRemote())('a job whose service is killed', { timeout: 180_000 }, () => {
  let data: string;
  let key = '';
  let program: ServiceProgram;
  let service: ServiceProcess;
  let db: Database;
  const servers: JobServer[] = [];

  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'patchbay-jobs-killed-'));
    program = new ServiceProgram(data);
    key = await createServiceKey(data);
    db = openDatabase(dataPaths(data).database);
  });
  afterEach(async () => {
    await program.killAll();
    await db.close();
    await Promise.all(servers.splice(0).map((server) => server.close()));
    await rm(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  /** Whether what a job was answered stands in the database, as another process reads it. */
  const isStored = async (id: string): Promise<boolean> =>
    (await db.all('SELECT job FROM model_calls WHERE job IS NOT NULL')).some(({ job }) =>
      String(job).includes(`\\"id\\":\\"${id}\\"`),
    );

  const begin = async (options: Partial<JobServerOptions> = {}): Promise<JobServer> => {
    const server = await startJobServer({ result: picture, ...options });
    servers.push(server);
    await saveProvider(db, data, Date.now(), {
      name: 'Acme',
      service: 'replicate',
      baseUrl: server.baseUrl,
      key: 'r8-never-to-be-seen-42',
      models: (['image', 'video'] as const).map((kind) => ({
        kind,
        model: `acme/${kind}`,
        price: BigInt(PRICE),
      })),
    });
    service = await program.start({ credits: 1000 });
    return server;
  };
  const restart = async (): Promise<void> => {
    await service.kill();
    service = await program.start();
  };
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${service.origin}/api/v1${path}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
    return (await response.json()) as T;
  };
  const graphOf = (prompt: string, type = 'ai/image') => ({
    nodes: [{ id: 'ask', type, inputs: { prompt: text(prompt) } }],
    connections: [],
  });
  const start = async (graph: object = graphOf('A hill')): Promise<string> =>
    (await call<PublicRunDetail>('/runs', { graph })).id;
  const endOf = async (id: string): Promise<PublicRunDetail> => {
    let run = await call<PublicRunDetail>(`/runs/${id}`);
    await expect
      .poll(
        async () => {
          run = await call(`/runs/${id}`);
          return isTerminalRunStatus(run.status);
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    return run;
  };
  const charges = async (): Promise<number> =>
    (await db.all("SELECT id FROM ledger WHERE provider = 'Acme'")).length;

  it('before it was answered is perhaps charged, and asked for again by a person only', async () => {
    const server = await begin();
    const arrived = server.hold('submit');
    const id = await start();
    await arrived;
    await restart();
    expect(await endOf(id)).toMatchObject({
      status: 'failed',
      creditsUsedMicrocredits: '0',
      error: { code: PERHAPS_CHARGED, perhapsCharged: { provider: 'Acme', microcredits: String(PRICE) } },
    });
    await restart();
    expect(server.jobs).toHaveLength(1);
    expect(await endOf(await start())).toMatchObject({
      status: 'succeeded',
      creditsUsedMicrocredits: String(PRICE),
    });
    expect(server.jobs).toHaveLength(2);
    expect(await charges()).toBe(1);
  });

  it('has its number on the disk before it is asked about', async () => {
    const stored: boolean[] = [];
    const server = await begin({ onPoll: async ({ id }) => void stored.push(await isStored(id)) });
    const runs = [await start(), await start(graphOf('A river'))];
    for (const id of runs) expect((await endOf(id)).status).toBe('succeeded');
    expect(server.jobs).toHaveLength(2);
    expect(stored).toEqual([true, true]);
  });

  it.each([
    ['at the first question about it', 'poll', 2],
    ['while its result is fetched', 'file', 2],
    ['at the first question, when all is done by then', 'poll', 1],
  ] as const)('%s goes on from its number, and is paid once', async (_when, stage, polls) => {
    const server = await begin({ polls });
    const arrived = server.hold(stage);
    const id = await start();
    const { id: job } = await arrived;
    expect(await isStored(job)).toBe(true);
    // Killed again in the same place: it has lost nothing by the first.
    const second = server.hold(stage);
    await restart();
    await second;
    await restart();
    const run = await endOf(id);
    expect(run).toMatchObject({
      status: 'succeeded',
      creditsUsedMicrocredits: String(PRICE),
      outputs: { 'ask.image': { contentType: 'image/png' } },
    });
    expect(server.jobs).toHaveLength(1);
    expect(await charges()).toBe(1);
    // The next one takes the result, and so does nobody pay later.
    expect(await endOf(await start())).toMatchObject({ status: 'succeeded', creditsUsedMicrocredits: '0' });
    expect(server.jobs).toHaveLength(1);
  });

  it('that makes a video is the same', { tags: 'long' }, async () => {
    const server = await begin({ result: film, ending: 'mp4' });
    const graph = graphOf('A hill', 'ai/video');
    const arrived = server.hold('poll');
    const id = await start(graph);
    expect(await isStored((await arrived).id)).toBe(true);
    const fetched = server.hold('file');
    await restart();
    await fetched;
    await restart();
    expect(await endOf(id)).toMatchObject({
      status: 'succeeded',
      creditsUsedMicrocredits: String(PRICE),
      outputs: { 'ask.video': { contentType: 'video/mp4' } },
    });
    expect(server.jobs).toHaveLength(1);
    expect(server.jobs[0]?.input).toMatchObject({ duration: 5 });
    expect(await charges()).toBe(1);
  });

  it('among those of a list loses none that is paid, and of one that failed only that is asked for again', async () => {
    let isBroken = true;
    const server = await begin({ fails: ({ prompt }) => isBroken && prompt === 'Two' });
    const arrived = server.hold('poll');
    const graph = {
      nodes: [
        { id: 'words', type: 'list/values', inputs: { values: text('One\nTwo\nThree\nFour') } },
        { id: 'ask', type: 'ai/image' },
      ],
      connections: [{ from: ['words', 'list'], to: ['ask', 'prompt'] }],
    };
    const id = await start(graph);
    const { prompt: held } = await arrived;
    // The others are paid before the service ends.
    await expect.poll(charges, { timeout: 60_000 }).toBeGreaterThanOrEqual(held === 'Two' ? 3 : 2);
    await restart();
    const run = await endOf(id);
    expect(run).toMatchObject({ status: 'failed', creditsUsedMicrocredits: String(3 * PRICE) });
    expect(run.error?.['message']).toContain('1 of 4 items failed');
    const made = itemsOfOutput(run.outputs!['ask.image']!)!.map(({ output }) => output !== null);
    expect(made).toEqual([true, false, true, true]);
    expect(server.jobs.map(({ prompt }) => prompt).toSorted()).toEqual(['Four', 'One', 'Three', 'Two']);
    isBroken = false;
    const again = await endOf(await start(graph));
    expect(again).toMatchObject({ status: 'succeeded', creditsUsedMicrocredits: String(PRICE) });
    expect(server.jobs.map(({ prompt }) => prompt).slice(4)).toEqual(['Two']);
    const keys = server.jobs.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).not.toContain(undefined);
    expect(new Set(keys).size).toBe(5);
  });
});
