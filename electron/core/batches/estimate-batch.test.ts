import { expect, onTestFinished, test } from 'vitest';
import { openDeskDatabase } from '../storage/desk-database.ts';
import { BatchStore } from './batch-store.ts';
import { estimateBatch, type EstimateSources } from './estimate-batch.ts';
import { ID, LIMITS } from './testing/batch-process.ts';

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
  const sources: EstimateSources = {
    kinds: () => [],
    prices: async () => () => null,
    templatePrice: async (...target) => {
      asked.push(target);
      return price;
    },
  };
  return { estimate: (runs: number) => estimateBatch(store, ID, runs, sources), asked };
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
