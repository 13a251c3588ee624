import { appendFileSync, readdirSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JournalEntry } from '#shared/desk/index.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createJournal } from './journal.ts';

const entry = (id: string, baseVersion = 1): JournalEntry => ({
  id,
  label: `Edit ${id}`,
  at: '2026-01-01T00:00:00Z',
  baseVersion,
  operations: [{ op: 'removeNode', nodeId: id }],
});

/** A window that finds no other window open. */
const reader = { writer: 'reader', living: [] };

function place() {
  const folder = temporaryFolder();
  const log = createTestLog();
  return {
    log,
    path: join(folder, 'local', 'prj_1.jsonl'),
    /** As another process would. */
    open: () => createJournal(folder, createTestClock().clock, log),
  };
}

const ids = async (journal: ReturnType<ReturnType<typeof place>['open']>) =>
  (await journal.claim('local', 'prj_1', reader)).entries.map(({ id }) => id);

describe('the journal', () => {
  test('has kept what it answered for, in order, when opened again', async () => {
    const { open } = place();
    const journal = open();
    await Promise.all(['1', '2', '3'].map((id) => journal.append('local', 'prj_1', 'w1', [entry(id)])));
    const inFlight = { idempotencyKey: 'k', expectedVersion: 1, entryIds: ['1', '2'] };
    await journal.sending('local', 'prj_1', 'w1', inFlight);
    expect(await open().claim('local', 'prj_1', reader)).toEqual({
      entries: [entry('1'), entry('2'), entry('3')],
      inFlight: [inFlight],
      notice: null,
    });
  });

  test('keeps projects and connections apart, whatever their ids look like', async () => {
    const { open } = place();
    const journal = open();
    await journal.append('local', '../../escape', 'w1', [entry('1')]);
    await journal.append('local', '..', 'w1', [entry('2')]);
    await journal.append('a/b', 'prj_1', 'w1', [entry('3')]);
    const again = open();
    expect((await again.claim('local', '../../escape', reader)).entries).toEqual([entry('1')]);
    expect((await again.claim('local', '..', reader)).entries).toEqual([entry('2')]);
    expect((await again.claim('a/b', 'prj_1', reader)).entries).toEqual([entry('3')]);
    expect((await again.claim('local', 'prj_1', reader)).entries).toEqual([]);
  });

  test('lets go of what the service took', async () => {
    const { open, path } = place();
    const journal = open();
    await journal.append('local', 'prj_1', 'w1', [entry('1'), entry('2'), entry('3')]);
    await journal.sending('local', 'prj_1', 'w1', {
      idempotencyKey: 'k',
      expectedVersion: 1,
      entryIds: ['1', '2'],
    });
    await journal.acknowledge('local', 'prj_1', ['1', '2']);
    expect(await open().claim('local', 'prj_1', reader)).toMatchObject({
      entries: [entry('3')],
      inFlight: [],
    });
    await journal.acknowledge('local', 'prj_1', ['3']);
    expect(() => readFileSync(path)).toThrow(/ENOENT/);
    await journal.append('local', 'prj_1', 'w1', [entry('4')]);
    expect(await ids(open())).toEqual(['4']);
  });

  test('an entry sent twice counts once', async () => {
    const { open } = place();
    await open().append('local', 'prj_1', 'w1', [entry('1')]);
    await open().append('local', 'prj_1', 'w1', [entry('1'), entry('2')]);
    expect(await ids(open())).toEqual(['1', '2']);
  });

  test('can be replaced after a rebase', async () => {
    const { open } = place();
    const journal = open();
    await journal.append('local', 'prj_1', 'w1', [entry('1'), entry('2')]);
    await journal.sending('local', 'prj_1', 'w1', {
      idempotencyKey: 'k',
      expectedVersion: 1,
      entryIds: ['1', '2'],
    });
    await journal.replace('local', 'prj_1', {
      writer: 'w1',
      replaced: ['1', '2'],
      entries: [entry('2', 9)],
    });
    await journal.append('local', 'prj_1', 'w1', [entry('3', 9)]);
    expect(await open().claim('local', 'prj_1', reader)).toEqual({
      entries: [entry('2', 9), entry('3', 9)],
      inFlight: [],
      notice: null,
    });
  });

  test('keeps the document an edit was made on', async () => {
    const { open } = place();
    const base = {
      nodes: [{ id: '1', type: 'text/join', inputs: { text: { value: 'before' } } }],
      connections: [],
    };
    await open().append('local', 'prj_1', 'w1', [{ ...entry('1'), base }]);
    expect((await open().claim('local', 'prj_1', reader)).entries).toEqual([{ ...entry('1'), base }]);
  });

  test('does not grow without end', async () => {
    const { open, path } = place();
    const journal = open();
    await journal.append('local', 'prj_1', 'w1', [entry('kept')]);
    for (let round = 0; round < 12; round += 1) {
      const batch = Array.from({ length: 60 }, (_, index) => entry(`${round}-${index}`));
      await journal.append('local', 'prj_1', 'w1', batch);
      await journal.acknowledge(
        'local',
        'prj_1',
        batch.map(({ id }) => id),
      );
    }
    expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(600);
    expect(await ids(open())).toEqual(['kept']);
  });
});

describe('two windows on one project', () => {
  const request = (key: string, entryIds: string[]) => ({
    idempotencyKey: key,
    expectedVersion: 1,
    entryIds,
  });

  test('neither drops what the other has not sent yet', async () => {
    const { open } = place();
    const journal = open();
    await journal.append('local', 'prj_1', 'w1', [entry('1'), entry('3')]);
    await journal.append('local', 'prj_1', 'w2', [entry('2'), entry('4')]);
    await journal.sending('local', 'prj_1', 'w2', request('k2', ['2', '4']));
    await journal.replace('local', 'prj_1', {
      writer: 'w1',
      replaced: ['1', '3'],
      entries: [entry('5', 9)],
    });
    expect(await open().claim('local', 'prj_1', reader)).toMatchObject({
      entries: [entry('2'), entry('4'), entry('5', 9)],
      inFlight: [request('k2', ['2', '4'])],
    });
    await journal.acknowledge('local', 'prj_1', ['5']);
    expect(await open().claim('local', 'prj_1', reader)).toMatchObject({
      entries: [entry('2'), entry('4')],
      inFlight: [request('k2', ['2', '4'])],
    });
  });

  test('a window that opens gets what dead windows left, and nothing of those that live', async () => {
    const { open } = place();
    const journal = open();
    await journal.append('local', 'prj_1', 'dead', [entry('1')]);
    await journal.append('local', 'prj_1', 'alive', [entry('2')]);
    await journal.append('local', 'prj_1', 'dead too', [entry('3')]);
    await journal.sending('local', 'prj_1', 'dead', request('k1', ['1']));
    await journal.sending('local', 'prj_1', 'alive', request('k2', ['2']));
    expect(await journal.claim('local', 'prj_1', { writer: 'new', living: ['alive'] })).toEqual({
      entries: [entry('1'), entry('3')],
      inFlight: [request('k1', ['1'])],
      notice: null,
    });
    expect(await open().claim('local', 'prj_1', { writer: 'newer', living: ['new', 'alive'] })).toEqual({
      entries: [],
      inFlight: [],
      notice: null,
    });
  });

  test('the requests of several dead windows outlive a file written anew', async () => {
    const { open } = place();
    const journal = open();
    await journal.append('local', 'prj_1', 'a', [entry('1')]);
    await journal.sending('local', 'prj_1', 'a', request('ka', ['1']));
    await journal.append('local', 'prj_1', 'b', [entry('2')]);
    await journal.sending('local', 'prj_1', 'b', request('kb', ['2']));
    await journal.claim('local', 'prj_1', reader);
    for (let round = 0; round < 12; round += 1) {
      const batch = Array.from({ length: 60 }, (_, index) => entry(`x${round}-${index}`));
      await journal.append('local', 'prj_1', 'reader', batch);
      await journal.acknowledge(
        'local',
        'prj_1',
        batch.map(({ id }) => id),
      );
    }
    expect(await open().claim('local', 'prj_1', reader)).toMatchObject({
      entries: [entry('1'), entry('2')],
      inFlight: [request('ka', ['1']), request('kb', ['2'])],
    });
  });

  test('taking over what a dead window left ends its request too', async () => {
    const { open } = place();
    const journal = open();
    await journal.append('local', 'prj_1', 'dead', [entry('1')]);
    await journal.sending('local', 'prj_1', 'dead', request('k1', ['1']));
    await journal.replace('local', 'prj_1', { writer: 'new', replaced: ['1'], entries: [entry('2')] });
    expect(await open().claim('local', 'prj_1', reader)).toMatchObject({
      entries: [entry('2')],
      inFlight: [],
    });
  });
});

describe('after a crash', () => {
  test('a torn last line is dropped, and the next entry stands on a line of its own', async () => {
    const { open, path } = place();
    await open().append('local', 'prj_1', 'w1', [entry('1'), entry('2')]);
    appendFileSync(path, '{"t":"entry","entry":{"id":"3","la');
    const journal = open();
    expect(await journal.claim('local', 'prj_1', reader)).toMatchObject({
      entries: [entry('1'), entry('2')],
      notice: null,
    });
    await journal.append('local', 'prj_1', 'w1', [entry('4')]);
    expect(await ids(open())).toEqual(['1', '2', '4']);
  });

  test('at every length a cut file gives a prefix of what was written', async () => {
    const { open, path } = place();
    await open().append('local', 'prj_1', 'w1', [entry('1'), entry('2'), entry('3')]);
    const whole = readFileSync(path);
    for (let length = 0; length <= whole.byteLength; length += 7) {
      writeFileSync(path, whole.subarray(0, length));
      const left = await ids(open());
      expect(['1', '2', '3'].slice(0, left.length)).toEqual(left);
      expect(left.length).toBeGreaterThanOrEqual(
        whole.subarray(0, length).toString('utf8').split('\n').length - 1,
      );
    }
  });

  test('damage in the middle sets the file aside, keeps what stands before it, and says so once', async () => {
    const { open, path, log } = place();
    await open().append('local', 'prj_1', 'w1', [entry('1'), entry('2'), entry('3')]);
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[1] = lines[1]!.replace('"entry"', '"#####"');
    writeFileSync(path, lines.join('\n'));
    const journal = open();
    const read = await journal.claim('local', 'prj_1', reader);
    expect(read.entries).toEqual([entry('1')]);
    expect(read.notice).toMatch(/set aside/);
    expect((await journal.claim('local', 'prj_1', reader)).notice).toBeNull();
    const aside = readdirSync(join(path, '..')).filter((name) => name.includes('.broken-'));
    expect(readFileSync(join(path, '..', aside[0]!), 'utf8')).toBe(lines.join('\n'));
    expect(log.lines).toHaveLength(1);
    expect(await ids(open())).toEqual(['1']);
  });

  test('a folder in the place of the file is set aside, and edits are kept again', async () => {
    const { open, path } = place();
    mkdirSync(path, { recursive: true });
    const journal = open();
    expect((await journal.claim('local', 'prj_1', reader)).notice).toMatch(/set aside/);
    await journal.append('local', 'prj_1', 'w1', [entry('1')]);
    expect(await ids(open())).toEqual(['1']);
  });
});
