import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { entry, ids, journalPlace, reader, step } from '../testing/journal-place.ts';
import { dropOldHistories, HISTORY_AGE, MAX_HISTORIES } from './old-histories.ts';

/** A journal that a later version has written, with lines of documents that this one does not know. */

/** A line as every version writes it, with its checksum. */
function lineOf(content: object): string {
  const text = JSON.stringify(content);
  return `${text.slice(0, -1)},"c":"${crc32(text).toString(16).padStart(8, '0')}"}\n`;
}

const foreign = [
  lineOf({ t: 'entry', kind: 'palette', entry: { ...entry('red'), operations: [{ op: 'setColor' }] } }),
  // What would be known without the kind is of another document.
  lineOf({ t: 'taken', kind: 'palette', entryIds: ['b'] }),
  lineOf({
    t: 'sending',
    kind: 'palette',
    inFlight: { idempotencyKey: 'k', expectedVersion: 1, entryIds: ['red'] },
  }),
  lineOf({ t: 'begins', document: { red: 1 } }),
];
const foreignText = foreign.join('');

/** @param between what stands among the lines of the graph. */
function place(between: string = foreignText) {
  const found = journalPlace();
  mkdirSync(dirname(found.path), { recursive: true });
  const graph = [entry('a'), entry('b')].map((one) => lineOf({ t: 'entry', entry: one }));
  writeFileSync(found.path, `${graph[0]}${between}${graph[1]}`);
  const foreignLines = () =>
    readFileSync(found.path, 'utf8')
      .split(/(?<=\n)/)
      .filter((line) => foreign.includes(line));
  return { ...found, foreignLines };
}

test('opens with the edits of its graph, and says that there is more', async () => {
  const { open, foreignLines } = place();
  const state = await open().claim('local', 'prj_1', reader);
  expect(state.entries.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(state.inFlight).toEqual([]);
  expect(state.notice).toMatch(/newer version of Patchbay/);
  expect(foreignLines()).toEqual(foreign);
});

test('has all lines of the later version when every edit of the graph is taken', async () => {
  const { open, path, foreignLines } = place();
  const journal = open();
  await journal.append('local', 'prj_1', { writer: 'w', entries: [entry('c')], history: [] });
  await journal.acknowledge('local', 'prj_1', { writer: 'w', entryIds: ['a', 'b', 'c'] });
  expect(existsSync(path)).toBe(true);
  expect(foreignLines()).toEqual(foreign);
  await journal.append('local', 'prj_1', { writer: 'w', entries: [entry('d')], history: [] });
  expect(await ids(open())).toEqual(['d']);
  expect(foreignLines()).toEqual(foreign);
});

test('keeps them however much is written after them', async () => {
  const { open, foreignLines } = place();
  const journal = open();
  const label = 'x'.repeat(200_000);
  for (const id of ['1', '2', '3', '4', '5', '6']) {
    const entries = [{ ...entry(id), label }];
    await journal.append('local', 'prj_1', { writer: 'w', entries, history: [] });
    await journal.acknowledge('local', 'prj_1', { writer: 'w', entryIds: [id] });
  }
  expect(await ids(open())).toEqual(['a', 'b']);
  expect(foreignLines()).toEqual(foreign);
});

test('keeps them when a line beside them is damaged, or the last one is cut off', async () => {
  const damaged = place(`${foreignText}${lineOf({ t: 'entry', entry: entry('x') }).replace('Edit', 'Exit')}`);
  const state = await damaged.open().claim('local', 'prj_1', reader);
  expect(state.entries.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(state.notice).toMatch(/was damaged.*newer version of Patchbay/);
  expect(damaged.foreignLines()).toEqual(foreign);

  const torn = place();
  appendFileSync(torn.path, lineOf({ t: 'entry', entry: entry('x') }).slice(0, 40));
  const journal = torn.open();
  await journal.append('local', 'prj_1', { writer: 'w', entries: [entry('c')], history: [] });
  expect(await ids(torn.open())).toEqual(['a', 'b', 'c']);
  expect(torn.foreignLines()).toEqual(foreign);
});

test('keeps them, and the edit that is written again, after half a line that could not be taken back', async () => {
  const { open, foreignLines } = place();
  let isFull = true;
  const journal = open({
    writeText: async (handle, text) => {
      if (!isFull) return handle.writeFile(text);
      isFull = false;
      await handle.write(text.slice(0, 10));
      handle.truncate = () => Promise.reject(new Error('No.'));
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
  });
  const change = { writer: 'w', entries: [entry('c')], history: [{ do: 'push' as const, step: step('c') }] };
  await expect(journal.append('local', 'prj_1', change)).rejects.toThrow('full');
  await journal.append('local', 'prj_1', change);
  expect(await ids(open())).toEqual(['a', 'b', 'c']);
  expect(foreignLines()).toEqual(foreign);
});

test('is not dropped with old undo histories', async () => {
  const { path } = place();
  const folder = dirname(path);
  writeFileSync(path, foreignText);
  const now = Date.parse('2027-06-01T00:00:00Z');
  const old = new Date(now - 2 * HISTORY_AGE);
  utimesSync(path, old, old);
  for (let count = 0; count < MAX_HISTORIES; count += 1) {
    const other = join(folder, `recent-${count}.jsonl`);
    writeFileSync(other, '');
    utimesSync(other, new Date(now), new Date(now));
  }
  expect(await dropOldHistories(dirname(folder), now)).toBe(0);
  truncateSync(path);
  utimesSync(path, old, old);
  expect(await dropOldHistories(dirname(folder), now)).toBe(1);
});
