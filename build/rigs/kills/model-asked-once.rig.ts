import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { isTerminalRunStatus, type PublicRunDetail } from '#shared/api/index.ts';
import { PERHAPS_CHARGED, perhapsChargedOf } from '#shared/desk/index.ts';
import { startJobServer } from '#service/nodes/ai/library/testing/job-server.ts';
import { begin, json, startProvider, type ProviderReply } from '#service/nodes/ai/testing/provider-server.ts';
import { saveProvider } from '#service/providers/providers.ts';
import { openDatabase } from '#service/storage/open-database.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import { createServiceKey, ServiceProgram, type ServiceProcess } from '#service/testing/service-program.ts';
import { createRandom } from '../random.ts';
import { killCount } from '../size.ts';

const KILLS = killCount({ long: 60, slice: 3 });
/** Runs that are accepted before each kill: two that write, one that makes a picture, and two whose pictures are jobs. */
const ASKED = [
  ['ai/text', 'Counting'],
  ['ai/image', 'Counting'],
  ['ai/text', 'Counting'],
  ['ai/image', 'Jobs'],
  ['ai/image', 'Jobs'],
] as const;
/** How long the model works, milliseconds. */
const WORK_MS = 900;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test(`a model whose service is killed ${KILLS} times in the middle of its work is asked at most once a run`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-asked-once-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  const data = join(folder, 'data');
  const key = await createServiceKey(data);
  const program = new ServiceProgram(data);
  onTestFinished(() => program.killAll());
  const provider = await startProvider();
  onTestFinished(() => provider.close());
  const work: ProviderReply = async (response, request) => {
    if (request.path.includes('images')) {
      await pause(WORK_MS);
      if (!response.destroyed) await json(200, { data: [{ b64_json: PIXEL }] })(response, request);
      return;
    }
    await begin(['One', ' two'], async () => {
      await pause(WORK_MS);
      if (!response.destroyed) response.end('data: [DONE]\n\n');
    })(response, request);
  };
  provider.answers(work);
  const jobServer = await startJobServer({ result: Buffer.from(PIXEL, 'base64'), polls: 2 });
  onTestFinished(() => jobServer.close());
  const db = openDatabase(dataPaths(data).database);
  await saveProvider(db, data, Date.now(), {
    name: 'Jobs',
    service: 'replicate',
    baseUrl: jobServer.baseUrl,
    key: 'sk-jobs-provider',
    models: [{ kind: 'image', model: 'acme/draw', price: 2_000_000n }],
  });
  await saveProvider(db, data, Date.now(), {
    name: 'Counting',
    baseUrl: provider.url,
    key: 'sk-counting-provider',
    models: (['text', 'image'] as const).map((kind) => ({ kind, model: kind, price: 2_000_000n })),
  });
  await db.close();

  const random = createRandom(11);
  let service: ServiceProcess = await program.start({ credits: 1_000_000 });
  const call = async (path: string, init: RequestInit = {}): Promise<PublicRunDetail> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${service.origin}/api/v1${path}`, { ...init, headers });
    expect(response.ok).toBe(true);
    return (await response.json()) as PublicRunDetail;
  };
  const start = (type: string, from: string, prompt: string): Promise<PublicRunDetail> => {
    const inputs = {
      prompt: { type: 'string', value: prompt },
      provider: { type: 'string', value: from },
    };
    const graph = { nodes: [{ id: 'ask', type, inputs }], connections: [] };
    return call('/runs', { method: 'POST', body: JSON.stringify({ graph }) });
  };
  const endOf = async (id: string): Promise<PublicRunDetail> => {
    let run = await call(`/runs/${id}`);
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
  const asked = (prompt: string): number =>
    provider.requests.filter(({ body }) => JSON.stringify(body).includes(prompt)).length +
    jobServer.jobs.filter((job) => job.prompt === prompt).length;
  /** Whether a service has asked how far a job is: it has its number then, for good. */
  const isFollowed = (prompt: string): boolean =>
    jobServer.jobs.some((job) => job.prompt === prompt && job.polls > 0);

  const outcomes: string[] = [];
  const lost: string[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const runs = await Promise.all(
      ASKED.map(async ([type, from], at) => {
        const prompt = `prompt ${kill}-${at}.`;
        return { prompt, id: (await start(type, from, prompt)).id };
      }),
    );
    await pause(random.between(150, 950));
    await service.kill();
    service = await program.start();
    for (const { id, prompt } of runs) {
      const run = await endOf(id);
      outcomes.push(outcomeOf(run, asked(prompt)));
      if (isFollowed(prompt) && run.status !== 'succeeded') lost.push(prompt);
    }
  }
  const figures = Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]),
  );
  const jobs = jobServer.jobs.length;
  process.stdout.write(
    `asked once: ${JSON.stringify({ runs: outcomes.length, ...figures, jobs, 'jobs lost': lost.length })}\n`,
  );
  expect(lost).toEqual([]);
  expect(outcomes.filter((outcome) => !EXPECTED.includes(outcome))).toEqual([]);
  expect(figures['perhaps charged']).toBeGreaterThan(0);
  const keys = [...provider.requests, ...jobServer.jobs].map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).not.toContain(undefined);
  expect(new Set(keys).size).toBe(keys.length);
});

const EXPECTED = ['answered', 'perhaps charged', 'not sent, and said to be unsure'];

/** What became of a run, beside how often its model was asked. */
function outcomeOf(run: PublicRunDetail, times: number): string {
  const { status, creditsUsedMicrocredits: spent, error } = run;
  if (status === 'succeeded')
    return times === 1 && spent === '2000000' ? 'answered' : `answered ${times}, ${spent}`;
  const isUnsure = error?.['code'] === PERHAPS_CHARGED && perhapsChargedOf(error)?.microcredits === '2000000';
  if (!isUnsure || spent !== '0' || times > 1)
    return `${status} ${times}, ${spent}, ${JSON.stringify(error)}`;
  return times === 1 ? 'perhaps charged' : 'not sent, and said to be unsure';
}
