import { expect, onTestFinished, test } from 'vitest';
import { openDeskDatabase } from '../storage/desk-database.ts';
import { BatchStore } from './batch-store.ts';
import { estimateBatch } from './estimate-batch.ts';
import { ID, LIMITS, fill, open } from './testing/batch-process.ts';

const PRICE = 3_000_000;

/** A batch of a template that never ran, with so many rows. */
function templateBatch(rows: number, price: number | null) {
  const database = openDeskDatabase(
    ':memory:',
    () => 0,
    () => undefined,
  );
  onTestFinished(() => database.close());
  const store = new BatchStore(database, () => 0);
  store.create({
    id: ID,
    connectionId: 'local',
    kind: 'table',
    name: 'Cards',
    source: { kind: 'template', templateId: 'tpl_1', endpointId: 'end_1' },
    fields: [{ of: 'template', fieldName: 'title', label: 'Title', type: 'text' }],
    layout: null,
    limits: LIMITS,
  });
  store.append(
    ID,
    0,
    Array.from({ length: rows }, (_, at) => ({
      place: [at],
      values: [{ type: 'string' as const, value: `Card ${at}` }],
    })),
  );
  const asked: string[][] = [];
  const sources: Parameters<typeof estimateBatch>[3] = {
    resultOf: () => ({ outputs: [], microcredits: null, executionTimeMs: null }),
    kinds: () => [],
    prices: async () => () => null,
    templatePrice: async (...target) => {
      asked.push(target);
      return price;
    },
  };
  return { estimate: (runs: number) => estimateBatch(store, ID, { runs }, sources), asked };
}

test('a batch of a template has its price before the first run: that of the template for each row', async () => {
  const { estimate, asked } = templateBatch(5, PRICE);
  expect(await estimate(5)).toEqual({
    nodes: 5,
    unknown: 5,
    samples: 0,
    duration: null,
    microcredits: { p50: 5 * PRICE, p90: 5 * PRICE },
    unpriced: 0,
  });
  expect((await estimate(2))?.microcredits).toEqual({ p50: 2 * PRICE, p90: 2 * PRICE });
  expect(asked[0]).toEqual(['local', 'tpl_1']);
});

test('a batch of a free template is free, and of one whose price nobody knows nothing is said', async () => {
  expect((await templateBatch(3, 0).estimate(3))?.microcredits).toEqual({ p50: 0, p90: 0 });
  expect(await templateBatch(3, null).estimate(3)).toBeNull();
});

const CHARGED = 10;

/** A batch of eight cards on a service, of which some fail; what is paid for each is 10 microcredits. */
async function failedBatch(failing: readonly number[], connectionId = 'local') {
  const { service, desk, database } = open();
  service.cost = CHARGED;
  service.executionTimeMs = 5;
  service.fails = (item, nth) => failing.includes(item) && nth === 1;
  fill(desk, 8, LIMITS, 'grid', ID, connectionId);
  desk.batches.resume(ID, undefined);
  await desk.settle();
  const store = new BatchStore(database, () => 0);
  const sources: Parameters<typeof estimateBatch>[3] = {
    resultOf: (...run) => desk.reader.resultOf(...run),
    kinds: () => [],
    prices: async () => () => null,
    templatePrice: async () => null,
  };
  const costOf = async (request: Parameters<typeof estimateBatch>[2]): Promise<number | undefined> =>
    (await estimateBatch(store, ID, request, sources))?.microcredits?.p50;
  return { service, desk, costOf };
}

test('what a try that failed was charged is not in the price of the next one: its results are there', async () => {
  const { costOf } = await failedBatch([2, 5]);
  expect(await costOf({ runs: 2, of: 'failed' })).toBe(0);
  expect(await costOf({ runs: 1, item: 5 })).toBe(0);
  expect(await costOf({ runs: 1, item: 1 })).toBe(CHARGED);
});

test('a try that failed before it was charged costs the whole price, and so does one of another service', async () => {
  const { service, desk, costOf } = await failedBatch([2]);
  service.cost = 0;
  service.fails = () => true;
  desk.batches.retry(ID, undefined);
  await desk.settle();
  // It was paid in the first try, and the second one only fetched in vain.
  expect(await costOf({ runs: 1, of: 'failed' })).toBe(0);
  service.hasExpired = true;
  desk.batches.retry(ID, undefined);
  await desk.settle();
  expect(await costOf({ runs: 1, of: 'failed' })).toBe(CHARGED);
  expect(await (await failedBatch([2], 'conn_elsewhere')).costOf({ runs: 1, of: 'failed' })).toBe(CHARGED);
});

test('other values of a row ask for other work, which costs the whole price', async () => {
  const { desk, costOf } = await failedBatch([2]);
  desk.batches.pause(ID);
  desk.batches.setValues(ID, { item: 2, values: [{ type: 'number', value: 99 }] });
  expect(await costOf({ runs: 1, of: 'next' })).toBe(CHARGED);
});

test('of those that failed, the ones that may have been charged are priced by themselves', async () => {
  const { service, desk, costOf } = await failedBatch([2, 5]);
  service.mayCharge = (item) => item === 5;
  service.fails = () => true;
  service.cost = 0;
  desk.batches.retry(ID, [5]);
  await desk.settle();
  // Of one run each something was paid; a third would cost the whole price.
  expect(await costOf({ runs: 2, of: 'failed' })).toBe(CHARGED);
  expect(await costOf({ runs: 2, of: 'perhapsCharged' })).toBe(CHARGED);
});
