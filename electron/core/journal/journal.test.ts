import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entry, ids, journalPlace, reader } from '../testing/journal-place.ts';

describe('the journal', () => {
  test('has what it confirmed, in order, when opened again', async () => {
    const { open } = journalPlace();
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
    const { open } = journalPlace();
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
    const { open, path } = journalPlace();
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
    const { open } = journalPlace();
    await open().append('local', 'prj_1', { writer: 'w1', entries: [entry('1')], history: [] });
    await open().append('local', 'prj_1', { writer: 'w1', entries: [entry('1'), entry('2')], history: [] });
    expect(await ids(open())).toEqual(['1', '2']);
  });

  test('an entry under the id of another one is refused, and neither is lost or changed', async () => {
    const { open } = journalPlace();
    const journal = open();
    const first = entry('1');
    const reused = { ...entry('2'), id: '1' };
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [first], history: [] });
    await expect(
      journal.append('local', 'prj_1', { writer: 'w1', entries: [reused], history: [] }),
    ).rejects.toMatchObject({ code: 'INVALID_REQUEST', status: 409 });
    expect((await open().claim('local', 'prj_1', reader)).entries).toEqual([first]);
  });

  test('can be replaced after a rebase', async () => {
    const { open } = journalPlace();
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
    const { open } = journalPlace();
    const base = {
      nodes: [{ id: '1', type: 'text/join', inputs: { text: { value: 'before' } } }],
      connections: [],
    };
    await open().append('local', 'prj_1', { writer: 'w1', entries: [{ ...entry('1'), base }], history: [] });
    expect((await open().claim('local', 'prj_1', reader)).entries).toEqual([{ ...entry('1'), base }]);
  });

  test('does not grow without end', async () => {
    const { open, path } = journalPlace();
    const journal = open();
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('valid')], history: [] });
    for (let round = 0; round < 60; round += 1) {
      const batch = Array.from({ length: 300 }, (_, index) => entry(`${round}-${index}`));
      await journal.append('local', 'prj_1', { writer: 'w1', entries: batch, history: [] });
      await journal.acknowledge('local', 'prj_1', { writer: 'w1', entryIds: batch.map(({ id }) => id) });
    }
    expect(statSync(path).size).toBeLessThan(1024 * 1024);
    expect(await ids(open())).toEqual(['valid']);
  });
});

describe('a full disk', () => {
  test('refuses the edit, keeps what was there, and goes on when there is room', async () => {
    const { open } = journalPlace();
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
    const { open, path } = journalPlace();
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
    const { open, path } = journalPlace();
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
    const { open, path, log } = journalPlace();
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
    const quarantined = readdirSync(join(path, '..')).filter((name) => name.includes('.broken-'));
    expect(readFileSync(join(path, '..', quarantined[0]!), 'utf8')).toBe(lines.join('\n'));
    expect(log.lines).toHaveLength(1);
    expect(await ids(open())).toEqual(['1', '3']);
  });

  test('a last line that ended and cannot be read is quarantined too: it may have been journaled', async () => {
    const { open, path } = journalPlace();
    await open().append('local', 'prj_1', { writer: 'w1', entries: [entry('1'), entry('2')], history: [] });
    const damaged = readFileSync(path, 'utf8').replace('"id":"2"', '"id":##');
    writeFileSync(path, damaged);
    expect(await ids(open())).toEqual(['1']);
    const [aside] = readdirSync(join(path, '..')).filter((name) => name.includes('.broken-'));
    expect(readFileSync(join(path, '..', aside!), 'utf8')).toBe(damaged);
  });

  test('a folder in the place of the file is quarantined, and edits are journaled again', async () => {
    const { open, path } = journalPlace();
    mkdirSync(path, { recursive: true });
    const journal = open();
    expect((await journal.claim('local', 'prj_1', reader)).notice).toMatch(/set aside/);
    await journal.append('local', 'prj_1', { writer: 'reader', entries: [entry('1')], history: [] });
    expect(await ids(open())).toEqual(['1']);
  });
});
