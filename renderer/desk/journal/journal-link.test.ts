import { expect, test } from 'vitest';
import type { SavedTypes } from '#shared/documents/saving-kind.ts';
import type { EditJournal, JournalChange } from './edit-journal.ts';
import { JournalLink } from './journal-link.ts';
import { noUndo } from '#shared/graph-saving/index.ts';

interface Entry {
  id: string;
}

test('a window that wanted to write and got no answer wants to still, whatever it hears of the writer meanwhile', async () => {
  const forced: boolean[] = [];
  let hear: (change: JournalChange<Entry> | 'missed') => void = () => undefined;
  const port: EditJournal<Entry> = {
    claim(force) {
      forced.push(force);
      if (forced.length === 1) return Promise.reject(new Error('The desktop process does not answer.'));
      return Promise.resolve({ writing: force, entries: [], inFlight: [], history: noUndo });
    },
    append: () => Promise.resolve(),
    sending: () => Promise.resolve(),
    acknowledge: () => Promise.resolve(),
    replace: () => Promise.resolve(),
    leave: () => undefined,
    watch(listener) {
      hear = listener;
      return () => undefined;
    },
  };
  const events: string[] = [];
  const link = new JournalLink<SavedTypes, Entry>({
    port,
    clock: { clock: () => 0, after: () => () => undefined },
    dispatch: ({ type }) => events.push(type),
    codec: { editOf: (entry) => ({ ...entry, journaled: true }), entryOf: ({ id }) => ({ id }) },
    history: { apply: () => undefined, restore: () => undefined },
    following: true,
    mirror: [],
  });
  await link.takeOver();
  hear({ kind: 'writer', writer: 'another' });
  await expect.poll(() => events).toContain('promoted');
  expect(forced).toEqual([true, true]);
});
