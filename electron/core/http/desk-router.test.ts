import { describe, expect, test } from 'vitest';
import { deskRoutes, type JournalEntry } from '#shared/desk/index.ts';
import { validateInSlices } from '#shared/reading/index.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';
import { createCallDispatch, type DeskHandlers } from './desk-router.ts';

const AT = '2030-01-01T00:00:00.000Z';
const SCHEMA = deskRoutes.appendJournal.body;
const entryOf = (id: string): JournalEntry => ({ id, label: 'Move', at: AT, baseVersion: 1, operations: [] });

/** Checks entries, each of which counts that it was looked at. */
function check(amount: number, entry: object) {
  let looked = 0;
  const counted = () =>
    new Proxy(entry, {
      get(target, key, receiver) {
        if (key === 'id') looked += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
  const entries = Array.from({ length: amount }, counted);
  const slices = validateInSlices(SCHEMA, { writer: 'w', entries });
  let longest = 0;
  for (;;) {
    const before = looked;
    const step = slices.next();
    longest = Math.max(longest, looked - before);
    if (step.done) return { ok: step.value.ok, looked, longest };
  }
}

describe('bodies of many items', { tags: 'rig' }, () => {
  test('wrong ones are refused after a few, however many follow', () => {
    const [once, four, sixteen] = [1, 4, 16].map((times) => check(times * 5_000, {}));
    expect(once!.ok).toBe(false);
    expect(once!.looked).toBeLessThan(100);
    expect([four, sixteen]).toEqual([once, once]);
  });

  test('right ones are checked with pauses, as close together however many there are', () => {
    const [once, four, sixteen] = [1, 4, 16].map((times) => check(times * 5_000, entryOf('e')));
    for (const checked of [once, four, sixteen]) expect(checked?.ok).toBe(true);
    // Two reads of an entry: its counts, then its fields.
    expect(once!.longest).toBeLessThan(1_000);
    expect([four!.longest, sixteen!.longest]).toEqual([once!.longest, once!.longest]);
  });

  test('the desk says how many a list may hold, and answers wrong items with one sentence', async () => {
    const desk = await startTestCore({ launchService: launcherOf('http://127.0.0.1:9') });
    const path = '/desk/journal/local/p/entries';
    const tooMany = { writer: 'w', entries: Array.from({ length: 100_001 }, () => ({})) };
    const refused = await desk.ask('POST', path, tooMany);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('A list here may hold 100,000 items. Send fewer.');
    const wrong = await desk.ask('POST', path, {
      writer: 'w',
      entries: Array.from({ length: 80_000 }, () => ({})),
    });
    expect(wrong.status).toBe(400);
    expect((await wrong.text()).length).toBeLessThan(1_000);
    const history = await desk.ask('POST', path, {
      writer: 'w',
      entries: [],
      history: Array.from({ length: 80_000 }, () => ({})),
    });
    expect(history.status).toBe(400);
  });
});

describe('calls of the channel', () => {
  const called: string[] = [];
  const dispatch = createCallDispatch({
    appendJournal: ({ body }: { body: { entries: JournalEntry[] } }) => {
      called.push(body.entries[0]!.id);
    },
  } as unknown as DeskHandlers);
  const append = (projectId: string, entries: unknown[]) =>
    dispatch({
      id: 1,
      call: 'appendJournal',
      params: { connectionId: 'local', projectId },
      body: { writer: 'w', entries },
    });

  test('come in their order, also behind one that takes long to check or is refused', async () => {
    const many = Array.from({ length: 50_000 }, () => entryOf('first'));
    const calls = [
      append('p', many),
      append('p', [{}]),
      append('p', [entryOf('second')]),
      append('other', [entryOf('of another project')]),
    ];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(called).toEqual(['of another project', 'first', 'second']);
  });
});
