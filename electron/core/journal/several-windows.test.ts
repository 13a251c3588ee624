import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DocumentJournalEvent, JournalEvent } from '#shared/desk/index.ts';
import { openReservedNotes } from '../storage/reserved-notes.ts';
import { entry, journalPlace, step } from '../testing/journal-place.ts';

describe('windows on one project', () => {
  /** Two windows whose streams are open, and the events each of them received. */
  function windows(open: ReturnType<typeof journalPlace>['open']) {
    const events: [string, JournalEvent | DocumentJournalEvent][] = [];
    let uptime = 0;
    const note = (to: readonly string[], change: JournalEvent | DocumentJournalEvent): void => {
      for (const id of to) events.push([id, change]);
    };
    const journal = open({
      notify: (to, _connectionId, _projectId, change) => note(to, change),
      notifyOfDocument: (to, _address, change) => note(to, change),
      uptime: () => uptime,
    });
    return { journal, events, later: (ms: number) => (uptime += ms) };
  }
  const claim = (writer: string, take = false) => ({ writer, take });
  const cut = { connectionId: 'local', projectId: 'prj_1', kind: 'timeline' } as const;

  test('one writes, the other follows what is journaled and is refused', async () => {
    const { journal, events } = windows(journalPlace().open);
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
    expect(events).toEqual([
      ['two', { kind: 'appended', entries: [entry('2')], history: [change] }],
      ['two', { kind: 'replaced', ids: ['1'], entries: [] }],
    ]);
    await expect(
      journal.append('local', 'prj_1', { writer: 'two', entries: [entry('3')], history: [] }),
    ).rejects.toMatchObject({ code: 'NOT_WRITER' });
    expect((await journal.claim('local', 'prj_1', claim('two'))).entries).toEqual([entry('2')]);
  });

  test('whoever takes over has all that was journaled, and the one before is notified and refused', async () => {
    const { journal, events } = windows(journalPlace().open);
    journal.windowArrived('one');
    journal.windowArrived('two');
    await journal.claim('local', 'prj_1', claim('one'));
    await journal.claim('local', 'prj_1', claim('two'));
    await journal.append('local', 'prj_1', { writer: 'one', entries: [entry('1')], history: [] });
    const inFlight = { idempotencyKey: 'k', expectedVersion: 1, entryIds: ['1'] };
    await journal.sending('local', 'prj_1', { writer: 'one', inFlight });
    events.length = 0;
    expect(await journal.claim('local', 'prj_1', claim('two', true))).toMatchObject({
      writing: true,
      entries: [entry('1')],
      inFlight: [inFlight],
    });
    expect(events).toEqual([['one', { kind: 'writer', writer: 'two' }]]);
    await expect(
      journal.append('local', 'prj_1', { writer: 'one', entries: [entry('2')], history: [] }),
    ).rejects.toMatchObject({ code: 'NOT_WRITER' });
  });

  test('when the window that writes is gone, the others are notified and one of them goes on', async () => {
    const { journal, events } = windows(journalPlace().open);
    const oneEnds = journal.windowArrived('one');
    journal.windowArrived('two');
    await journal.claim('local', 'prj_1', claim('one'));
    await journal.claim('local', 'prj_1', claim('two'));
    await journal.append('local', 'prj_1', { writer: 'one', entries: [entry('1')], history: [] });
    events.length = 0;
    oneEnds();
    expect(events).toEqual([['two', { kind: 'writer', writer: null }]]);
    expect(await journal.claim('local', 'prj_1', claim('two'))).toMatchObject({
      writing: true,
      entries: [entry('1')],
    });
  });

  test('a window that closes the project lets go of it', async () => {
    const { journal } = windows(journalPlace().open);
    journal.windowArrived('one');
    await journal.claim('local', 'prj_1', claim('one'));
    journal.leave('local', 'prj_1', 'one');
    expect((await journal.claim('local', 'prj_1', claim('two'))).writing).toBe(true);
  });

  test('what the service took while the disk was full is no news to a window that follows: it reads what there is', async () => {
    const { open, path } = journalPlace();
    const reserved = openReservedNotes(join(dirname(dirname(path)), 'notes'));
    const { journal, events } = windows((options) => open({ ...options, reserved }));
    journal.windowArrived('one');
    journal.windowArrived('two');
    await journal.claim('local', 'prj_1', claim('one'));
    await journal.claim('local', 'prj_1', claim('two'));
    await journal.documents.claim(cut, { writer: 'one', force: false });
    await journal.documents.claim(cut, { writer: 'two', force: false });
    // They could not be written, and were saved all the same.
    expect(reserved.add(path, ['1', 'a'])).toBe(true);
    events.length = 0;
    await journal.append('local', 'prj_1', { writer: 'one', entries: [entry('1'), entry('2')], history: [] });
    expect(events).toEqual([['two', { kind: 'writer', writer: 'one' }]]);
    expect((await journal.claim('local', 'prj_1', claim('two'))).entries).toEqual([entry('2')]);
    expect(reserved.add(path, ['a'])).toBe(true);
    const base = { version: 3, document: {} };
    const entries = [{ id: 'a', steps: [], changes: { fields: { length: { set: 1 } } } }];
    events.length = 0;
    await journal.documents.write(cut, { writer: 'one', replaced: [], entries, after: null, base });
    expect(events).toEqual([['two', { kind: 'writer', writer: 'one' }]]);
    expect((await journal.documents.claim(cut, { writer: 'two', force: false })).entries).toEqual([]);
  });

  test('a window whose stream never came counts for a while, however the clock jumps', async () => {
    const { journal, later } = windows(journalPlace().open);
    await journal.claim('local', 'prj_1', claim('one'));
    later(14_000);
    expect((await journal.claim('local', 'prj_1', claim('two'))).writing).toBe(false);
    later(2000);
    expect((await journal.claim('local', 'prj_1', claim('two'))).writing).toBe(true);
  });
});
