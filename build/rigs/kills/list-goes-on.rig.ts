import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import {
  isTerminalRunStatus,
  itemsOfOutput,
  type endpoints,
  type ResultOf,
  type PublicRunDetail,
  type PublicRunEvent,
} from '#shared/api/index.ts';
import { PERHAPS_CHARGED } from '#shared/desk/index.ts';
import { begin, startProvider, type ProviderRequest } from '#service/nodes/ai/testing/provider-server.ts';
import { saveProvider } from '#service/providers/providers.ts';
import { openDatabase } from '#service/storage/open-database.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import { createServiceKey, ServiceProgram, type ServiceProcess } from '#service/testing/service-program.ts';
import { createRandom } from '../random.ts';
import { killCount } from '../size.ts';

/** Lists and loops whose service is killed in the middle: no item is asked, paid or done twice, and no place is lost. */

const KILLS = killCount({ long: 12, slice: 2 });
const ITEMS = 30;
const TURNS = 8;
const PRICE = 2_000_000;
/** How long the model works at most, milliseconds: on each item for another time, as many are asked at once. */
const WORK_MS = 400;

const string = (value: string) => ({ type: 'string', value });
const number = (value: number) => ({ type: 'number', value });
const wire = (from: string, to: string) => ({ from: from.split('.'), to: to.split('.') });

const listGraph = (round: number) => ({
  nodes: [
    {
      id: 'prompts',
      type: 'list/values',
      inputs: {
        values: string(Array.from({ length: ITEMS }, (_, at) => `<list ${round} item ${at}>`).join('\n')),
      },
    },
    { id: 'ask', type: 'ai/text' },
    { id: 'all', type: 'output/value', inputs: { name: string('All') } },
  ],
  connections: [wire('prompts.list', 'ask.prompt'), wire('ask.text', 'all.value')],
});

const loopGraph = (round: number) => ({
  nodes: [
    {
      id: 'start',
      type: 'control/loop-start',
      inputs: { value: string(`<loop ${round} turn 0>`), iterations: number(TURNS) },
    },
    { id: 'ask', type: 'ai/text' },
    { id: 'end', type: 'control/loop-end' },
    { id: 'all', type: 'output/value', inputs: { name: string('All') } },
  ],
  connections: [
    wire('start.loop', 'end.loop'),
    wire('start.value', 'ask.prompt'),
    wire('ask.text', 'end.value'),
    wire('end.results', 'all.value'),
  ],
});

/** What the model was asked: `<list 1 item 7>`, `<loop 2 turn 3>`. */
const askedBy = ({ body }: ProviderRequest): string =>
  /<(?:list|loop) \d+ (?:item|turn) \d+>/.exec(JSON.stringify(body))?.[0] ?? '';

/** Answers an item with itself, and a turn with the next one, which so is asked something else. */
const answerTo = (asked: string): string =>
  asked.replace(/(?<=turn )\d+/, (turn) => String(Number(turn) + 1));

test(`lists and loops whose service is killed ${KILLS} times in the middle ask, pay and do nothing twice`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-list-goes-on-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  const data = join(folder, 'data');
  const key = await createServiceKey(data);
  const program = new ServiceProgram(data);
  onTestFinished(() => program.killAll());
  const provider = await startProvider();
  onTestFinished(() => provider.close());
  provider.answers((response, request) =>
    begin([answerTo(askedBy(request))], async () => {
      const at = Number(/\d+(?=>)/.exec(askedBy(request))?.[0] ?? 0);
      await pause((WORK_MS * (at % 5)) / 4);
      if (!response.destroyed) response.end('data: [DONE]\n\n');
    })(response, request),
  );
  const db = openDatabase(dataPaths(data).database);
  await saveProvider(db, data, Date.now(), {
    name: 'Counting',
    baseUrl: provider.url,
    key: 'sk-counting-provider',
    models: [{ kind: 'text', model: 'text', price: BigInt(PRICE) }],
  });
  await db.close();

  const random = createRandom(23);
  let service: ServiceProcess = await program.start({ credits: 1_000_000 });
  const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${service.origin}/api/v1${path}`, { ...init, headers });
    expect(response.ok).toBe(true);
    return (await response.json()) as T;
  };
  const start = (graph: object) =>
    call<PublicRunDetail>('/runs', { method: 'POST', body: JSON.stringify({ graph }) });
  const endOf = async (id: string): Promise<PublicRunDetail> => {
    const read = () => call<PublicRunDetail>(`/runs/${id}`);
    await expect.poll(async () => isTerminalRunStatus((await read()).status), { timeout: 90_000 }).toBe(true);
    return await read();
  };
  const timesOf = (asked: string): number =>
    provider.requests.filter((request) => askedBy(request) === asked).length;
  /** Events of a node, of all pages. */
  const eventsOf = async (id: string, node: string): Promise<PublicRunEvent[]> => {
    const { data: events } = await call<ResultOf<typeof endpoints.runs.listEvents>>(
      `/runs/${id}/events?limit=200`,
    );
    return events.filter(({ nodeId }) => nodeId === node);
  };

  const seen = { answered: 0, unsure: 0, killedInList: 0, killedInLoop: 0 };
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const list = await start(listGraph(kill));
    const loop = await start(loopGraph(kill));
    const before = provider.requests.length;
    await expect
      .poll(() => provider.requests.length - before, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(random.between(6, ITEMS));
    await pause(random.between(0, WORK_MS));
    await service.kill();
    service = await program.start();
    const ended = await endOf(list.id);
    const looped = await endOf(loop.id);

    // The list: each place is there, answered with what belongs there or unsure, and asked at most once.
    const items = itemsOfOutput(ended.outputs!['All']!)!;
    const prompts = items.map((_, at) => `<list ${kill} item ${at}>`);
    expect(items.map(({ trace }) => trace)).toEqual(items.map((_, at) => [`item ${at + 1}`]));
    expect(items).toHaveLength(ITEMS);
    const unsure = items.filter(({ error }) => error !== null);
    expect(
      items.map(({ output, error }) => error?.code ?? (output !== null && 'value' in output && output.value)),
    ).toEqual(items.map(({ error }, at) => (error === null ? prompts[at] : PERHAPS_CHARGED)));
    expect(Math.max(...prompts.map(timesOf))).toBe(1);
    expect(ended.creditsUsedMicrocredits).toBe(String((ITEMS - unsure.length) * PRICE));
    expect(ended.status).toBe(unsure.length === 0 ? 'succeeded' : 'failed');
    // It begins once more after a kill, as every node does, and ends once.
    const ends = (await eventsOf(list.id, 'ask')).filter(({ type }) =>
      /^node\.(succeeded|failed|cached)$/.test(type),
    );
    expect(ends).toHaveLength(1);
    if (unsure.length > 0) seen.killedInList += 1;
    seen.answered += ITEMS - unsure.length;
    seen.unsure += unsure.length;

    // The loop: its turns in order, none twice; one that is unsure ends it.
    const turns = Array.from({ length: TURNS }, (_, turn) => timesOf(`<loop ${kill} turn ${turn}>`));
    expect(Math.max(...turns)).toBe(1);
    const done = turns.filter((times) => times === 1).length;
    const isDone = looped.status === 'succeeded';
    if (!isDone) seen.killedInLoop += 1;
    expect(looped.error?.['code']).toBe(isDone ? undefined : PERHAPS_CHARGED);
    expect(Number(looped.creditsUsedMicrocredits)).toBeGreaterThanOrEqual(
      (isDone ? TURNS : done - 1) * PRICE,
    );

    // Run once more, only what is unsure is asked; all else is there and costs nothing.
    const again = await endOf((await start(listGraph(kill))).id);
    expect(again.status).toBe('succeeded');
    expect(again.creditsUsedMicrocredits).toBe(String(unsure.length * PRICE));
    const loopAgain = await endOf((await start(loopGraph(kill))).id);
    expect(loopAgain.status).toBe('succeeded');
    expect(Number(looped.creditsUsedMicrocredits) + Number(loopAgain.creditsUsedMicrocredits)).toBe(
      TURNS * PRICE,
    );
  }
  process.stdout.write(`lists and loops go on: ${JSON.stringify(seen)}\n`);
  expect(seen.killedInList + seen.killedInLoop).toBeGreaterThan(0);
  const keys = provider.requests.map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).not.toContain(undefined);
  expect(new Set(keys).size).toBe(keys.length);
});
