import { useEffect, useState, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Batch, BatchItem } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { BatchTable } from './batch-rows.tsx';

const ROWS = 10_000;
const AT = '2026-01-01T00:00:00Z';
const batchAt = (done: number): Batch => ({
  id: 'batch_1',
  connectionId: 'local',
  kind: 'table',
  name: 'Posters',
  origin: { kind: 'graph', projectId: 'p1', projectVersion: 1, targetNodeIds: [] },
  fields: [{ of: 'node', nodeId: 'n', input: 'title', label: 'Title', type: 'string' }],
  layout: null,
  limits: { maxRuns: null, maxMicrocredits: null, inFlight: 3 },
  state: 'running',
  movedToFront: 0,
  reason: null,
  counts: {
    total: ROWS,
    waiting: ROWS - done,
    submitted: 0,
    done,
    failed: 0,
    canceled: 0,
    skipped: 0,
    starred: 0,
    hidden: 0,
  },
  runsStarted: done,
  spentMicrocredits: '0',
  pricedRuns: 0,
  highestMicrocredits: null,
  createdAt: AT,
  updatedAt: AT,
});

let desk: DeskStandIn;
/** How often each row was drawn, by its index. */
let drawn: number[];
beforeEach(() => {
  desk = standInForDesk();
  drawn = [];
});
afterEach(() => desk.restore());

/** An item that tells when its row is drawn. */
const itemOf = (index: number, state: BatchItem['state']): BatchItem => ({
  index,
  place: [],
  get values() {
    drawn.push(index);
    return [{ type: 'string', value: `Poster ${index}` }];
  },
  state,
  starred: false,
  hidden: false,
  attempt: 1,
  runId: null,
  error: null,
  outputs: [],
  microcredits: null,
  executionTimeMs: null,
});

it('a row of a batch is drawn anew when its own item changes, and no other row with it', async () => {
  const items = Array.from({ length: ROWS }, (_, index) => itemOf(index, 'waiting'));
  const cache = { get: (index: number) => items[index] };
  let tell: (batch: Batch) => void = () => undefined;
  function Table(): ReactElement {
    const [batch, setBatch] = useState(batchAt(0));
    useEffect(() => {
      tell = setBatch;
    }, []);
    return (
      <div style={{ display: 'grid', width: 900, height: 500 }}>
        <BatchTable batch={batch} items={cache} count={ROWS} itemAt={cache.get} onRange={() => undefined} />
      </div>
    );
  }
  await renderPage(<Table />);
  await expect.element(page.getByText('Poster 3', { exact: true })).toBeVisible();
  drawn = [];
  items[3] = itemOf(3, 'done');
  tell(batchAt(1));
  await expect.element(page.getByText('Done')).toBeVisible();
  expect(drawn).toEqual([3]);
});

it('scrolling draws the rows that come into view, and those that stay not again', async () => {
  const items = Array.from({ length: ROWS }, (_, index) => itemOf(index, 'done'));
  await renderPage(
    <div style={{ display: 'grid', width: 900, height: 500 }}>
      <BatchTable
        batch={batchAt(ROWS)}
        items={{ get: (index) => items[index] }}
        count={ROWS}
        itemAt={(index) => items[index]}
        onRange={() => undefined}
      />
    </div>,
  );
  await expect.element(page.getByText('Poster 3', { exact: true })).toBeVisible();
  drawn = [];
  page.getByRole('table').element().parentElement!.scrollTop = 440;
  await expect.element(page.getByText('Poster 19', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Poster 28', { exact: true })).toBeInTheDocument();
  expect(new Set(drawn).size).toBe(drawn.length);
  expect(Math.min(...drawn)).toBeGreaterThan(10);
});
