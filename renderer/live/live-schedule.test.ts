import * as fc from '#shared/testing/property.ts';
import { expect, test } from 'vitest';
import {
  initialSchedule,
  stepSchedule,
  TYPING_PAUSE_MS,
  type LiveEffect,
  type LiveEvent,
  type LiveSchedule,
} from './live-schedule.ts';

/** Plays events one after another, and writes down what they lead to. */
function play(events: readonly LiveEvent[], from: LiveSchedule = initialSchedule) {
  let schedule = from;
  const effects: (LiveEffect | null)[] = [];
  for (const event of events) {
    const step = stepSchedule(schedule, event);
    schedule = step.schedule;
    effects.push(step.effect);
  }
  return { schedule, effects };
}

const allowed: LiveEvent = { kind: 'allowed', at: 0, isAllowed: true };
const edit = (at: number): LiveEvent => ({ kind: 'edited', at, isTyping: false });
const type = (at: number): LiveEvent => ({ kind: 'edited', at, isTyping: true });
const start = { kind: 'start' };

test('an edit starts a run at once; those while it runs lead to one more when it is over', () => {
  const { effects } = play([
    allowed,
    edit(1),
    edit(2),
    edit(3),
    { kind: 'ended', at: 9 },
    { kind: 'ended', at: 12 },
  ]);
  expect(effects).toEqual([null, start, null, null, start, null]);
});

test('typing waits for a pause, another edit does not', () => {
  expect(
    play([allowed, type(0), type(100), { kind: 'due', at: 250 }, { kind: 'due', at: 350 }]).effects,
  ).toEqual([
    null,
    { kind: 'wait', ms: TYPING_PAUSE_MS },
    { kind: 'wait', ms: TYPING_PAUSE_MS },
    { kind: 'wait', ms: 100 },
    start,
  ]);
  expect(play([allowed, type(0), edit(10)]).effects.at(-1)).toEqual(start);
});

test('stop gives up what runs and what waits; the next edit begins anew', () => {
  const { effects } = play([
    allowed,
    edit(0),
    edit(1),
    { kind: 'stopped' },
    { kind: 'ended', at: 2 },
    edit(3),
  ]);
  expect(effects).toEqual([null, start, null, { kind: 'cancel' }, null, start]);
});

test('what is given up because previews may not be made is made when they may again', () => {
  const forbidden: LiveEvent = { kind: 'allowed', at: 1, isAllowed: false };
  const { effects } = play([allowed, edit(0), forbidden, { kind: 'ended', at: 2 }, { ...allowed, at: 3 }]);
  expect(effects).toEqual([null, start, { kind: 'cancel' }, null, start]);
});

const anyEvent = fc.oneof(
  { weight: 4, arbitrary: fc.boolean().map((isTyping) => ({ kind: 'edited' as const, isTyping })) },
  fc.boolean().map((isAllowed) => ({ kind: 'allowed' as const, isAllowed })),
  fc.constant({ kind: 'stopped' as const }),
  { weight: 3, arbitrary: fc.constant({ kind: 'ended' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'due' as const }) },
);

test('runs never overlap or start where they may not, and the last edit is always previewed in the end', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let schedule = initialSchedule;
      let at = 0;
      let isRunning = false;
      /** Whether the newest edit has not been seen by a run that was not given up. */
      let isOpen = false;
      const wrong: string[] = [];
      const take = (event: LiveEvent): LiveEffect | null => {
        const step = stepSchedule(schedule, event);
        schedule = step.schedule;
        if (step.effect?.kind === 'start') {
          if (isRunning) wrong.push('two at a time');
          if (!schedule.isAllowed) wrong.push('started where it may not');
          isRunning = true;
          isOpen = false;
        }
        if (step.effect?.kind === 'cancel') {
          if (!isRunning) wrong.push('nothing to cancel');
          isOpen = event.kind !== 'stopped';
        }
        return step.effect;
      };
      for (const event of events) {
        at += 40;
        if (event.kind === 'edited') isOpen = true;
        if (event.kind === 'stopped') isOpen = false;
        if (event.kind === 'ended') {
          if (!isRunning) continue;
          isRunning = false;
        }
        take(event.kind === 'stopped' ? event : { at, ...event });
      }
      take({ kind: 'allowed', at, isAllowed: true });
      if (isRunning) {
        isRunning = false;
        take({ kind: 'ended', at });
      }
      take({ kind: 'due', at: at + TYPING_PAUSE_MS });
      expect([wrong, isOpen]).toEqual([[], false]);
    }),
  );
});
