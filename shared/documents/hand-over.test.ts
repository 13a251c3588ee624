import { describe, expect, it, test } from 'vitest';
import { savedPalette as page, type Palette } from '../testing/saved-palette.ts';
import { paletteItems } from '../testing/palette-kind.ts';
import { replacingKind, UNKNOWN_VERSION } from './replacing-kind.ts';
import { savingStatus } from './saving-status.ts';

/** Windows of one computer on one document: what becomes of edits when another one begins to write. */

describe('a window that follows', () => {
  const entry = (id: string, before: Palette, after: Palette) => ({
    id,
    steps: [id],
    version: 1,
    before,
    after,
    journaled: true,
  });

  it('shows what the other has in the journal, and what it edits itself comes behind that once it writes', () => {
    const one = page().dispatch({ type: 'demoted' });
    one.dispatch({ type: 'mirrored', entries: [entry('a', {}, { blue: 1 })], fetch: false });
    expect([one.screen, savingStatus(one.state)]).toEqual([{ blue: 1 }, 'waiting']);
    expect(one.edit('red', 1).effects).toEqual([{ type: 'take-over' }]);
    // The other wrote once more before it was asked.
    const entries = [entry('a', {}, { blue: 1 }), entry('b', { blue: 1 }, { blue: 2 })];
    one.dispatch({ type: 'promoted', entries, request: null });
    expect(one.screen).toEqual({ blue: 2, red: 1 });
    expect(one.effects.map(({ type }) => type)).toEqual(['adopt', 'journal', 'schedule-save']);
  });

  it('takes edits away that came in the place of others, and has what was saved once that is read', () => {
    const one = page().dispatch({ type: 'demoted' });
    one.dispatch({ type: 'mirrored', entries: [entry('a', {}, { blue: 1 })], fetch: false });
    one.dispatch({ type: 'mirrored', entries: [entry('b', {}, { blue: 2 })], fetch: false });
    expect(one.screen).toEqual({ blue: 2 });
    one.dispatch({ type: 'mirrored', entries: [], fetch: true });
    expect([one.screen, one.effects]).toEqual([{ blue: 2 }, [{ type: 'fetch' }]]);
    one.dispatch({ type: 'fetched', version: 2, document: { blue: 2 } });
    expect([one.screen, savingStatus(one.state)]).toEqual([{ blue: 2 }, 'saved']);
  });

  it('reads before it goes on with edits that stand on a save which it has not seen, as their order would be mixed', () => {
    const one = page().dispatch({ type: 'demoted' }, { type: 'held' });
    const saved = { ...entry('b', { blue: 1 }, { blue: 1, red: 2 }), version: UNKNOWN_VERSION };
    one.dispatch({ type: 'promoted', entries: [saved], request: null }, { type: 'released' });
    expect(one.effects.map(({ type }) => type)).toContain('fetch');
    expect(one.state.confirmed).toEqual({ blue: 1 });
    const two = page().edit('red', 1).send().edit('red', 2);
    expect(two.state.pending.map(({ version }) => version)).toEqual([1, UNKNOWN_VERSION]);
  });

  it('is left alone while a pointer is down, also where it was to write and another took over meanwhile', () => {
    const one = page().dispatch({ type: 'demoted' }, { type: 'held' }).edit('red', 1);
    const entries = [entry('a', {}, { blue: 1 })];
    one.dispatch({ type: 'promoted', entries, request: null });
    expect(one.screen).toEqual({ red: 1 });
    expect(one.dispatch({ type: 'demoted' }).effects).toEqual([{ type: 'take-over' }]);
    one.dispatch({ type: 'released' });
    expect([one.screen, one.state.writer]).toEqual([{ red: 1 }, 'following']);
    one.dispatch({ type: 'promoted', entries, request: null });
    expect(one.screen).toEqual({ blue: 1, red: 1 });
  });

  it('knows again what it sent to the journal without an answer, whatever was edited behind it', () => {
    const one = page().edit('red', 1);
    const [sent] = one.state.pending;
    if (sent === undefined) throw new Error('Nothing is pending.');
    one.dispatch({ type: 'writing', ids: [sent.id] }, { type: 'demoted' }).edit('red', 2);
    expect(one.state.pending.map(({ before, after }) => [before, after])).toEqual([
      [{}, { red: 1 }],
      [{ red: 1 }, { red: 2 }],
    ]);
    one.dispatch({ type: 'promoted', entries: [sent], request: null });
    expect([one.screen, one.state.pending.length, one.state.pending[0]?.id]).toEqual([
      { red: 2 },
      2,
      sent.id,
    ]);
  });
});

describe('a window that takes over', () => {
  const entry = (version: number, before: Palette, after: Palette) => ({
    id: `e${version}`,
    steps: ['e'],
    version,
    before,
    after,
    journaled: true,
  });
  const follower = (version: number, document: Palette) =>
    page().dispatch(
      { type: 'demoted' },
      { type: 'noticed', version },
      { type: 'fetched', version, document },
    );
  const promoted = (
    entries: ReturnType<typeof entry>[],
    more: { saved?: { version: number; document?: Palette } } = {},
  ) => ({ type: 'promoted', entries, request: null, ...more }) as const;

  it('goes on showing what it has read, beside edits that were made on an older document', () => {
    const one = follower(3, { blue: 1, left: 1 }).edit('left', null);
    one.dispatch(promoted([entry(1, {}, { red: 1 })]));
    expect([one.screen, one.state.rebuild, one.state.version]).toEqual([{ blue: 1, red: 1 }, false, 3]);
    // What was taken away here was never in what the other wrote on: it stays away all the same.
    one.journal().send();
    expect(one.effects).toMatchObject([
      { type: 'send', payload: { expectedVersion: 3, document: { blue: 1, red: 1 } } },
    ]);
  });

  it('takes the document that newer edits were made on as what the service has, and reads it', () => {
    const one = follower(1, {}).edit('left', 1);
    one.dispatch(promoted([entry(4, { blue: 1 }, { blue: 1, red: 1 })]));
    expect([one.screen, one.state.rebuild, one.state.version]).toEqual([
      { blue: 1, red: 1, left: 1 },
      false,
      4,
    ]);
    expect(one.effects.map(({ type }) => type)).toEqual(['adopt', 'journal', 'schedule-save', 'fetch']);
  });

  it('shows what was saved meanwhile though nothing of it waits any more, before it is read', () => {
    const one = follower(1, {}).edit('left', 1);
    one.dispatch(promoted([], { saved: { version: 2, document: { red: 1 } } }));
    expect([one.screen, one.state.version]).toEqual([{ red: 1, left: 1 }, 2]);
    expect(one.state.pending).toMatchObject([{ version: 2, before: { red: 1 } }]);
  });

  it('has what it takes away in the journal as such while a pointer is down, and shows the rest once it is up', () => {
    const one = follower(3, { blue: 1 }).dispatch({ type: 'held' }).edit('blue', null);
    one.dispatch(promoted([entry(1, {}, { red: 1 })]));
    expect(one.screen).toEqual({});
    expect(one.effects).toMatchObject([
      {
        type: 'journal',
        replaced: ['e1'],
        entries: [{ version: 3, before: { blue: 1 }, after: { blue: 1, red: 1 } }, { before: { blue: 1 } }],
      },
    ]);
    one.journal().dispatch({ type: 'released' });
    expect(one.screen).toEqual({ red: 1 });
  });

  it('reads once more what it was reading before', () => {
    const one = page().dispatch({ type: 'demoted' }, { type: 'noticed', version: 2 }).edit('left', 1);
    one.dispatch(promoted([entry(3, { blue: 1 }, { blue: 1, red: 1 })])).journal();
    one.dispatch({ type: 'fetched', version: 2, document: {} });
    expect([one.screen, one.effects]).toEqual([{ blue: 1, red: 1, left: 1 }, [{ type: 'fetch' }]]);
  });
});

test('a window that follows shows no edit twice: what may have it already is not taken in', () => {
  const one = page().dispatch({ type: 'demoted' });
  const edit = { id: 'a', steps: ['a'], version: 1, before: {}, after: { red: 1 }, journaled: true };
  one.dispatch({ type: 'mirrored', entries: [edit], fetch: false }, { type: 'noticed', version: 2 });
  one.dispatch({ type: 'fetched', version: 2, document: { red: 1 } });
  expect([one.state.confirmed, one.screen]).toEqual([{}, { red: 1 }]);
  one.dispatch({ type: 'mirrored', entries: [], fetch: true, saved: { version: 2, document: { red: 1 } } });
  expect([one.state.confirmed, one.state.pending, one.state.version]).toEqual([{ red: 1 }, [], 2]);
});

test('what was added and removed before the journal had the removal stays away, whoever writes now', () => {
  const one = page().edit('red', 1).journal().edit('red', null).dispatch({ type: 'noticed', version: 2 });
  const [added] = one.state.pending;
  // Another window has taken over what the journal had, and saved it.
  one.dispatch({ type: 'fetched', version: 2, document: { red: 1 } });
  expect([one.screen, one.state.version]).toEqual([{}, 1]);
  one.dispatch({ type: 'demoted', stored: added ? [added] : [] });
  one.dispatch({
    type: 'promoted',
    entries: [],
    request: null,
    saved: { version: 2, document: { red: 1 } },
  });
  expect([one.screen, one.state.version]).toEqual([{}, 2]);
  one.journal().dispatch({ type: 'fetched', version: 2, document: { red: 1 } });
  one.send();
  expect(one.effects).toMatchObject([{ type: 'send', payload: { expectedVersion: 2, document: {} } }]);
});

describe('a window that another one takes over from', () => {
  it('has done once what the journal had of it, however soon the next edit came', () => {
    const one = page().edit('red', 1);
    const [first] = one.state.pending;
    one.dispatch({ type: 'writing', ids: [first!.id] }).edit('red', 2);
    expect(one.state.pending.map(({ before, after }) => [before, after])).toEqual([
      [{}, { red: 1 }],
      [{ red: 1 }, { red: 2 }],
    ]);
    one.dispatch({ type: 'journaled', ids: [first!.id] }, { type: 'demoted', stored: [first!] });
    expect(one.state.pending.map(({ before, after, journaled }) => [before, after, journaled])).toEqual([
      [{}, { red: 1 }, true],
      [{ red: 1 }, { red: 2 }, false],
    ]);
  });

  it('joins nothing with an edit that is written behind others once more', () => {
    const one = page().edit('red', 1).send().edit('blue', 1);
    const answer = { type: 'responded', key: one.key, version: 2, document: { red: 1, left: 1 } } as const;
    // What the service made besides comes in once the journal has what was done.
    expect(one.dispatch(answer).screen).toEqual({ red: 1, blue: 1 });
    one.journal();
    expect(one.screen).toEqual({ red: 1, left: 1, blue: 1 });
    expect(one.effects.some((effect) => effect.type === 'journal' && effect.entries.length > 0)).toBe(true);
    one.fail({ kind: 'stale' }).edit('blue', 2);
    expect(one.state.pending.map(({ before, after }) => [before.blue, after.blue])).toEqual([
      [undefined, 1],
      [1, 2],
    ]);
  });

  it('joins nothing with an edit that was on its way to the journal when the pointer was let go of', () => {
    const one = page().dispatch({ type: 'demoted' }, { type: 'held' }).edit('red', 1);
    const entries = [{ id: 'a', steps: [], version: 1, before: {}, after: { blue: 1 }, journaled: true }];
    one.dispatch({ type: 'promoted', entries, request: null });
    const ids = one.effects.flatMap((effect) =>
      effect.type === 'journal' ? effect.entries.map(({ id }) => id) : [],
    );
    one.dispatch({ type: 'writing', ids }, { type: 'released' }).edit('red', 2);
    expect(one.state.pending.map(({ id, after }) => [id, after])).toMatchObject([
      ['a', { blue: 1 }],
      [ids[0], { red: 1 }],
      [expect.any(String), { blue: 1, red: 2 }],
    ]);
  });

  it('keeps of an edit that a merge put in the place of others what was done since', () => {
    const one = page().edit('red', 1).journal();
    const stored = [...one.state.pending];
    one.dispatch({ type: 'noticed', version: 2 }, { type: 'fetched', version: 2, document: { blue: 1 } });
    expect(one.state.pending).toMatchObject([{ before: { blue: 1 }, after: { blue: 1, red: 1 } }]);
    const other = page().edit('red', 1).journal();
    const storedThere = [...other.state.pending];
    other.dispatch({ type: 'noticed', version: 2 }, { type: 'fetched', version: 2, document: { blue: 1 } });
    one.dispatch({ type: 'demoted', stored });
    expect([one.screen, one.state.pending.length, one.effects]).toEqual([{ blue: 1, red: 1 }, 1, []]);
    other.edit('red', 2).dispatch({ type: 'demoted', stored: storedThere });
    expect(other.screen).toEqual({ blue: 1, red: 2 });
    expect(other.state.pending.map(({ before, after, journaled }) => [before, after, journaled])).toEqual([
      [{}, { red: 1 }, true],
      [{ blue: 1, red: 1 }, { blue: 1, red: 2 }, false],
    ]);
  });

  it('takes nothing away that the other wrote', () => {
    const one = page().edit('red', 1).journal();
    const [own] = one.state.pending;
    const theirs = { ...own!, id: 'theirs', before: { red: 1 }, after: { red: 1, blue: 1 } };
    one.edit('left', 1).dispatch({ type: 'demoted', stored: [own!, theirs] });
    expect(one.screen).toEqual({ red: 1, blue: 1, left: 1 });
  });
});

test('edits that come to nothing are called saved once the journal has all of them', () => {
  const one = page().edit('red', 1).journal().edit('red', null).dispatch({ type: 'save-due' });
  expect([savingStatus(one.state), one.state.pending.length]).toEqual(['saving', 2]);
  expect(one.effects).toEqual([{ type: 'schedule-save' }]);
  // Also where the disk is full: it has the first of them.
  one.dispatch({ type: 'journal-failed', message: 'Full.' }, { type: 'save-due' });
  expect([savingStatus(one.state), one.state.pending.length]).toEqual(['unjournaled', 2]);
  const ids = one.state.pending.map(({ id }) => id);
  one.journal().dispatch({ type: 'save-due' });
  expect([savingStatus(one.state), one.state.pending]).toEqual(['saved', []]);
  expect(one.effects).toMatchObject([{ type: 'journal', replaced: ids, entries: [] }]);
});

test('a window that follows edits on a document of no known version takes in none that may have them', () => {
  const one = page().dispatch({ type: 'demoted' }, { type: 'noticed', version: 3 });
  const edit = {
    id: 'a',
    steps: ['a'],
    version: UNKNOWN_VERSION,
    before: { red: 1 },
    after: { red: 2 },
    journaled: true,
  };
  one.dispatch({ type: 'mirrored', entries: [edit], fetch: true });
  one.dispatch({ type: 'fetched', version: 3, document: { red: 3 } });
  expect([one.state.confirmed, one.screen]).toEqual([{ red: 1 }, { red: 2 }]);
  one.dispatch({ type: 'mirrored', entries: [], fetch: true, saved: { version: 3, document: { red: 3 } } });
  expect([one.screen, one.state.version, savingStatus(one.state)]).toEqual([{ red: 3 }, 3, 'saved']);
});

test('edits that stand on a document of the service are of its version, all of them or none', () => {
  const source = { newId: () => 'n', newKey: () => 'k', now: () => '', random: () => 0 };
  const kind = replacingKind(paletteItems.kind, source);
  const confirmed: Palette = { red: 1 };
  const common = { steps: [], version: 1, journaled: true };
  const first = { id: 'a', ...common, before: confirmed, after: { red: 1, blue: 1 } };
  const second = { id: 'b', ...common, before: { red: 1, blue: 1 }, after: { red: 1, blue: 2 } };
  const moved = kind.onTop([first, second], confirmed, 7);
  expect(moved.map(({ id, version }) => [id, version])).toEqual([
    ['a', 7],
    ['b', 7],
  ]);
  const chained = [first, { ...second, before: first.after }];
  expect(kind.onTop(chained, confirmed, 7)).toBe(chained);
});

describe('an edit is written with the version of the document it stands on, or with none', () => {
  const entry = (id: string, before: Palette, after: Palette) => ({
    id,
    steps: [id],
    version: 1,
    before,
    after,
    journaled: true,
  });
  const written = (one: ReturnType<typeof page>) =>
    one.effects.flatMap((effect) => (effect.type === 'journal' ? effect.entries : []));
  /** Takes over edits of another window with its request for the first, which came too late under its key. */
  const late = (version: number, document: Palette) =>
    page()
      .dispatch({ type: 'demoted' })
      .dispatch({
        type: 'promoted',
        entries: [entry('a', {}, { red: 1 }), entry('b', { red: 1 }, { red: 1, blue: 1 })],
        request: { key: 'k', expectedVersion: 1, entryIds: ['a'] },
      })
      .dispatch({ type: 'retry-due' })
      .fail({ kind: 'stale' })
      .dispatch({ type: 'fetched', version, document });

  test('where the document that was read shows those before it to be taken', () => {
    const one = late(2, { red: 1 });
    expect(written(one)).toMatchObject([{ id: 'b', version: 2, before: { red: 1 } }]);
    expect(one.state.version).toBe(2);
    // With more in it than those, it is merged with that.
    expect(written(late(3, { red: 1, left: 1 }))).toMatchObject([
      { version: 3, before: { red: 1, left: 1 }, after: { red: 1, left: 1, blue: 1 } },
    ]);
  });

  test('where it is joined with the next after another window saved', () => {
    const one = page().dispatch({ type: 'demoted' }).edit('red', 1);
    one.dispatch({
      type: 'mirrored',
      entries: [],
      fetch: true,
      saved: { version: 2, document: { blue: 1 } },
    });
    one.edit('red', 2);
    expect(one.state.pending).toMatchObject([
      { version: 2, before: { blue: 1 }, after: { blue: 1, red: 2 } },
    ]);
  });

  test('after a request that stood on another version than the one that is known here', () => {
    const one = page().dispatch({ type: 'demoted' });
    const request = { key: 'k', expectedVersion: 3, entryIds: ['a'] };
    one.dispatch({ type: 'promoted', entries: [entry('a', {}, { red: 1 })], request });
    one.dispatch({ type: 'retry-due' });
    one.dispatch({ type: 'responded', key: 'k', version: 4, document: { red: 1 } }).edit('blue', 1);
    expect(one.state.pending).toMatchObject([{ version: UNKNOWN_VERSION, before: { red: 1 } }]);
    one.journal().dispatch({ type: 'fetched', version: 4, document: { red: 1 } });
    expect([one.screen, one.state.version, one.state.rebuild]).toEqual([{ red: 1, blue: 1 }, 4, false]);
  });
});
