import { expect, test } from 'vitest';
import * as fc from '../testing/property.ts';
import { applyChanges, changesBetween } from './changes.ts';
import { mergeDocuments } from './merge.ts';
import { reuseJson } from './same.ts';
import { jsonEqual } from '../language/json-equal.ts';

const item = (id: string, more: Record<string, unknown> = {}) => ({ id, x: 0, ...more });
const list = (...ids: string[]) => ({ items: ids.map((id) => item(id)) });
const letters = (ids: string) => list(...Array.from(ids));
const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id).join('');
const copy = <T>(value: T): T => structuredClone(value);

type Item = { id: string; x: number; y?: number; tags?: string[]; parts?: { id: string; n: number }[] };
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
const anyItem: fc.Arbitrary<Item> = fc.record(
  {
    id: ids,
    x: fc.integer({ min: 0, max: 3 }),
    y: fc.integer({ min: 0, max: 3 }),
    tags: fc.array(fc.constantFrom('p', 'q'), { maxLength: 2 }),
    parts: fc.uniqueArray(fc.record({ id: ids, n: fc.integer({ min: 0, max: 2 }) }), {
      maxLength: 3,
      selector: ({ id }) => id,
    }),
  },
  { requiredKeys: ['id', 'x'] },
);
const anyDocument = fc.record({
  name: fc.constantFrom('one', 'two'),
  items: fc.uniqueArray(anyItem, { maxLength: 7, selector: ({ id }) => id }),
});

test('where one side changed nothing, the other stands, in its sequence', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (base, other) => {
      expect(mergeDocuments(base, other, copy(base))).toEqual({ document: other, clashes: [] });
      expect(mergeDocuments(base, copy(base), other)).toEqual({ document: other, clashes: [] });
      expect(mergeDocuments(base, other, copy(other))).toEqual({ document: other, clashes: [] });
    }),
  );
});

test('no id is there twice, and what a side added or left alone is there', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, anyDocument, (base, mine, theirs) => {
      const { document } = mergeDocuments(base, mine, theirs);
      const merged = document.items.map(({ id }) => id);
      expect(new Set(merged).size).toBe(merged.length);
      const known = new Set(base.items.map(({ id }) => id));
      const added = [...mine.items, ...theirs.items].filter(({ id }) => !known.has(id));
      expect(merged).toEqual(expect.arrayContaining(added.map(({ id }) => id)));
      for (const { parts } of document.items) {
        expect(new Set(parts?.map(({ id }) => id)).size).toBe(parts?.length ?? 0);
      }
    }),
  );
});

test('changes of different fields and items come to the same whoever merges', () => {
  const changed = fc.record({
    x: fc.integer({ min: 5, max: 9 }),
    added: fc.boolean(),
    removed: fc.boolean(),
  });
  fc.assert(
    fc.property(anyDocument, changed, changed, (base, ofMine, ofTheirs) => {
      const middle = Math.ceil(base.items.length / 2);
      const edited = (from: number, to: number, id: string, { x, added, removed }: typeof ofMine) => ({
        ...base,
        items: [
          ...base.items.slice(0, from),
          ...base.items
            .slice(from, to)
            .flatMap((one, index) => (removed && index === 0 ? [] : [{ ...one, x }])),
          ...base.items.slice(to),
          ...(added ? [{ id, x }] : []),
        ],
      });
      const mine = edited(0, middle, 'new-1', ofMine);
      const theirs = edited(middle, base.items.length, 'new-2', ofTheirs);
      const merged = mergeDocuments(base, mine, theirs);
      expect(merged.clashes).toEqual([]);
      expect(mergeDocuments(base, theirs, mine)).toEqual(merged);
    }),
  );
});

test('a cut moved here and recolored there is no clash', () => {
  const base = { items: [item('a', { color: 'red' })] };
  const mine = { items: [item('a', { color: 'red', x: 4 })] };
  const theirs = { items: [item('a', { color: 'blue' })] };
  expect(mergeDocuments(base, mine, theirs)).toEqual({
    document: { items: [item('a', { color: 'blue', x: 4 })] },
    clashes: [],
  });
});

test('mine stands where both changed the same, and the clash has its place', () => {
  const [base, mine, theirs] = [1, 2, 3].map((x) => ({ items: [item('a', { x })] }));
  expect(mergeDocuments(base, mine, theirs)).toEqual({
    document: mine,
    clashes: [{ of: 'document', path: 'items.a.x', how: 'both-changed', mine: 2, theirs: 3 }],
  });
});

test('what one side removed and the other changed stays as it was changed', () => {
  const base = list('a', 'b', 'c');
  const changed = { items: [item('a'), item('b', { x: 7 }), item('c')] };
  const removed = list('a', 'c');
  expect(mergeDocuments(base, removed, changed)).toMatchObject({
    document: changed,
    clashes: [{ path: 'items.b', how: 'removed-here' }],
  });
  expect(mergeDocuments(base, changed, removed)).toMatchObject({
    document: changed,
    clashes: [{ path: 'items.b', how: 'removed-there' }],
  });
});

test('both sides may move items; each move stays', () => {
  const base = list('a', 'b', 'c', 'd', 'e', 'f');
  const mine = list('b', 'c', 'a', 'd', 'e', 'f');
  const theirs = list('a', 'b', 'c', 'd', 'f', 'e');
  expect(idsOf(mergeDocuments(base, mine, theirs).document)).toBe('bcadfe');
  expect(idsOf(mergeDocuments(base, list('a', 'b', 'x', 'c'), list('c', 'y', 'a', 'b')).document)).toBe(
    'cyabx',
  );
});

test('a move stays where it was made, also where the other side moved what the item stood behind', () => {
  const merged = mergeDocuments(letters('badcef'), letters('cbdaef'), letters('badcfe'));
  expect(idsOf(merged.document)).toBe('cbdafe');
});

test('where both moved one item differently, mine stands there, and moves elsewhere stay', () => {
  const merged = mergeDocuments(letters('abcdef'), letters('bacdef'), letters('acbdfe'));
  expect(idsOf(merged.document)).toBe('bacdfe');
});

test('two items that both sides have in one sequence are in that sequence, and nothing else is made up', () => {
  const sequences = fc.array(fc.shuffledSubarray(Array.from('abcdefg'), { minLength: 5 }), {
    minLength: 3,
    maxLength: 3,
  });
  fc.assert(
    fc.property(sequences, ([base = [], mine = [], theirs = []]) => {
      const { document } = mergeDocuments(list(...base), list(...mine), list(...theirs));
      const merged = document.items.map(({ id }) => id);
      const shared = merged.filter((id) => [base, mine, theirs].every((ids) => ids.includes(id)));
      const goesFirst = (ids: string[], a: string, b: string) => ids.indexOf(a) < ids.indexOf(b);
      for (const [at, a] of shared.entries()) {
        for (const b of shared.slice(at + 1)) {
          expect(goesFirst(mine, a, b) || goesFirst(theirs, a, b), `${a} before ${b}`).toBe(true);
        }
      }
    }),
  );
});

test('what both sides have and the base has not goes as in mine, as after a save whose answer was lost', () => {
  const merged = (mine: string, theirs: string) =>
    idsOf(mergeDocuments(letters('ab'), letters(mine), letters(theirs)).document);
  expect(merged('abqp', 'abpq')).toBe('abqp');
  expect(merged('abp', 'pab')).toBe('abp');
  expect(merged('bap', 'bpa')).toBe('bap');
  // Their moves of other items stay, and what they put behind one of these.
  expect(merged('qabp', 'bpqa')).toBe('qbap');
  expect(merged('abp', 'abpx')).toBe('abpx');

  const sequences = fc.array(fc.shuffledSubarray(Array.from('pqrs'), { minLength: 1 }), {
    minLength: 2,
    maxLength: 2,
  });
  const places = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(sequences, places, ([mine = [], theirs = []], at) => {
      const put = (ids: string[], from: number) => {
        const all = Array.from('abc');
        for (const [index, id] of ids.entries()) all.splice(at[from + index] ?? 0, 0, id);
        return all;
      };
      const [ofMine, ofTheirs] = [put(mine, 0), put(theirs, 4)];
      const { document } = mergeDocuments(list(...Array.from('abc')), list(...ofMine), list(...ofTheirs));
      const both = (id: string) => ofMine.includes(id) && ofTheirs.includes(id);
      expect(Array.from(idsOf(document)).filter(both)).toEqual(ofMine.filter(both));
    }),
  );
});

test('thousands of items that both sides moved about are merged', () => {
  const base = Array.from({ length: 6000 }, (_, index) => `c${index}`);
  const mine = [...base.slice(0, 3000).toReversed(), ...base.slice(3000)];
  const theirs = [...base.slice(0, 3000), ...base.slice(3000).toReversed()];
  const { document } = mergeDocuments(list(...base), list(...mine), list(...theirs));
  expect(document.items.map(({ id }) => id)).toEqual([...mine.slice(0, 3000), ...theirs.slice(3000)]);
});

test('a list of items without ids is taken whole', () => {
  const base = { tags: [{ n: 1 }, { n: 2 }] };
  const mine = { tags: [{ n: 1 }, { n: 3 }] };
  const theirs = { tags: [{ n: 1 }, { n: 2 }, { n: 4 }] };
  expect(mergeDocuments(base, mine, theirs)).toMatchObject({ document: mine, clashes: [{ path: 'tags' }] });
});

test('what nobody changed is the same object afterwards', () => {
  const base = list('a', 'b');
  const mine = { items: [item('a', { x: 1 }), base.items[1]] };
  const theirs = reuseJson(base, copy({ items: [...base.items, item('c')] }));
  const { document } = mergeDocuments<{ items: unknown[] }>(base, mine, theirs);
  expect(document.items[0]).toBe(mine.items[0]);
  expect(document.items[1]).toBe(base.items[1]);
  expect(reuseJson(base, copy(base))).toBe(base);
});

test('the changes between two documents, made on the first, give the second', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (from, to) => {
      const changes = copy(changesBetween(from, to));
      expect(applyChanges(from, changes)).toEqual(to);
      expect(changes === null).toBe(jsonEqual(from, to));
    }),
  );
});

test('one edit of a large list is written down in a few letters', () => {
  const from = { items: Array.from({ length: 5000 }, (_, index) => item(`c${index}`)) };
  const to = { items: from.items.map((one) => (one.id === 'c4000' ? { ...one, x: 9 } : one)) };
  expect(JSON.stringify(changesBetween(from, to))).toBe(
    '{"fields":{"items":{"items":{"c4000":{"fields":{"x":{"set":9}}}},"gone":[],"added":[]}}}',
  );
});

test.each([6000, 50_000])('%d new items in a row come back, in an empty list and behind another', (count) => {
  const added = Array.from({ length: count }, (_, index) => item(`new-${index}`));
  for (const from of [{ items: [] }, list('a', 'b')]) {
    const to = { items: [...from.items.slice(0, 1), ...added, ...from.items.slice(1)] };
    expect(applyChanges(from, changesBetween(from, to))).toEqual(to);
  }
});

test('new items that stand behind each other in a circle come to an end', () => {
  const added = [
    { after: null, item: item('a') },
    { after: 'a', item: item('b') },
    { after: 'b', item: item('a') },
  ];
  expect(applyChanges([], { items: {}, gone: [], added })).toEqual([item('a'), item('b'), item('a')]);
});

test('where both wrote in one text both texts stay, and somebody is told where they stand in one place', () => {
  const texts = new Map([['note', '\n']]);
  const base = { items: [item('a', { note: '', x: 0 }), item('b')] };
  const wrote = (note: string) => ({ items: [item('a', { note }), item('b')] });
  const { document, clashes } = mergeDocuments(base, wrote('A dog barks'), wrote('The lamp is lit'), texts);
  expect(document.items[0]).toMatchObject({ note: 'The lamp is lit\nA dog barks' });
  expect(clashes).toEqual([
    {
      of: 'document',
      path: 'items.a.note',
      how: 'texts-joined',
      mine: 'A dog barks',
      theirs: 'The lamp is lit',
    },
  ]);
  const apart = mergeDocuments(wrote('one two'), wrote('zero one two'), wrote('one two three'), texts);
  expect(apart).toMatchObject({ document: wrote('zero one two three'), clashes: [] });
  // A field that is not for people is one value.
  expect(mergeDocuments(base, wrote('mine'), wrote('theirs'))).toMatchObject({
    document: wrote('mine'),
    clashes: [{ how: 'both-changed' }],
  });
  // A text that was taken away does not take along what somebody else wrote.
  const away = { items: [item('a'), item('b')] };
  const kept = mergeDocuments(wrote('one'), away, wrote('one two'), texts).document;
  expect(JSON.stringify(kept)).toContain('two');
});
