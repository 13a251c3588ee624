import { onTestFinished, expect, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { createTestLog } from '../testing/test-log.ts';
import { UnsupportedError, type TeamClient } from './team-client.ts';
import { createTeamRows } from './team-rows.ts';
import { createTeamSync } from './team-sync.ts';

const STAR = { field: 'starred', output: { runId: 'run', key: 'Text' }, value: true } as const;

/** A sync whose service answers as the test says, and whose retries begin when the test says so. */
function openSync({ isKnown }: { isKnown: boolean }) {
  const database = openTestDatabase();
  const rows = createTeamRows(database);
  if (isKnown) rows.setPosition('studio', { storeId: 'store', sequence: 0 });
  if (isKnown) rows.addChange('studio', STAR);
  const retries: (() => void)[] = [];
  const delays: number[] = [];
  let endStream = (): void => {};
  let isForeign = true;
  const answer = <T>(value: T): Promise<T> =>
    isForeign
      ? Promise.reject(new UnsupportedError('The service answered something else.'))
      : Promise.resolve(value);
  const client: TeamClient = {
    change: (changes) => answer(changes.map(({ id }) => ({ id, outcome: 'applied' as const }))),
    list: () => answer({ storeId: 'store', registers: [], isLast: true }),
    listRuns: () => answer({ storeId: 'store', runs: [], isLast: true }),
    follow: (_listener, signal) =>
      new Promise((resolve) => {
        endStream = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  const sync = createTeamSync({
    connectionId: 'studio',
    database,
    rows,
    client,
    library: { apply: () => () => {}, allChanges: () => [] },
    onRun: () => {},
    onStatus: () => {},
    schedule: (delay, run) => {
      delays.push(delay);
      retries.push(run);
      return () => {};
    },
    log: createTestLog(),
  });
  onTestFinished(() => sync.close());
  return {
    sync,
    rows,
    retries,
    delays,
    endStream: () => endStream(),
    answerAsItself: () => {
      isForeign = false;
    },
  };
}

test('what a service has stored before is sent again after something else answered in its place', async () => {
  const { sync, rows, retries, answerAsItself } = openSync({ isKnown: true });
  sync.wake();
  await expect.poll(() => retries.length).toBe(1);
  answerAsItself();
  retries[0]!();
  await expect.poll(() => rows.countChanges('studio')).toBe(0);
});

test('a service that is not known to store such is not asked again by itself', async () => {
  const { sync, retries, rows, answerAsItself } = openSync({ isKnown: false });
  sync.wake();
  await new Promise(setImmediate);
  expect(retries).toEqual([]);
  answerAsItself();
  sync.wake();
  await expect.poll(() => rows.position('studio')?.storeId).toBe('store');
});

test('a stream that ends is begun anew soon, however often requests failed before it', async () => {
  const { sync, rows, retries, delays, endStream, answerAsItself } = openSync({ isKnown: true });
  sync.wake();
  for (const count of [1, 2, 3, 4]) {
    await expect.poll(() => retries.length).toBe(count);
    if (count === 4) answerAsItself();
    retries[count - 1]!();
  }
  await expect.poll(() => rows.countChanges('studio')).toBe(0);
  await new Promise(setImmediate);
  endStream();
  await expect.poll(() => delays).toEqual([1000, 2000, 4000, 8000, 1000]);
});
