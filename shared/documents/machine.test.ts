import { describe, expect, it, test } from 'vitest';
import { paletteItems } from '../testing/palette-kind.ts';
import * as fc from '../testing/property.ts';
import { brokenSavingRules } from '../testing/saving-rules.ts';
import type { Side } from './clash.ts';
import { advance } from './machine.ts';
import { opening } from './opening.ts';
import type { Failure, SavingEffect, SavingEvent } from './saving-events.ts';
import type { SavingSource } from './saving-kind.ts';
import { openRequest, screenOf, type SavingState } from './saving-state.ts';
import { replacingKind, UNKNOWN_VERSION, type Replacing } from './replacing-kind.ts';
import { savingStatus } from './saving-status.ts';

type Palette = typeof paletteItems.start;
type Operation = ReturnType<typeof paletteItems.kind.between>[number];
type Saved = Replacing<Palette, Operation>;
type State = SavingState<Saved>;
type Event = SavingEvent<Saved>;
type Effect = SavingEffect<Saved>;

const set = (name: string, color: number | null): Operation => ({ name, color });

/** A page whose effects are performed by the test. */
function page(more: { left?: Palette; isSent?: boolean; isRemembered?: boolean } = {}) {
  let ids = 0;
  const next = (): string => `n${(ids += 1)}`;
  const source: SavingSource = { newId: next, newKey: next, now: () => '', random: () => 0 };
  const kind = replacingKind(paletteItems.kind, source);
  const edit = { id: 'left', steps: ['left'], version: 1, before: {}, journaled: true };
  const opened = {
    version: 1,
    confirmed: {},
    edits: more.left === undefined ? [] : [{ ...edit, after: more.left }],
    unsettled: more.isSent === true ? { key: 'left', expectedVersion: 1, entryIds: ['left'] } : null,
    isFollowing: false,
    isRemembered: more.isRemembered ?? false,
  };
  let [state, effects]: [State, Effect[]] = opening(kind, opened);
  const self = {
    get state(): State {
      return state;
    },
    /** What the last event asked for. */
    get effects(): Effect[] {
      return effects;
    },
    get screen(): Palette {
      return screenOf(kind, state);
    },
    dispatch(...events: Event[]) {
      for (const event of events) [state, effects] = advance(kind, state, event);
      return self;
    },
    edit: (name: string, color: number | null, label = name) =>
      self.dispatch({ type: 'edited', change: { label, operations: [set(name, color)] } }),
    /** The key of the request that is open. */
    get key(): string {
      return openRequest(state)?.key ?? 'none';
    },
    /** The journal has all of it. */
    journal: () => self.dispatch({ type: 'journaled', ids: state.pending.map(({ id }) => id) }),
    /** Saves up to the request being on its way. */
    send() {
      self.journal();
      self.dispatch({ type: 'save-due' });
      return self.dispatch({ type: 'request-recorded', key: self.key });
    },
    fail: (outcome: Failure) => self.dispatch({ type: 'failed', key: self.key, outcome }),
  };
  return self;
}

describe('a request', () => {
  it('is sent once it is in the journal, and again under its key as long as nobody knows what became of it', () => {
    const one = page().edit('red', 1).dispatch({ type: 'save-due' });
    expect(one.effects).toMatchObject([{ type: 'record-request', key: one.key }]);
    const { key } = one;
    one.dispatch({ type: 'request-recorded', key });
    expect(one.effects).toMatchObject([{ type: 'send', key, payload: { key, document: { red: 1 } } }]);
    one.fail({ kind: 'unreachable' }).edit('blue', 2);
    expect(one.effects.map(({ type }) => type)).toEqual(['journal', 'schedule-save']);
    one.dispatch({ type: 'save-due' });
    expect(one.effects).toEqual([]);
    one.dispatch({ type: 'retry-due' });
    expect(one.effects).toMatchObject([{ type: 'send', key, payload: { key, document: { red: 1 } } }]);
    one.dispatch({ type: 'responded', key, version: 2, document: { red: 1 } });
    expect(one.state.pending.map(({ before, after }) => [before, after])).toEqual([
      [{ red: 1 }, { red: 1, blue: 2 }],
    ]);
    expect(one.effects.map(({ type }) => type)).toEqual(['journal', 'record-request']);
  });

  it('that the key was refused for is sent under its own key when there is another one', () => {
    const one = page().edit('red', 1).send().fail({ kind: 'unreachable' }).dispatch({ type: 'retry-due' });
    const { key } = one;
    one.fail({ kind: 'key' });
    expect(savingStatus(one.state)).toBe('refused');
    expect(one.edit('blue', 2).dispatch({ type: 'save-due' }).effects).toEqual([]);
    one.dispatch({ type: 'online' });
    expect(one.effects).toMatchObject([{ type: 'send', key }]);
  });

  it('waits longer after each failure, as long as the service asks for, and is hastened only by those who may', () => {
    const one = page().edit('red', 1).send();
    const waits = [1, 2, 3].map(() => {
      const { effects } = one.fail({ kind: 'unreachable' });
      one.dispatch({ type: 'retry-due' });
      return effects;
    });
    expect(waits).toEqual([1000, 2000, 4000].map((ms) => [{ type: 'wait', ms }]));
    one.fail({ kind: 'busy', retryAfterMs: 60_000 });
    expect(one.effects).toEqual([{ type: 'wait', ms: 60_000 }]);
    expect(one.dispatch({ type: 'save-due', awaited: true }).effects).toEqual([]);
    expect(one.dispatch({ type: 'online' }).effects).toEqual([]);
    one.dispatch({ type: 'retry' });
    expect(one.effects.map(({ type }) => type)).toEqual(['send']);
  });

  it('that came too late nine times in a row waits like one that failed', () => {
    const one = page().edit('red', 1).journal().dispatch({ type: 'save-due' });
    const isSentAgain = () => one.effects.some(({ type }) => type === 'record-request');
    let sent = 0;
    while (isSentAgain() && sent < 20) {
      sent += 1;
      one.journal().dispatch({ type: 'request-recorded', key: one.key }).fail({ kind: 'stale' });
      one.dispatch({ type: 'fetched', version: sent + 1, document: { others: sent } });
      expect(one.screen).toEqual({ red: 1, others: sent });
    }
    expect([sent, one.effects.at(-1)]).toEqual([9, { type: 'wait', ms: 1000 }]);
  });
});

test('a request that an earlier session wrote down is sent first, under its key, and edits come behind it', () => {
  const one = page({ left: { left: 1 }, isSent: true })
    .edit('left', null)
    .edit('red', 1)
    .journal();
  expect(one.dispatch({ type: 'save-due' }).effects).toEqual([]);
  one.dispatch({ type: 'retry-due' });
  expect(one.effects).toMatchObject([{ type: 'send', key: 'left', payload: { document: { left: 1 } } }]);
  one.dispatch({ type: 'responded', key: 'left', version: 2, document: { left: 1 } });
  expect([one.screen, one.effects.map(({ type }) => type)]).toEqual([{ red: 1 }, ['journal', 'fetch']]);
  one.dispatch({ type: 'fetched', version: 2, document: { left: 1, blue: 1 } });
  expect(one.screen).toEqual({ red: 1, blue: 1 });
  expect(one.effects.map(({ type }) => type)).toContain('record-request');
});

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

test('what was taken away while it was sent stays away, also where the service forgot the key', () => {
  const one = page().edit('red', 1).send().fail({ kind: 'unreachable' }).edit('red', null).journal();
  one.dispatch({ type: 'retry-due' }).fail({ kind: 'stale' });
  one.dispatch({ type: 'fetched', version: 2, document: { red: 1 } });
  expect(one.screen).toEqual({});
  expect(one.effects.map(({ type }) => type)).toContain('record-request');
});

test('what is only remembered is read again after a moment', () => {
  const one = page({ isRemembered: true });
  expect([savingStatus(one.state), one.effects.at(-1)]).toEqual(['offline', { type: 'wait', ms: 1000 }]);
  one.dispatch({ type: 'retry-due' });
  expect(one.effects).toEqual([{ type: 'fetch' }]);
  one.dispatch({ type: 'fetched', version: 1, document: {} });
  expect(savingStatus(one.state)).toBe('saved');
});

describe('a service that went back to an older state', () => {
  const back = () => {
    const one = page().edit('red', 1).send();
    one.dispatch({ type: 'responded', key: one.key, version: 5, document: { red: 1 } });
    return one.dispatch({ type: 'noticed', version: 3 }, { type: 'fetched', version: 3, document: {} });
  };

  it('is asked about: what was saved since stays on screen, edits go on, and nothing is sent', () => {
    const one = back().edit('blue', 2).dispatch({ type: 'save-due', awaited: true });
    expect([one.screen, one.effects, savingStatus(one.state)]).toEqual([{ red: 1, blue: 2 }, [], 'older']);
    expect(one.dispatch({ type: 'retry' }, { type: 'online' }).state.phase.kind).toBe('older');
  });

  it('takes everything from here, or goes on with what it holds and what was not saved', () => {
    const mine = back().edit('blue', 2).dispatch({ type: 'older-resolved', side: 'mine' });
    expect([mine.screen, mine.state.version]).toEqual([{ red: 1, blue: 2 }, 3]);
    mine.send();
    expect(mine.effects).toMatchObject([
      { type: 'send', payload: { expectedVersion: 3, document: { red: 1, blue: 2 } } },
    ]);
    const theirs = back().edit('blue', 2).dispatch({ type: 'older-resolved', side: 'theirs' });
    expect([theirs.screen, theirs.effects.map(({ type }) => type)]).toEqual([
      { blue: 2 },
      ['merging', 'journal', 'adopt', 'schedule-save'],
    ]);
  });

  it('goes on with what was to be done after reading it', () => {
    const one = page().dispatch({ type: 'responded', key: 'none', version: 1, document: {} });
    one.edit('red', 1).send();
    one.dispatch({ type: 'responded', key: one.key, version: 5, document: { red: 1 } });
    one.edit('blue', 2).send().fail({ kind: 'stale' });
    one.dispatch({ type: 'fetched', version: 2, document: {} }, { type: 'older-resolved', side: 'mine' });
    expect(one.effects.map(({ type }) => type)).toEqual(['journal', 'record-request']);
  });
});

test('a pause that the service asks for when it is read is kept, whoever waits, until the person says so', () => {
  const one = page().dispatch({ type: 'noticed', version: 2 });
  one.dispatch({ type: 'fetch-failed', outcome: { kind: 'busy', retryAfterMs: 60_000 } });
  expect(one.effects).toEqual([{ type: 'wait', ms: 60_000 }]);
  one.edit('red', 1).journal().dispatch({ type: 'save-due', awaited: true });
  expect(one.effects).toEqual([]);
  expect(one.dispatch({ type: 'online' }).effects).toEqual([]);
  expect(one.dispatch({ type: 'retry' }).effects).toEqual([{ type: 'fetch' }]);
  one.dispatch({ type: 'fetched', version: 3, document: { blue: 1 } });
  expect(one.screen).toEqual({ blue: 1, red: 1 });
  expect(one.effects.map(({ type }) => type)).toContain('record-request');
});

test('a document that cannot be shown is refused with what to do, and is none that stands here', () => {
  const one = page().edit('red', 1).journal().dispatch({ type: 'noticed', version: 2 });
  one.dispatch({ type: 'fetched', version: 2, document: { red: 'much' } });
  expect([one.screen, savingStatus(one.state)]).toEqual([{ red: 1 }, 'refused']);
  expect(one.dispatch({ type: 'save-due' }).effects).toEqual([]);
});

const aPalette = fc.constantFrom<Palette>({}, { red: 1 }, { red: 2, left: 1 }, { blue: 1 });
const aDocument = fc.oneof(aPalette, fc.constantFrom<unknown>({ red: 'much' }, null));
const aFailure = fc.constantFrom<Failure>(
  { kind: 'unreachable' },
  { kind: 'busy', retryAfterMs: 5000 },
  { kind: 'busy', retryAfterMs: null },
  { kind: 'stale' },
  { kind: 'gone' },
  { kind: 'key' },
  { kind: 'refused', message: 'No.' },
);
/** The key that is being asked about. */
const openKey = ({ phase }: State): string => (phase.kind === 'sending' ? phase.request.key : 'none');

let made = 0;
const anEntry = fc.tuple(aPalette, aPalette).map(([before, after]) => {
  return { id: `other-${(made += 1)}`, steps: [], version: 1, before, after, journaled: true };
});
const entries = fc.array(anEntry, { maxLength: 2 });
const anEvent: fc.Arbitrary<(state: State) => Event> = fc.oneof(
  fc.nat(3).map((color) => (): Event => ({
    type: 'edited',
    change: { label: 'edit', operations: [set('red', color)] },
  })),
  fc
    .constantFrom('save-due', 'retry-due', 'online', 'retry', 'held', 'released', 'released', 'demoted')
    .map((type) => (): Event => ({ type: type as 'online' })),
  fc.constant((state: State): Event => ({ type: 'journaled', ids: state.pending.map(({ id }) => id) })),
  fc.constant((): Event => ({ type: 'journal-failed', message: 'Full.' })),
  fc.constant((): Event => ({ type: 'save-due', awaited: true })),
  fc.constant((state: State): Event => ({ type: 'request-recorded', key: openKey(state) })),
  fc.tuple(fc.nat(3), aDocument).map(([ahead, document]) => (state: State): Event => ({
    type: 'responded',
    key: openKey(state),
    version: state.version + ahead,
    document,
  })),
  aFailure.map((outcome) => (state: State): Event => ({ type: 'failed', key: openKey(state), outcome })),
  fc.tuple(fc.nat(4), aDocument).map(([version, document]) => (): Event => ({
    type: 'fetched',
    version,
    document,
  })),
  aFailure.map((outcome) => (): Event => ({ type: 'fetch-failed', outcome })),
  fc.constantFrom<Side>('mine', 'theirs').map((side) => (): Event => ({ type: 'older-resolved', side })),
  fc.tuple(entries, fc.boolean()).map(([all, fetch]) => (): Event => ({
    type: 'mirrored',
    entries: all,
    fetch,
  })),
  fc.tuple(entries, fc.boolean()).map(([all, isSent]) => (): Event => ({
    type: 'promoted',
    entries: all,
    request:
      isSent && all.length > 0
        ? { key: `k${(made += 1)}`, expectedVersion: 1, entryIds: all.map(({ id }) => id) }
        : null,
  })),
  fc.nat(4).map((version) => (): Event => ({ type: 'noticed', version })),
);

/** The effects that bring an event: performed once their event is here. */
const bringer: Partial<Record<Event['type'], Effect['type']>> = {
  fetched: 'fetch',
  'fetch-failed': 'fetch',
  'retry-due': 'wait',
  'request-recorded': 'record-request',
  responded: 'send',
  failed: 'send',
};

it('whatever event comes in whatever state, what saving waits for is on its way', () => {
  let ids = 0;
  const next = (): string => `own-${(ids += 1)}`;
  const source: SavingSource = { newId: next, newKey: next, now: () => '', random: () => 0 };
  const kind = replacingKind(paletteItems.kind, source);
  const phases = new Set<string>();
  fc.assert(
    fc.property(fc.array(anEvent, { maxLength: 60, size: 'max' }), (events) => {
      const opened = {
        version: 1,
        confirmed: {},
        edits: [],
        unsettled: null,
        isFollowing: false,
        isRemembered: false,
      };
      let [state, outstanding]: [State, Effect[]] = opening(kind, opened);
      for (const makeEvent of events) {
        const event = makeEvent(state);
        const effect = bringer[event.type];
        // Nothing is answered that was not asked.
        const first = outstanding.findIndex(({ type }) => type === effect);
        if (effect && first === -1) continue;
        if (effect) outstanding = outstanding.toSpliced(first, 1);
        const [after, effects] = advance(kind, state, event);
        state = after;
        outstanding.push(...effects);
        phases.add(state.phase.kind);
        expect(brokenSavingRules(state, outstanding)).toEqual([]);
      }
      const [stopped] = advance(kind, state, { type: 'stopped' });
      expect(advance(kind, stopped, { type: 'online' })).toEqual([stopped, []]);
    }),
    { numRuns: fc.runs(2000) },
  );
  // Each phase was there at least once, or the rules say less than they seem to.
  expect([...phases].sort()).toEqual(
    'fetching gone idle key-needed older refused resting sending'.split(' '),
  );
});

it('a state that waits for what nobody brings breaks a rule', () => {
  const { state } = page();
  const reading = { for: 'look' } as const;
  expect(
    brokenSavingRules({ ...state, phase: { kind: 'fetching', refusal: null, reading } }, []),
  ).toHaveLength(1);
  const made = { key: 'k', expectedVersion: 1, entryIds: ['none'], payload: null };
  const request = { ...made, attempts: 0, conflicts: 0 };
  const sending = { kind: 'sending', request, stage: 'sent' } as const;
  expect(brokenSavingRules({ ...state, phase: sending }, [])).toHaveLength(2);
});
