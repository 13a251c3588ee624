import { expect, test } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { createFakeDesk, setItem, testDocument, type TestDocument } from './testing/fake-desk.ts';

/**
 * The sequence of a list after kills is the one that was made last: no earlier one, and none that was never made, as a merge
 * of two of one's own would give.
 */

const SAVED = 700;
const LONG = 100_000;
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const start = () => createFakeDesk(testDocument(...IDS));
type Desk = ReturnType<typeof start>;
type Session = Awaited<ReturnType<Desk['open']>>;

/** Puts the items of the names into their sequence; others stay behind them. */
const inSequence =
  (names: string) =>
  (document: TestDocument): TestDocument => {
    const named = Array.from(names).flatMap((id) => document.items.filter((item) => item.id === id));
    return { ...document, items: [...named, ...document.items.filter((item) => !named.includes(item))] };
  };
const sequenceOf = ({ items }: TestDocument) =>
  items
    .map(({ id }) => id)
    .filter((id) => IDS.includes(id))
    .join('');

async function moved(session: Session, names: string): Promise<void> {
  session.change('move', inSequence(names));
  await session.kept();
}

async function killAndOpen(desk: Desk, session: Session): Promise<Session> {
  desk.kill('one', session);
  return desk.open('two');
}
const goOn = (_desk: Desk, session: Session) => Promise.resolve(session);

test.each([
  { fate: 'lost', end: 'killed', next: killAndOpen },
  { fate: 'lost', end: 'not killed', next: goOn },
  { fate: 'unreachable', end: 'killed', next: killAndOpen },
  { fate: 'unreachable', end: 'not killed', next: goOn },
] as const)(
  'a move that is made while the one before is sent ($fate) stands, with what others moved and wrote meanwhile ($end)',
  async ({ fate, next }) => {
    for (const isSavedSince of [false, true]) {
      const desk = start();
      const first = await desk.open('one');
      desk.service.next = [fate];
      await moved(first, 'badcef');
      await desk.pass(SAVED);
      if (isSavedSince)
        desk.service.save((now) => ({
          ...now,
          items: [...now.items.slice(0, 4), ...now.items.slice(4).toReversed()],
        }));
      if (isSavedSince) desk.service.save(setItem('c', { x: 5 }));
      await moved(first, 'cbdaef');
      const session = await next(desk, first);
      await desk.pass(LONG);
      expect(sequenceOf(desk.service.document)).toBe(isSavedSince ? 'cbdafe' : 'cbdaef');
      expect(desk.service.document.items[0]).toMatchObject({ id: 'c', x: isSavedSince ? 5 : 0 });
      expect(session.getState()).toMatchObject({ status: 'saved', document: desk.service.document });
      expect(desk.journal.entries).toEqual([]);
    }
  },
);

test('a move after one that was taken, and killed before it is sent, stands', async () => {
  const desk = start();
  const first = await desk.open('one');
  await moved(first, 'fedcba');
  await first.flush();
  await moved(first, 'cbafed');
  const second = await killAndOpen(desk, first);
  await desk.pass(LONG);
  expect(sequenceOf(desk.service.document)).toBe('cbafed');
  expect(sequenceOf(second.getState().document)).toBe('cbafed');
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('move'), names: fc.shuffledSubarray(IDS, { minLength: 6 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(0, 60, SAVED, 5000) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('fate'), fate: fc.constantFrom('lost', 'unreachable', 'busy') }),
  },
  { weight: 4, arbitrary: fc.constantFrom({ do: 'kill' } as const, { do: 'away' } as const) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('others write'), x: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'others add' } as const) },
);

test('whatever happens between, the sequence is the one that was made last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const desk = start();
      let windows = 1;
      let session = await desk.open('w1');
      let last = IDS.join('');
      for (const one of steps) {
        switch (one.do) {
          case 'move':
            last = one.names.join('');
            await moved(session, last);
            break;
          case 'pass':
            await desk.pass(one.ms);
            break;
          case 'fate':
            desk.service.next.push(one.fate);
            break;
          case 'away':
            desk.service.isAway = !desk.service.isAway;
            if (!desk.service.isAway) desk.tell({ kind: 'back' });
            break;
          case 'kill':
            desk.kill(`w${windows}`, session);
            windows += 1;
            session = await desk.open(`w${windows}`);
            break;
          case 'others write':
            desk.service.save(setItem('a', { x: one.x }));
            break;
          default: {
            const added = { id: `new ${desk.service.version}`, x: 0 };
            desk.service.save((now) => ({ ...now, items: [...now.items, added] }));
          }
        }
        expect(sequenceOf(session.getState().document)).toBe(last);
      }
      Object.assign(desk.service, { isAway: false, next: [] });
      desk.tell({ kind: 'back' });
      await desk.pass(LONG);
      expect(sequenceOf(desk.service.document)).toBe(last);
      expect(desk.journal.entries).toEqual([]);
    }),
    { numRuns: fc.runs(200) },
  );
});
