import { appendFileSync, existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JournalEntry, UndoChange } from '#shared/desk/index.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { Journal } from './journal.ts';
import { dropOldHistories, MAX_HISTORIES, HISTORY_AGE } from './old-histories.ts';

const DAY = 24 * 3600 * 1000;
const change: UndoChange = {
  do: 'push',
  step: { label: 'edit', forward: [], backward: [], mergeKey: null },
};
const entry: JournalEntry = {
  id: '1',
  label: 'edit',
  at: '2026-01-01T00:00:00Z',
  baseVersion: 1,
  operations: [{ op: 'removeNode', nodeId: 'a' }],
};

/** Journals of projects that were last changed some days ago. */
function place() {
  const folder = temporaryFolder();
  const now = Date.parse('2027-06-01T00:00:00Z');
  const { clock } = createTestClock(now);
  const open = () => new Journal({ directory: folder, clock, log: createTestLog(), notify: () => {} });
  const pathOf = (id: string) => join(folder, 'local', `${id}.jsonl`);
  const age = (id: string, days: number) => {
    const at = new Date(now - days * DAY);
    utimesSync(pathOf(id), at, at);
  };
  const journal = open();
  return {
    folder,
    now,
    open,
    pathOf,
    age,
    make: async (id: string, days: number, entries: readonly JournalEntry[] = []) => {
      await journal.append('local', id, { writer: 'w', entries, history: [change] });
      age(id, days);
    },
    names: () => readdirSync(join(folder, 'local')).map((name) => name.replace('.jsonl', '')),
  };
}

/** As many projects as always keep their history, all used a day ago. */
async function fillTheRest(make: ReturnType<typeof place>['make']): Promise<void> {
  for (let count = 0; count < MAX_HISTORIES; count += 1) await make(`recent-${count}`, 1);
}

test('a history that nobody has touched for long goes; unsent edits, requests and damage stay', async () => {
  const { make, age, names, folder, now, pathOf } = place();
  await fillTheRest(make);
  await make('old', 92);
  await make('not-yet', 89);
  await make('unsent', 900, [entry]);
  await make('damaged', 900);
  appendFileSync(pathOf('damaged'), 'what is this\n{"t":"claimed"}\n');
  age('damaged', 900);
  expect(await dropOldHistories(folder, now)).toBe(1);
  expect(names().filter((name) => !name.startsWith('recent'))).toEqual(['damaged', 'not-yet', 'unsent']);
  expect(names()).toHaveLength(MAX_HISTORIES + 3);
});

test('the newest histories stay however old they are', async () => {
  const { make, names, folder, now } = place();
  for (let count = 0; count < MAX_HISTORIES + 2; count += 1) await make(`p-${count}`, 1000 + count);
  await make('today', 0);
  expect(await dropOldHistories(folder, now)).toBe(3);
  expect(names()).toHaveLength(MAX_HISTORIES);
  expect(names()).toEqual(expect.arrayContaining(['today', 'p-0', `p-${MAX_HISTORIES - 2}`]));
});

test('a clock that is years ahead takes nothing that was used lately', async () => {
  const { make, names, folder, now } = place();
  await fillTheRest(make);
  await make('last-month', 30);
  expect(await dropOldHistories(folder, now + 20 * HISTORY_AGE)).toBe(0);
  expect(names()).toContain('last-month');
});

test('a start of the desktop process clears away, and what is opened then is as it was', async () => {
  const { make, open, pathOf } = place();
  await fillTheRest(make);
  await make('old', 400);
  await make('unsent', 400, [entry]);
  const next = open();
  const claim = { writer: 'next', take: true };
  expect((await next.claim('local', 'unsent', claim)).entries).toEqual([entry]);
  expect((await next.claim('local', 'recent-3', claim)).history.done).toHaveLength(1);
  expect((await next.claim('local', 'old', claim)).history.done).toEqual([]);
  expect([existsSync(pathOf('old')), existsSync(pathOf('unsent'))]).toEqual([false, true]);
});
