import { describe, expect, it, test } from 'vitest';
import { paletteItems } from '../testing/palette-kind.ts';
import * as fc from '../testing/property.ts';
import { brokenSavingRules } from '../testing/saving-rules.ts';
import {
  savedPalette as page,
  set,
  type Effect,
  type Event,
  type Palette,
  type State,
} from '../testing/saved-palette.ts';
import type { Side } from './clash.ts';
import { advance } from './machine.ts';
import { opening } from './opening.ts';
import type { Failure } from './saving-events.ts';
import type { SavingSource } from './saving-kind.ts';
import { replacingKind } from './replacing-kind.ts';
import { savingStatus } from './saving-status.ts';

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
