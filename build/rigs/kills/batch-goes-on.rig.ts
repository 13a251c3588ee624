import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { MAX_ITEMS_IN_REQUEST } from '#shared/desk/index.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import { createRandom } from '../random.ts';
import { emulatePage } from '../page-side.ts';
import { killCount } from '../size.ts';
import { servicePid, startHostProcess } from './host-process.ts';
import { serviceDatabase } from './left-behind.ts';

const KILLS = killCount({ long: 12, slice: 2 });
/** Enough that something is under way at each kill. */
const ITEMS = Math.max(24, 10 * KILLS);
const text = (value: string) => ({ type: 'string' as const, value });

test(`a batch of ${ITEMS} whose app and service are killed ${KILLS} times runs every item, and none twice`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-batch-goes-on-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  const random = createRandom(7);
  const id = `batch_${crypto.randomUUID()}`;
  let host = await startHostProcess(folder);
  onTestFinished(() => host.stop());
  let leave = await emulatePage(await host.link());
  onTestFinished(() => leave());
  const api = apiFor('local');
  const isReady = () => api(endpoints.account.credits, {}).then(Boolean, () => false);
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);

  await callDesk('createBatch', {
    body: {
      id,
      connectionId: 'local',
      kind: 'table',
      name: 'Words',
      source: {
        kind: 'graph',
        projectId: null,
        projectVersion: null,
        targetNodeIds: [],
        graph: {
          nodes: [
            { id: 'words', type: 'input/text', inputs: { value: text('') } },
            { id: 'delay', type: 'control/delay', inputs: { seconds: { type: 'number', value: 0.2 } } },
            { id: 'out', type: 'output/value', inputs: { name: text('Words') } },
          ],
          connections: [
            { from: ['words', 'text'], to: ['delay', 'value'] },
            { from: ['delay', 'value'], to: ['out', 'value'] },
          ],
        },
      },
      fields: [{ of: 'node', nodeId: 'words', input: 'value', label: 'Words', type: 'string' }],
      layout: null,
      limits: { maxRuns: ITEMS, maxMicrocredits: null, inFlight: 3 },
    },
  });
  for (let from = 0; from < ITEMS; from += MAX_ITEMS_IN_REQUEST) {
    const length = Math.min(MAX_ITEMS_IN_REQUEST, ITEMS - from);
    const items = Array.from({ length }, (_, at) => ({ place: [], values: [text(`row ${from + at}`)] }));
    await callDesk('appendBatchItems', { params: { batchId: id }, body: { from, items } });
  }
  await callDesk('resumeBatch', { params: { batchId: id }, body: {} });

  const read = () => callDesk('getBatch', { params: { batchId: id } });
  const doneItems = () =>
    read().then(
      ({ counts }) => counts.done,
      () => -1,
    );
  /** The last mark of each item that was acknowledged; an item whose mark was under way may have either. */
  const marks = new Map<number, { starred: boolean; hidden: boolean }>();
  const mark = async () => {
    const item = random.between(0, ITEMS - 1);
    const wanted = { starred: random.between(0, 1) === 1, hidden: random.between(0, 1) === 1 };
    marks.delete(item);
    await callDesk('changeBatchItems', { params: { batchId: id }, body: { items: [item], ...wanted } });
    marks.set(item, wanted);
  };
  /** What the batch was after each kill before which its pause was acknowledged. */
  const afterPause: string[] = [];
  let serviceKills = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // Spread over the whole batch, and each at any moment of an item.
    const from = Math.floor((ITEMS * kill) / (KILLS + 2));
    await expect
      .poll(doneItems, { timeout: 120_000, interval: 20 + random.between(0, 80) })
      .toBeGreaterThanOrEqual(from);
    for (let at = 0; at < 4; at += 1) await mark();
    const isPaused = kill % 2 === 0;
    if (isPaused) await callDesk('pauseBatch', { params: { batchId: id } });
    const drawn = random.between(0, 2);
    // A service that dies again and again is started no more; a fresh core begins anew.
    const victim = drawn === 1 && serviceKills >= 2 ? 2 : drawn;
    serviceKills = victim === 1 ? serviceKills + 1 : 0;
    const pid = servicePid(folder);
    if (victim !== 0 && pid !== null) process.kill(pid, 'SIGKILL');
    if (victim !== 1) {
      await host.kill();
      leave();
      host = await startHostProcess(folder);
      leave = await emulatePage(await host.link());
    }
    if (isPaused) {
      afterPause.push((await read()).state);
      await callDesk('resumeBatch', { params: { batchId: id }, body: {} });
    }
  }
  await expect
    .poll(
      () =>
        read().then(
          ({ state }) => state,
          () => 'away',
        ),
      { timeout: 240_000 },
    )
    .toBe('done');

  expect(await read()).toMatchObject({
    counts: { total: ITEMS, done: ITEMS },
    runsStarted: ITEMS,
  });
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(ITEMS / 100) }, (_, page) =>
      callDesk('listBatchItems', {
        params: { batchId: id },
        query: { from: String(page * 100), limit: '100' },
      }),
    ),
  );
  const found = new Map(
    pages.flatMap(({ items }) => items.map(({ index, starred, hidden }) => [index, { starred, hidden }])),
  );
  expect(afterPause).toEqual(afterPause.map(() => 'paused'));
  expect(new Map([...marks.keys()].map((index) => [index, found.get(index)]))).toEqual(marks);
  const results = pages.flatMap(({ items }) => items.map(({ outputs }) => outputs[0]?.text));
  expect(results).toEqual(Array.from({ length: ITEMS }, (_, at) => `row ${at}`));
  await host.stop();
  const database = new DatabaseSync(serviceDatabase(join(folder, 'data')), { readOnly: true });
  const counted = database
    .prepare(
      `SELECT count(*) AS runs, count(DISTINCT external_id) AS items FROM runs WHERE external_id LIKE ?`,
    )
    .get(`patchbay-batch/${id}/%`);
  database.close();
  expect(counted).toEqual({ runs: ITEMS, items: ITEMS });
});
