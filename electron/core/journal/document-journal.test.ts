import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DocumentEntry, DocumentJournalEvent, DocumentWriting } from '#shared/desk/index.ts';
import { openReservedNotes } from '../storage/reserved-notes.ts';
import { entry, ids, journalPlace } from '../testing/journal-place.ts';
import type { Journal } from './journal.ts';

/** Storyboards and timelines in the journal of their project. */

const cut = { connectionId: 'local', projectId: 'prj_1', kind: 'timeline' } as const;
const board = { ...cut, kind: 'storyboard' } as const;
const base = { version: 3, document: { length: 0 } };
const edit = (id: string, length: number): DocumentEntry => ({
  id,
  steps: [`set ${length}`],
  changes: { fields: { length: { set: length } } },
});
const first = (...entries: DocumentEntry[]): DocumentWriting => ({
  replaced: [],
  entries,
  after: null,
  base,
});
const behind = (after: string, ...entries: DocumentEntry[]): DocumentWriting => ({
  replaced: [],
  entries,
  after,
});
const request = (...entryIds: string[]) => ({
  idempotencyKey: `key ${entryIds.join()}`,
  expectedVersion: 3,
  entryIds,
});
const found = (journal: Journal, place: typeof cut | typeof board = cut) =>
  journal.documents.claim(place, { writer: 'reader', force: true });
const write = (journal: Journal, writing: DocumentWriting, writer = 'w') =>
  journal.documents.write(cut, { ...writing, writer });

test('edits are there after a restart with the document they were made on, each kind with its own', async () => {
  const { open } = journalPlace();
  const journal = open();
  await write(journal, first(edit('a', 1)));
  await write(journal, behind('a', edit('b', 2)));
  await journal.documents.write(board, { ...first(edit('s', 9)), writer: 'w' });
  await journal.append('local', 'prj_1', { writer: 'w', entries: [entry('node')], history: [] });
  const later = open();
  expect(await found(later)).toMatchObject({
    writing: true,
    base,
    entries: [edit('a', 1), edit('b', 2)],
    inFlight: [],
  });
  expect((await found(later, board)).entries).toEqual([edit('s', 9)]);
  expect(await ids(later)).toEqual(['node']);
});

test('a request stays until it is answered, and edits in it that are others now end it; of its own kind alone', async () => {
  const { open } = journalPlace();
  const journal = open();
  await write(journal, first(edit('a', 1)));
  await journal.documents.write(board, { ...first(edit('s', 9)), writer: 'w' });
  await journal.documents.sending(cut, { writer: 'w', inFlight: request('a') });
  await journal.documents.sending(board, { writer: 'w', inFlight: request('s') });
  // What is edited meanwhile comes behind it.
  await write(journal, behind('a', edit('b', 2)));
  await write(journal, { replaced: ['b'], entries: [edit('c', 3)], after: 'a' });
  expect((await found(open())).inFlight).toEqual([request('a')]);
  await write(journal, { ...first(edit('d', 4)), replaced: ['a', 'c'] });
  const later = open();
  expect(await found(later)).toMatchObject({ entries: [edit('d', 4)], inFlight: [] });
  expect((await found(later, board)).inFlight).toEqual([request('s')]);
});

test('what the service has taken is what the edits after it were made on, and the file goes with the last', async () => {
  const { open, path } = journalPlace();
  const journal = open();
  await write(journal, first(edit('a', 1), edit('b', 2)));
  await journal.documents.acknowledge(cut, { writer: 'w', entryIds: ['a'] });
  expect(await found(open())).toMatchObject({
    // Of which version it is nobody knows: a window that goes on with it reads first.
    base: { version: 0, document: { length: 1 } },
    entries: [edit('b', 2)],
  });
  await journal.documents.acknowledge(cut, { writer: 'w', entryIds: ['b'] });
  expect(existsSync(path)).toBe(false);
  expect(await found(open())).toMatchObject({ base: null, entries: [] });
});

test('one window writes, is told of one that takes over, and of what is written then', async () => {
  const { open } = journalPlace();
  const told: [readonly string[], DocumentJournalEvent][] = [];
  const journal = open({
    notifyOfDocument: (windows, _place, change) => windows.length > 0 && told.push([windows, change]),
  });
  expect((await journal.documents.claim(cut, { writer: 'one', force: false })).writing).toBe(true);
  expect((await journal.documents.claim(cut, { writer: 'two', force: false })).writing).toBe(false);
  // The lease is of the document: another window may write the storyboard, and the graph.
  expect((await journal.documents.claim(board, { writer: 'two', force: false })).writing).toBe(true);
  expect((await journal.claim('local', 'prj_1', { writer: 'two', take: false })).writing).toBe(true);
  await write(journal, first(edit('a', 1)), 'one');
  await expect(write(journal, behind('a', edit('b', 2)), 'two')).rejects.toMatchObject({
    code: 'NOT_WRITER',
  });
  expect(await journal.documents.claim(cut, { writer: 'two', force: true })).toMatchObject({
    writing: true,
    entries: [edit('a', 1)],
  });
  await write(journal, behind('a', edit('b', 2)), 'two');
  journal.documents.leave(cut, 'two');
  expect(told).toEqual([
    [['two'], { kind: 'written', writes: 1, ...first(edit('a', 1)) }],
    [['one'], { kind: 'writer', writer: 'two' }],
    [['one'], { kind: 'written', writes: 2, ...behind('a', edit('b', 2)) }],
    [['one'], { kind: 'writer', writer: null }],
  ]);
});

test('what a window writes late, without knowing what another wrote since, is refused', async () => {
  const { open } = journalPlace();
  const journal = open();
  await write(journal, first(edit('a', 1)), 'one');
  await journal.documents.claim(cut, { writer: 'two', force: true });
  await write(journal, behind('a', edit('b', 2)), 'two');
  journal.documents.leave(cut, 'two');
  // Nobody writes now, so that it might.
  await expect(write(journal, behind('a', edit('c', 3)), 'one')).rejects.toMatchObject({
    code: 'NOT_WRITER',
  });
  await expect(write(journal, first(edit('c', 3)), 'one')).rejects.toMatchObject({ code: 'NOT_WRITER' });
  expect((await found(journal)).entries).toEqual([edit('a', 1), edit('b', 2)]);
});

test('a window that has not read what another wrote, a request among it, may not go on', async () => {
  const journal = journalPlace().open();
  await write(journal, first(edit('a', 1)), 'one');
  await journal.documents.claim(cut, { writer: 'two', force: true });
  await journal.documents.sending(cut, { writer: 'two', inFlight: request('a') });
  journal.documents.leave(cut, 'two');
  // Sent under another key, the edits would be done twice.
  const again = { ...request('a'), idempotencyKey: 'another key' };
  const send = () => journal.documents.sending(cut, { writer: 'one', inFlight: again });
  await expect(send()).rejects.toMatchObject({ code: 'NOT_WRITER' });
  const known = await journal.documents.claim(cut, { writer: 'one', force: false });
  expect([known.writing, known.inFlight]).toEqual([true, [request('a')]]);
  await send();
  expect((await found(journal)).inFlight).toEqual([again]);
});

test('what the service has taken makes a document of which the version is known, also without any edit left', async () => {
  const { open } = journalPlace();
  const journal = open();
  const claim = (version?: number) =>
    journal.documents.claim(cut, { writer: 'w', force: true, ...(version !== undefined && { version }) });
  await write(journal, first(edit('a', 1), edit('b', 2)));
  await journal.documents.acknowledge(cut, { writer: 'w', entryIds: ['a'], saved: { version: 4 } });
  expect(await found(open())).toMatchObject({ base: { version: 4, document: { length: 1 } }, saved: null });
  await journal.documents.acknowledge(cut, { writer: 'w', entryIds: ['b'], saved: { version: 5 } });
  expect((await claim()).saved).toBeNull();
  expect((await claim(4)).saved).toEqual({ version: 5, document: { length: 2 } });
  expect((await claim(5)).saved).toEqual({ version: 5 });
  // What the service made of it is told where it is something else.
  await write(journal, { ...first(edit('c', 3)), base: { version: 5, document: { length: 2 } } });
  const rounded = { version: 6, document: { length: 4 } };
  await journal.documents.acknowledge(cut, { writer: 'w', entryIds: ['c'], saved: rounded });
  expect((await claim(5)).saved).toEqual(rounded);
  // Nobody says what the service has now.
  await write(journal, { ...first(edit('d', 5)), base: rounded });
  await journal.documents.acknowledge(cut, { writer: 'w', entryIds: ['d'] });
  expect((await claim(5)).saved).toBeNull();
});

test('a write that is repeated counts once', async () => {
  const { open } = journalPlace();
  const journal = open();
  for (let time = 0; time < 2; time += 1) await write(journal, first(edit('a', 1)));
  for (let time = 0; time < 2; time += 1) await write(journal, behind('a', edit('b', 2)));
  for (let time = 0; time < 2; time += 1)
    await write(journal, { replaced: ['b'], entries: [edit('c', 3)], after: 'a' });
  expect((await found(open())).entries).toEqual([edit('a', 1), edit('c', 3)]);
});

test('on a full disk it is noted what the service has, and what comes after it stands on that', async () => {
  const { open, path } = journalPlace();
  const reserved = openReservedNotes(`${dirname(dirname(path))}/notes`);
  let isFull = false;
  const journal = open({
    reserved,
    writeText: (handle, text) =>
      isFull ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) : handle.writeFile(text),
  });
  await write(journal, first(edit('a', 1), edit('b', 2)));
  isFull = true;
  await expect(write(journal, behind('b', edit('c', 3)))).rejects.toThrow('full');
  await journal.documents.acknowledge(cut, { writer: 'w', entryIds: ['a'] });
  expect(await found(open({ reserved: openReservedNotes(`${dirname(dirname(path))}/notes`) }))).toMatchObject(
    {
      base: { document: { length: 1 } },
      entries: [edit('b', 2)],
    },
  );
});

describe('what the service took while the disk was full is not done again once there is room', () => {
  async function takenOnFullDisk(...taken: string[]) {
    const { open, path } = journalPlace();
    const notes = () => openReservedNotes(`${dirname(dirname(path))}/notes`);
    let isFull = false;
    const journal = open({
      reserved: notes(),
      writeText: (handle, text) =>
        isFull
          ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
          : handle.writeFile(text),
    });
    // With an edit of the graph, so that the file does not go with the last edit of the timeline.
    await journal.append('local', 'prj_1', { writer: 'w', entries: [entry('node')], history: [] });
    await write(journal, first(edit('a', 1), edit('b', 2)));
    isFull = true;
    await journal.documents.acknowledge(cut, { writer: 'w', entryIds: taken });
    isFull = false;
    return { journal, again: () => found(open({ reserved: notes() })) };
  }

  test('where all of it was taken', async () => {
    const { journal, again } = await takenOnFullDisk('a', 'b');
    const later = { version: 5, document: { length: 2 } };
    await write(journal, { ...first(edit('c', 3)), base: later });
    expect(await again()).toMatchObject({ base: later, entries: [edit('c', 3)] });
  });

  test('where the rest was made anew on what the service has', async () => {
    const { journal, again } = await takenOnFullDisk('a');
    const later = { version: 5, document: { length: 7 } };
    await write(journal, { ...first(edit('c', 3)), replaced: ['b'], base: later });
    expect(await again()).toMatchObject({ base: later, entries: [edit('c', 3)] });
  });

  test('where it is in a write that failed before and is repeated', async () => {
    const { journal, again } = await takenOnFullDisk('a', 'b', 'c');
    await write(journal, first(edit('c', 3)));
    expect((await again()).entries).toEqual([]);
  });
});

test('a request that a full disk has no room for is known to a window that takes over, where its edits are', async () => {
  const { open } = journalPlace();
  let isFull = false;
  const journal = open({
    writeText: (handle, text) =>
      isFull ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) : handle.writeFile(text),
  });
  await write(journal, first(edit('a', 1)));
  isFull = true;
  const sending = (...ids: string[]) =>
    journal.documents.sending(cut, { writer: 'w', inFlight: request(...ids) });
  await expect(sending('a', 'unwritten')).rejects.toMatchObject({ code: 'ENOSPC' });
  expect((await found(journal)).inFlight).toEqual([]);
  await journal.documents.claim(cut, { writer: 'w', force: true });
  await expect(sending('a')).rejects.toMatchObject({ code: 'ENOSPC' });
  expect((await found(journal)).inFlight).toEqual([request('a')]);
  // Once there is room, one with edits that never came is nobody's to send again.
  isFull = false;
  await journal.documents.claim(cut, { writer: 'w', force: true });
  await sending('a', 'unwritten');
  expect((await found(journal)).inFlight).toEqual([]);
});

test('a project that gets another id takes them along', async () => {
  const { open } = journalPlace();
  const journal = open();
  await write(journal, first(edit('a', 1)));
  await journal.documents.moveProject('local', 'prj_1', 'prj_2');
  const later = open();
  expect((await found(later)).entries).toEqual([]);
  expect(
    await later.documents.claim({ ...cut, projectId: 'prj_2' }, { writer: 'w', force: false }),
  ).toMatchObject({ base, entries: [edit('a', 1)] });
});

test('a file that is written anew has them, and a line that is cut off takes nothing of before', async () => {
  const { open, path } = journalPlace();
  const journal = open();
  await write(journal, first(edit('a', 1)));
  await journal.documents.sending(cut, { writer: 'w', inFlight: request('a') });
  const label = 'x'.repeat(600_000);
  for (const id of ['1', '2', '3']) {
    await journal.append('local', 'prj_1', { writer: 'w', entries: [{ ...entry(id), label }], history: [] });
    await journal.acknowledge('local', 'prj_1', { writer: 'w', entryIds: [id] });
  }
  const text = readFileSync(path, 'utf8');
  expect(text.length).toBeLessThan(2_000_000);
  await write(journal, behind('a', edit('b', 2)));
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, whole.slice(0, -5));
  expect(await found(open())).toMatchObject({ base, entries: [edit('a', 1)], inFlight: [request('a')] });
});

test('edits that the page cannot read leave the journal and stay in a file beside it', async () => {
  const { open, path } = journalPlace();
  const journal = open();
  await write(journal, first(edit('a', 1)));
  await journal.append('local', 'prj_1', { writer: 'w', entries: [entry('node')], history: [] });
  const text = readFileSync(path, 'utf8');
  await journal.documents.quarantine(cut, 'w');
  expect((await found(journal)).entries).toEqual([]);
  const names = readdirSync(dirname(path)).filter((name) => !path.endsWith(name));
  expect(names.map((name) => readFileSync(join(dirname(path), name), 'utf8'))).toEqual([text]);
  expect(await ids(open())).toEqual(['node']);
  await write(journal, first(edit('b', 2)), 'reader');
  expect((await found(open())).entries).toEqual([edit('b', 2)]);
});
