import { expect, test } from 'vitest';
import { savedPalette as page, type Palette } from '../testing/saved-palette.ts';

/** Two windows while the disk is full: what was sent could not be written down, so that only who sent it knows of it. */

const full = { type: 'journal-failed', message: 'Full.' } as const;

/** What waits is sent, without being on the disk. */
const sent = () => {
  const one = page().edit('red', 1).edit('red', 2).dispatch(full, { type: 'save-due' });
  return one.dispatch({ type: 'request-recorded', key: one.key });
};

test('what the service took of a window that another one takes over from is not done once more on top of it', () => {
  const one = sent();
  const { key } = one;
  one.dispatch({ type: 'demoted', stored: [] });
  one.dispatch({ type: 'responded', key, version: 2, document: { red: 2 } });
  expect([one.screen, one.effects]).toEqual([{ red: 2 }, [{ type: 'fetch' }]]);
  one.dispatch({ type: 'fetched', version: 2, document: { red: 2 } });
  expect([one.screen, one.state.pending, one.state.version]).toEqual([{ red: 2 }, [], 2]);
});

test('without an answer the document shows whether it was taken', () => {
  const read = (document: Palette) => {
    const one = sent().dispatch({ type: 'demoted', stored: [] });
    return one.dispatch({ type: 'noticed', version: 2 }, { type: 'fetched', version: 2, document });
  };
  const [taken, refused] = [read({ red: 2, blue: 1 }), read({ blue: 1 })];
  expect([taken.screen, taken.state.pending]).toEqual([{ red: 2, blue: 1 }, []]);
  expect([refused.screen, refused.state.pending.length]).toEqual([{ red: 2, blue: 1 }, 1]);
});

test('a request has edits that the journal has, or those that it has not, so that whoever sends it again has all of it', () => {
  const one = page().edit('red', 1).journal().edit('blue', 1).dispatch(full, { type: 'save-due' });
  const [first, second] = one.state.pending;
  expect(one.effects).toMatchObject([{ type: 'record-request', request: { entryIds: [first!.id] } }]);
  // Also where it was made before anybody knew that there is no room.
  const other = page().edit('red', 1).journal().edit('blue', 1).dispatch({ type: 'save-due' }, full);
  expect(other.effects).toMatchObject([{ type: 'record-request', request: { entryIds: [first!.id] } }]);
  one.dispatch({ type: 'request-recorded', key: one.key });
  one.dispatch({ type: 'responded', key: one.key, version: 2, document: { red: 1 } });
  expect(one.effects.at(-1)).toMatchObject({ request: { entryIds: [second!.id] } });
});
