import { appendFileSync, statSync, readdirSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JournalEntry, JournalNews, UndoStep } from '#shared/desk/index.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createJournal, type JournalOptions } from './journal.ts';
import { HISTORY_LIMIT } from './journal-file.ts';

const entry = (id: string, baseVersion = 1): JournalEntry => ({
  id,
  label: `Edit ${id}`,
  at: '2026-01-01T00:00:00Z',
  baseVersion,
  operations: [{ op: 'removeNode', nodeId: id }],
});

/** A window that writes whoever did before. */
const reader = { writer: 'reader', take: true };
const step = (label: string): UndoStep => ({
  label,
  forward: [{ op: 'removeNode', nodeId: label }],
  backward: [{ op: 'addNode', node: { id: label, type: 'text/join' } }],
  mergeKey: null,
});

function place() {
  const folder = temporaryFolder();
  const log = createTestLog();
  return {
    log,
    path: join(folder, 'local', 'prj_1.jsonl'),
    /** As another process would. */
    open: (options: Partial<JournalOptions> = {}) =>
      createJournal({ directory: folder, clock: createTestClock().clock, log, tell: () => {}, ...options }),
  };
}

const ids = async (journal: ReturnType<ReturnType<typeof place>['open']>) =>
  (await journal.claim('local', 'prj_1', reader)).entries.map(({ id }) => id);

describe('the journal', () => {
  test('has kept what it answered for, in order, when opened again', async () => {
    const { open } = place();
    const journal = open();
    await Promise.all(
      ['1', '2', '3'].map((id) =>
        journal.append('local', 'prj_1', { writer: 'w1', entries: [entry(id)], history: [] }),
      ),
    );
    const inFlight = { idempotencyKey: 'k', expectedVersion: 1, entryIds: ['1', '2'] };
    await journal.sending('local', 'prj_1', { writer: 'w1', inFlight });
    expect(await open().claim('local', 'prj_1', reader)).toEqual({
      entries: [entry('1'), entry('2'), entry('3')],
      writing: true,
      inFlight: [inFlight],
      history: { done: [], undone: [] },
      notice: null,
    });
  });

  test('keeps projects and connections apart, whatever their ids look like', async () => {
    const { open } = place();
    const journal = open();
    await journal.append('local', '../../escape', { writer: 'w1', entries: [entry('1')], history: [] });
    await journal.append('local', '..', { writer: 'w1', entries: [entry('2')], history: [] });
    await journal.append('a/b', 'prj_1', { writer: 'w1', entries: [entry('3')], history: [] });
    const again = open();
    expect((await again.claim('local', '../../escape', reader)).entries).toEqual([entry('1')]);
    expect((await again.claim('local', '..', reader)).entries).toEqual([entry('2')]);
    expect((await again.claim('a/b', 'prj_1', reader)).entries).toEqual([entry('3')]);
    expect((await again.claim('local', 'prj_1', reader)).entries).toEqual([]);
  });

  test('lets go of what the service took', async () => {
    const { open, path } = place();
    const journal = open();
    await journal.append('local', 'prj_1', {
      writer: 'w1',
      entries: [entry('1'), entry('2'), entry('3')],
      history: [],
    });
    await journal.sending('local', 'prj_1', {
      writer: 'w1',
      inFlight: {
        idempotencyKey: 'k',
        expectedVersion: 1,
        entryIds: ['1', '2'],
      },
    });
    await journal.acknowledge('local', 'prj_1', { writer: 'w1', entryIds: ['1', '2'] });
    expect(await open().claim('local', 'prj_1', reader)).toMatchObject({
      entries: [entry('3')],
      inFlight: [],
    });
    await journal.acknowledge('local', 'prj_1', { writer: 'w1', entryIds: ['3'] });
    expect(() => readFileSync(path)).toThrow(/ENOENT/);
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('4')], history: [] });
    expect(await ids(open())).toEqual(['4']);
  });

  test('an entry sent twice counts once', async () => {
    const { open } = place();
    await open().append('local', 'prj_1', { writer: 'w1', entries: [entry('1')], history: [] });
    await open().append('local', 'prj_1', { writer: 'w1', entries: [entry('1'), entry('2')], history: [] });
    expect(await ids(open())).toEqual(['1', '2']);
  });

  test('can be replaced after a rebase', async () => {
    const { open } = place();
    const journal = open();
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('1'), entry('2')], history: [] });
    await journal.sending('local', 'prj_1', {
      writer: 'w1',
      inFlight: {
        idempotencyKey: 'k',
        expectedVersion: 1,
        entryIds: ['1', '2'],
      },
    });
    await journal.replace('local', 'prj_1', {
      writer: 'w1',
      replaced: ['1', '2'],
      entries: [entry('2', 9)],
    });
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('3', 9)], history: [] });
    expect(await open().claim('local', 'prj_1', reader)).toEqual({
      entries: [entry('2', 9), entry('3', 9)],
      writing: true,
      inFlight: [],
      history: { done: [], undone: [] },
      notice: null,
    });
  });

  test('keeps the document an edit was made on', async () => {
    const { open } = place();
    const base = {
      nodes: [{ id: '1', type: 'text/join', inputs: { text: { value: 'before' } } }],
      connections: [],
    };
    await open().append('local', 'prj_1', { writer: 'w1', entries: [{ ...entry('1'), base }], history: [] });
    expect((await open().claim('local', 'prj_1', reader)).entries).toEqual([{ ...entry('1'), base }]);
  });

  test('does not grow without end', async () => {
    const { open, path } = place();
    const journal = open();
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('kept')], history: [] });
    for (let round = 0; round < 60; round += 1) {
      const batch = Array.from({ length: 300 }, (_, index) => entry(`${round}-${index}`));
      await journal.append('local', 'prj_1', { writer: 'w1', entries: batch, history: [] });
      await journal.acknowledge('local', 'prj_1', { writer: 'w1', entryIds: batch.map(({ id }) => id) });
    }
    expect(statSync(path).size).toBeLessThan(1024 * 1024);
    expect(await ids(open())).toEqual(['kept']);
  });
});

describe('windows on one project', () => {
  /** Two windows whose streams are open, and what each of them was told. */
  function windows(open: ReturnType<typeof place>['open']) {
    const told: [string, JournalNews][] = [];
    let uptime = 0;
    const journal = open({
      tell: (to, _connectionId, _projectId, news) =>
        told.push(...to.map((id) => [id, news] as [string, JournalNews])),
      uptime: () => uptime,
    });
    return { journal, told, later: (ms: number) => (uptime += ms) };
  }
  const claim = (writer: string, take = false) => ({ writer, take });

  test('one writes, the other follows what is kept and is refused', async () => {
    const { journal, told } = windows(place().open);
    journal.windowArrived('one');
    journal.windowArrived('two');
    expect(await journal.claim('local', 'prj_1', claim('one'))).toMatchObject({ writing: true });
    await journal.append('local', 'prj_1', { writer: 'one', entries: [entry('1')], history: [] });
    expect(await journal.claim('local', 'prj_1', claim('two'))).toMatchObject({
      writing: false,
      entries: [entry('1')],
    });
    const change = { do: 'push' as const, step: step('2') };
    await journal.append('local', 'prj_1', { writer: 'one', entries: [entry('2')], history: [change] });
    await journal.acknowledge('local', 'prj_1', { writer: 'one', entryIds: ['1'] });
    expect(told).toEqual([
      ['two', { kind: 'appended', entries: [entry('2')], history: [change] }],
      ['two', { kind: 'replaced', ids: ['1'], entries: [] }],
    ]);
    await expect(
      journal.append('local', 'prj_1', { writer: 'two', entries: [entry('3')], history: [] }),
    ).rejects.toMatchObject({ code: 'NOT_WRITER' });
    expect((await journal.claim('local', 'prj_1', claim('two'))).entries).toEqual([entry('2')]);
  });

  test('whoever takes over has all that was kept, and the one before is told and refused', async () => {
    const { journal, told } = windows(place().open);
    journal.windowArrived('one');
    journal.windowArrived('two');
    await journal.claim('local', 'prj_1', claim('one'));
    await journal.claim('local', 'prj_1', claim('two'));
    await journal.append('local', 'prj_1', { writer: 'one', entries: [entry('1')], history: [] });
    const inFlight = { idempotencyKey: 'k', expectedVersion: 1, entryIds: ['1'] };
    await journal.sending('local', 'prj_1', { writer: 'one', inFlight });
    told.length = 0;
    expect(await journal.claim('local', 'prj_1', claim('two', true))).toMatchObject({
      writing: true,
      entries: [entry('1')],
      inFlight: [inFlight],
    });
    expect(told).toEqual([['one', { kind: 'writer', writer: 'two' }]]);
    await expect(
      journal.append('local', 'prj_1', { writer: 'one', entries: [entry('2')], history: [] }),
    ).rejects.toMatchObject({ code: 'NOT_WRITER' });
  });

  test('when the window that writes is gone, the others are told and one of them goes on', async () => {
    const { journal, told } = windows(place().open);
    const oneEnds = journal.windowArrived('one');
    journal.windowArrived('two');
    await journal.claim('local', 'prj_1', claim('one'));
    await journal.claim('local', 'prj_1', claim('two'));
    await journal.append('local', 'prj_1', { writer: 'one', entries: [entry('1')], history: [] });
    told.length = 0;
    oneEnds();
    expect(told).toEqual([['two', { kind: 'writer', writer: null }]]);
    expect(await journal.claim('local', 'prj_1', claim('two'))).toMatchObject({
      writing: true,
      entries: [entry('1')],
    });
  });

  test('a window that closes the project lets go of it', async () => {
    const { journal } = windows(place().open);
    journal.windowArrived('one');
    await journal.claim('local', 'prj_1', claim('one'));
    journal.leave('local', 'prj_1', 'one');
    expect((await journal.claim('local', 'prj_1', claim('two'))).writing).toBe(true);
  });

  test('a window whose stream never came counts for a while, however the clock jumps', async () => {
    const { journal, later } = windows(place().open);
    await journal.claim('local', 'prj_1', claim('one'));
    later(14_000);
    expect((await journal.claim('local', 'prj_1', claim('two'))).writing).toBe(false);
    later(2000);
    expect((await journal.claim('local', 'prj_1', claim('two'))).writing).toBe(true);
  });
});

describe('the undo history', () => {
  const push = (label: string) => ({ do: 'push' as const, step: step(label) });

  test('outlives restarts and the edits it is about', async () => {
    const { open } = place();
    const journal = open();
    const history = [push('1'), push('2'), { do: 'undo' as const }];
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('1')], history });
    await journal.acknowledge('local', 'prj_1', { writer: 'w1', entryIds: ['1'] });
    expect(await open().claim('local', 'prj_1', reader)).toMatchObject({
      entries: [],
      history: { done: [step('1')], undone: [step('2')] },
    });
  });

  test('has a step once, though the page did not hear that it was kept and asked again', async () => {
    const { open } = place();
    const journal = open();
    const change = { writer: 'w1', entries: [entry('1')], history: [push('1')] };
    await journal.append('local', 'prj_1', change);
    await journal.append('local', 'prj_1', change);
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('2')], history: [push('2')] });
    expect(await open().claim('local', 'prj_1', reader)).toMatchObject({
      entries: [entry('1'), entry('2')],
      history: { done: [step('1'), step('2')] },
    });
  });

  test('has a gesture that was held when everything died, also in a file that was written anew', async () => {
    const { open, path } = place();
    const journal = open();
    const hold = (label: string) => ({ do: 'hold' as const, step: step(label) });
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('1')], history: [push('1')] });
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('2')], history: [hold('2')] });
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('3')], history: [hold('2, 3')] });
    // The service takes all of it while the gesture is held.
    await journal.acknowledge('local', 'prj_1', { writer: 'w1', entryIds: ['1', '2', '3'] });
    const held = { done: [step('1')], undone: [], held: step('2, 3') };
    expect((await open().claim('local', 'prj_1', reader)).history).toEqual(held);
    appendFileSync(path, '{"t":"und');
    expect((await open().claim('local', 'prj_1', reader)).history).toEqual(held);
    const next = open();
    await next.append('local', 'prj_1', { writer: 'w2', entries: [], history: [{ do: 'release' }] });
    expect((await open().claim('local', 'prj_1', reader)).history).toEqual({
      done: [step('1'), step('2, 3')],
      undone: [],
    });
  });

  test('is 500 steps deep, takes no more than its room, and the file does not grow without end', async () => {
    const { open, path } = place();
    const journal = open();
    for (let round = 0; round < 60; round += 1) {
      const history = Array.from({ length: 20 }, (_, index) => push(`${round}-${index}`));
      await journal.append('local', 'prj_1', { writer: 'w1', entries: [], history });
    }
    const kept = (await open().claim('local', 'prj_1', reader)).history.done;
    expect([kept.length, kept.at(-1)?.label]).toEqual([500, '59-19']);
    const large = (label: string) => ({
      do: 'push' as const,
      step: {
        ...step(label),
        forward: [{ op: 'setNodeTitle' as const, nodeId: 'a', title: 'x'.repeat(100_000) }],
      },
    });
    for (let round = 0; round < 80; round += 1) {
      await journal.append('local', 'prj_1', {
        writer: 'w1',
        entries: [],
        history: [large(`large ${round}`)],
      });
    }
    expect(statSync(path).size).toBeLessThan(3 * HISTORY_LIMIT);
    expect((await open().claim('local', 'prj_1', reader)).history.done.at(-1)?.label).toBe('large 79');
  });
});

describe('a full disk', () => {
  test('refuses the edit, keeps what was there, and goes on when there is room', async () => {
    const { open } = place();
    let full = false;
    const journal = open({
      writeText: async (handle, text) => {
        // As a disk that fills up in the middle of a write: a part is there, and then an error.
        await handle.writeFile(full ? text.slice(0, text.length / 2) : text);
        if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      },
    });
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('1')], history: [] });
    full = true;
    await expect(
      journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('2')], history: [] }),
    ).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await ids(open())).toEqual(['1']);
    full = false;
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('2')], history: [] });
    expect(await ids(open())).toEqual(['1', '2']);
  });
});

describe('after a crash', () => {
  test('a torn last line is dropped, and the next entry stands on a line of its own', async () => {
    const { open, path } = place();
    await open().append('local', 'prj_1', { writer: 'w1', entries: [entry('1'), entry('2')], history: [] });
    appendFileSync(path, '{"t":"entry","entry":{"id":"3","la');
    const journal = open();
    expect(await journal.claim('local', 'prj_1', reader)).toMatchObject({
      entries: [entry('1'), entry('2')],
      notice: null,
    });
    await journal.append('local', 'prj_1', { writer: 'reader', entries: [entry('4')], history: [] });
    expect(await ids(open())).toEqual(['1', '2', '4']);
  });

  test('at every length a cut file gives a prefix of what was written', async () => {
    const { open, path } = place();
    await open().append('local', 'prj_1', {
      writer: 'w1',
      entries: [entry('1'), entry('2'), entry('3')],
      history: [],
    });
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

  test('damage in the middle sets the file aside, uses every line that can be read, and says so once', async () => {
    const { open, path, log } = place();
    await open().append('local', 'prj_1', {
      writer: 'w1',
      entries: [entry('1'), entry('2'), entry('3')],
      history: [],
    });
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[1] = lines[1]!.replace('"entry"', '"#####"');
    writeFileSync(path, lines.join('\n'));
    const journal = open();
    const read = await journal.claim('local', 'prj_1', reader);
    expect(read.entries).toEqual([entry('1'), entry('3')]);
    expect(read.notice).toMatch(/set aside/);
    expect((await journal.claim('local', 'prj_1', reader)).notice).toBeNull();
    const aside = readdirSync(join(path, '..')).filter((name) => name.includes('.broken-'));
    expect(readFileSync(join(path, '..', aside[0]!), 'utf8')).toBe(lines.join('\n'));
    expect(log.lines).toHaveLength(1);
    expect(await ids(open())).toEqual(['1', '3']);
  });

  test('a last line that ended and cannot be read is set aside too: it may have been kept', async () => {
    const { open, path } = place();
    await open().append('local', 'prj_1', { writer: 'w1', entries: [entry('1'), entry('2')], history: [] });
    const damaged = readFileSync(path, 'utf8').replace('"id":"2"', '"id":##');
    writeFileSync(path, damaged);
    expect(await ids(open())).toEqual(['1']);
    const [aside] = readdirSync(join(path, '..')).filter((name) => name.includes('.broken-'));
    expect(readFileSync(join(path, '..', aside!), 'utf8')).toBe(damaged);
  });

  test('a folder in the place of the file is set aside, and edits are kept again', async () => {
    const { open, path } = place();
    mkdirSync(path, { recursive: true });
    const journal = open();
    expect((await journal.claim('local', 'prj_1', reader)).notice).toMatch(/set aside/);
    await journal.append('local', 'prj_1', { writer: 'reader', entries: [entry('1')], history: [] });
    expect(await ids(open())).toEqual(['1']);
  });
});
