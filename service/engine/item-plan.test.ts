import { describe, expect, it } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { PAIRINGS, pairedIndexes } from '#shared/graph/list-pairing.ts';
import {
  isListValue,
  isMissing,
  LIST_KIND,
  type ListItem,
  type ListValue,
  type NodeValue,
} from '#service/nodes/definition.ts';
import {
  depthOf,
  listsOfResults,
  MAX_ITEMS,
  planItems,
  traceOf,
  type StepInput,
  type ItemPlan,
  type PlannedItems,
} from './item-plan.ts';

const list = (...values: NodeValue[]): ListValue => ({
  kind: LIST_KIND,
  items: values.map((value) => ({ value })),
});
const named = (name: string, ...values: NodeValue[]): ListValue => ({
  kind: LIST_KIND,
  items: values.map((value, at) => ({ value, trace: [`${name} ${at + 1}`] })),
});
const input = (name: string, value: NodeValue | undefined, depth = 0): StepInput => ({
  name,
  label: name.toUpperCase(),
  value,
  depth,
});

const planOf = (planned: PlannedItems | null): ItemPlan => {
  if (planned?.ok !== true) throw new Error(`not planned: ${JSON.stringify(planned)}`);
  return planned.plan;
};
const reasonOf = (planned: PlannedItems | null): string =>
  planned === null || planned.ok ? 'planned' : planned.mismatch.reason;

/** What comes out of a node that writes its inputs one after the other; those with these texts fail. */
function results(plan: ItemPlan, failing: ReadonlySet<string> = new Set()): ListValue {
  const { out } = listsOfResults(plan, ['out'], (index) => {
    const text = Object.values(plan.units[index]!.inputs)
      .map((value) => JSON.stringify(value))
      .join('+');
    return failing.has(text)
      ? { error: { code: 'NODE_FAILED', message: `${text} fails.` } }
      : { outputs: { out: text } };
  });
  return out!;
}

/** Items in a text: values, `!` for one that is missing, lists in brackets. */
const shown = (value: NodeValue): string =>
  isListValue(value)
    ? `[${value.items.map((item) => (isMissing(item) ? '!' : shown(item.value))).join(' ')}]`
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
const traces = (value: ListValue): string[] => value.items.map((item, at) => traceOf(item, at).join(' × '));

/** Lists of numbers of up to three levels, with missing items, and what they were made of. */
const someItem = (value: fc.Arbitrary<NodeValue>): fc.Arbitrary<ListItem> =>
  fc.oneof(
    { weight: 5, arbitrary: value.map((present): ListItem => ({ value: present })) },
    { weight: 1, arbitrary: fc.constant<ListItem>({ error: { code: 'GONE', message: 'It is gone.' } }) },
  );
const listOf = (value: fc.Arbitrary<NodeValue>): fc.Arbitrary<ListValue> =>
  fc.array(someItem(value), { maxLength: 5 }).map((items) => ({ kind: LIST_KIND, items }));
const plain = fc.integer({ min: 0, max: 9 });
const nested = fc.oneof(listOf(plain), listOf(listOf(plain)), listOf(listOf(listOf(plain))));

/** The same with each value put through a function. */
const mapped = (value: NodeValue, change: (value: NodeValue) => NodeValue): NodeValue =>
  isListValue(value)
    ? {
        ...value,
        items: value.items.map((item) =>
          isMissing(item) ? item : { ...item, value: mapped(item.value, change) },
        ),
      }
    : change(value);

describe('a node that is given a list where it takes one thing', () => {
  it('runs once where no input has more lists than its pin', () => {
    expect(planItems([input('a', 1), input('b', undefined)], 'by position')).toBeNull();
    expect(planItems([input('a', list(1, 2), 1)], 'by position')).toBeNull();
    expect(planItems([input('a', list(list(1)), Infinity)], 'every pair')).toBeNull();
  });

  it('runs for each item, and keeps shape, order and the places of what is missing', () => {
    fc.assert(
      fc.property(nested, fc.constantFrom(...PAIRINGS), (value, pairing) => {
        const plan = planOf(planItems([input('a', value), input('b', 'x')], pairing));
        const expected = mapped(value, (one) => `${JSON.stringify(one)}+"x"`);
        expect(shown(results(plan))).toBe(shown(expected));
        const present = shown(value).match(/\d/g)?.length ?? 0;
        expect(plan.units).toHaveLength(present);
        expect(new Set(plan.units.map(({ item }) => item)).size).toBe(present);
      }),
      { numRuns: fc.runs(200) },
    );
  });

  it('takes the inner lists whole where the pin takes a list', () => {
    const rows = list(list(1, 2), list(), list(3));
    const plan = planOf(planItems([input('a', rows, 1)], 'by position'));
    expect(plan.units.map(({ inputs }) => shown(inputs['a']!))).toEqual(['[1 2]', '[]', '[3]']);
  });

  it('keeps equal items apart', () => {
    const plan = planOf(planItems([input('a', list('same', 'same', 'same'))], 'by position'));
    expect(plan.units.map(({ item }) => item)).toEqual(['0', '1', '2']);
    expect(results(plan).items).toHaveLength(3);
  });

  it('leaves the place of an item that fails, with its reason, and moves no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(plain, { minLength: 1 }), fc.nat(), (values, seed) => {
        const at = seed % values.length;
        const plan = planOf(planItems([input('a', named('row', ...values))], 'by position'));
        const made = results(plan, new Set([String(values[at])]));
        expect(made.items.map((item) => (isMissing(item) ? null : item.value))).toEqual(
          values.map((value, place) => (place === at ? null : String(value))),
        );
        expect(made.items[at]).toEqual({
          error: { code: 'NODE_FAILED', message: `${values[at]} fails.` },
          trace: [`row ${at + 1}`],
        });
        // What comes next runs for the items that are there, and says the same of the one that is not.
        const next = planOf(planItems([input('a', made)], 'by position'));
        expect(next.units).toHaveLength(values.length - 1);
        expect(results(next).items[at]).toEqual(made.items[at]);
      }),
      { numRuns: fc.runs(100) },
    );
  });

  it('runs for nothing where the list is empty', () => {
    const plan = planOf(planItems([input('a', list())], 'by position'));
    expect(plan.units).toEqual([]);
    expect(results(plan)).toEqual(list());
  });

  it('refuses more items than a node runs for, before it makes them', () => {
    const long = list(...Array.from({ length: 200 }, (_, at) => at));
    expect(reasonOf(planItems([input('a', long), input('b', long)], 'every pair'))).toMatch(
      /^These lists make 40,000 items, and a node runs for at most 10,000\. /,
    );
    const many = list(...Array.from({ length: MAX_ITEMS + 1 }, () => 1));
    expect(reasonOf(planItems([input('a', many)], 'by position'))).toMatch(/make 10,001 items/);
    const rows = list(...Array.from({ length: 101 }, () => list(...Array.from({ length: 100 }, () => 1))));
    expect(reasonOf(planItems([input('a', rows)], 'by position'))).toMatch(/make too many items/);
  });
});

describe('two lists', () => {
  const colors = named('color', 'red', 'blue');
  const files = named('file', 1, 2, 3);

  it.each([
    ['by position', [1, 2], ['x', 'y'], '[1+"x" 2+"y"]'],
    ['shortest', [1, 2, 3], ['x'], '[1+"x"]'],
    ['shortest', [], ['x'], '[]'],
    ['repeat last', [1, 2, 3], ['x'], '[1+"x" 2+"x" 3+"x"]'],
    ['repeat last', [1], ['x', 'y'], '[1+"x" 1+"y"]'],
    ['every pair', [1, 2], ['x', 'y'], '[1+"x" 1+"y" 2+"x" 2+"y"]'],
    ['every pair', [], ['x', 'y'], '[]'],
  ] as const)('go together %s: %j with %j', (pairing, a, b, expected) => {
    const plan = planOf(planItems([input('a', list(...a)), input('b', list(...b))], pairing));
    expect(shown(results(plan))).toBe(expected);
  });

  it('of other lengths are refused by position, with what to do', () => {
    expect(planItems([input('a', files), input('b', list('x'))], 'by position')).toEqual({
      ok: false,
      mismatch: {
        code: 'LIST_LENGTHS_DIFFER',
        reason:
          'A has 3 items and B 1 item. Give both as many, or choose under Lists of this node what becomes of the rest.',
      },
    });
    expect(reasonOf(planItems([input('a', files), input('b', list())], 'repeat last'))).toMatch(
      /^B is an empty list, so it has no last item/,
    );
  });

  it('say of each item which of both it is made of', () => {
    const pairs = planOf(planItems([input('a', files), input('b', colors)], 'every pair'));
    expect(traces(results(pairs))).toEqual([
      'file 1 × color 1',
      'file 1 × color 2',
      'file 2 × color 1',
      'file 2 × color 2',
      'file 3 × color 1',
      'file 3 × color 2',
    ]);
    const both = planOf(planItems([input('a', files), input('b', files)], 'by position'));
    expect(traces(results(both))).toEqual(['file 1', 'file 2', 'file 3']);
  });

  it('of lists go together at each level: rows by position, and one text for a whole row', () => {
    const rows = list(list(1, 2), list(3));
    const one = planOf(planItems([input('a', rows), input('b', list('x', 'y'))], 'by position'));
    expect(shown(results(one))).toBe('[[1+"x" 2+"x"] [3+"y"]]');
    const inner = planOf(
      planItems([input('a', rows), input('b', list(list('p', 'q'), list('r')))], 'by position'),
    );
    expect(shown(results(inner))).toBe('[[1+"p" 2+"q"] [3+"r"]]');
  });

  it('pair as nested loops do, whatever their lengths', () => {
    fc.assert(
      fc.property(fc.array(fc.array(plain, { maxLength: 4 }), { minLength: 1, maxLength: 3 }), (lists) => {
        const inputs = lists.map((values, at) => input(`i${at}`, list(...values)));
        const plan = planOf(planItems(inputs, 'every pair'));
        let expected: number[][] = [[]];
        for (const values of lists)
          expected = expected.flatMap((row) => values.map((value) => [...row, value]));
        expect(plan.units.map(({ inputs: values }) => Object.values(values))).toEqual(expected);
      }),
      { numRuns: fc.runs(100) },
    );
  });
});

it('a list that is made for an item comes from that item, and makes a list of lists', () => {
  const plan = planOf(planItems([input('a', named('row', 'a b', 'c'))], 'by position'));
  const { parts } = listsOfResults(plan, ['parts'], (index) => ({
    outputs: { parts: named('part', ...shown(plan.units[index]!.inputs['a']!).split(' ')) },
  }));
  expect(shown(parts!)).toBe('[[a b] [c]]');
  expect(depthOf(parts)).toBe(2);
  const inner = planOf(planItems([input('a', parts)], 'by position'));
  expect(inner.units.map(({ item, trace }) => [item, trace.join(' × ')])).toEqual([
    ['0.0', 'row 1 × part 1'],
    ['0.1', 'row 1 × part 2'],
    ['1.0', 'row 2 × part 1'],
  ]);
});

it('pages tell what went into an item as runs pair lists', () => {
  for (const pairing of PAIRINGS) {
    const sizes = pairing === 'by position' ? [3, 3] : [2, 3];
    const [few, many] = sizes.map((size) => Array.from({ length: size }, (_, at) => at));
    const { units } = planOf(planItems([input('a', list(...few!)), input('b', list(...many!))], pairing));
    const paired = units.map((_, at) => pairedIndexes(pairing, sizes, at));
    expect(paired).toEqual(units.map(({ inputs }) => [inputs['a'], inputs['b']]));
  }
});
