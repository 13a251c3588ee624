import { describe, expect, test } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import {
  drawSeeds,
  firstToVary,
  readAxis,
  kindsFor,
  suggestedKind,
  suggestedSeeds,
  suggestedRange,
  suggestedText,
  type AxisDraft,
  type VaryInput,
} from './axis-values.ts';
import { gridItems, indexOf, itemAt, coordinatesOf, turned, defaultLayout } from './grid-layout.ts';

const draft = (change: Partial<AxisDraft> & { type?: string }): AxisDraft => ({
  key: 'a',
  input: { nodeId: 'n', input: 'value', label: 'Value', nodeTitle: 'Blur', type: change.type ?? 'number' },
  kind: 'list',
  text: '',
  from: null,
  to: null,
  step: null,
  seeds: [],
  files: [],
  ...change,
});

const valuesOf = (change: Parameters<typeof draft>[0]): unknown => {
  const reading = readAxis(draft(change));
  return reading.ok ? reading.values.map(({ label }) => label) : reading.error;
};

describe('what a person writes becomes values, or a sentence', () => {
  test.each([
    [{ text: '1, 2.5; -3' }, ['1', '2.5', '-3']],
    [{ text: '1, two' }, '“two” is not a number.'],
    [{ text: '1, 9', type: 'number(0..8)' }, '9 is more than 8, the most this input takes.'],
    [{ text: '' }, 'Write values with commas between them.'],
    [{ text: '1, 1.0' }, '“1” is there twice. Take one of them out.'],
    [{ kind: 'range', from: 0, to: 0.3, step: 0.1 }, ['0', '0.1', '0.2', '0.3']],
    [{ kind: 'range', from: 1, to: 4, step: 2 }, ['1', '3']],
    [{ kind: 'range', from: 3, to: 1, step: 1 }, ['3', '2', '1']],
    [{ kind: 'range', from: 0, to: 1, step: 0 }, 'The step must not be 0.'],
    [{ kind: 'range', from: 0, to: 1e9, step: 1 }, 'These are 1,000,000,001 values. Take a larger step.'],
    [{ kind: 'range', from: 0, to: null }, 'Say where the range begins and ends.'],
    [{ kind: 'lines', type: 'text', text: 'a red, wet fox\n\n a heron ' }, ['a red, wet fox', 'a heron']],
    [
      { kind: 'texts', type: 'text', text: 'Good\nevening\n---\nGood\n\nmorning\n --- \n' },
      ['Good ⏎ evening', 'Good ⏎ morning'],
    ],
    [{ kind: 'texts', type: 'text', text: '---' }, 'Write texts with a line --- between them.'],
    [{ type: 'boolean', text: 'yes, no' }, ['Yes', 'No']],
    [{ type: 'boolean', text: 'perhaps' }, '“perhaps” is neither yes nor no.'],
    [{ type: 'choice(cover|contain)', text: 'cover, fill' }, '“fill” is not one of cover, contain.'],
    [
      { kind: 'files', type: 'image', files: [{ fileId: 'f1.png', filename: 'one.png', contentType: null }] },
      ['one.png'],
    ],
  ] as const)('%o', (change, expected) => {
    expect(valuesOf(change)).toEqual(expected);
  });

  test('a text of several lines keeps them in its value', () => {
    const reading = readAxis(draft({ kind: 'texts', type: 'text', text: 'Good\nevening\n---\nBye' }));
    expect(reading.ok && reading.values.map(({ value }) => value)).toEqual([
      { type: 'string', value: 'Good\nevening' },
      { type: 'string', value: 'Bye' },
    ]);
  });

  test('the text that an input holds stands there at the start, in the kind that it needs', () => {
    const holds = { type: 'text', input: 'text', text: 'Good\nevening' };
    expect([suggestedKind(holds), suggestedText(holds)]).toEqual(['texts', 'Good\nevening\n---\n']);
    const line = { type: 'text', input: 'text', text: 'Hello' };
    expect([suggestedKind(line), suggestedText(line)]).toEqual(['lines', 'Hello\n']);
    const empty = { type: 'text', input: 'text', text: null };
    expect([suggestedKind(empty), suggestedText(empty)]).toEqual(['lines', '']);
    expect(suggestedKind({ type: 'image', input: 'image', text: 'a\nb' })).toBe('files');
  });

  test.each([
    ['seed', ['seeds', 'list', 'range'], 4],
    ['noise_seed', ['seeds', 'list', 'range'], 4],
    ['variation', ['seeds', 'list', 'range'], 4],
    ['width', ['range', 'list', 'seeds'], 0],
    ['seeds_of_doubt', ['range', 'list', 'seeds'], 0],
  ])('of %s the kinds %o are offered in that order, with %i seeds to begin with', (input, kinds, count) => {
    const asked = { nodeId: 'n', nodeTitle: 'N', label: input, input, type: 'number(0..4294967295)' };
    expect(kindsFor(asked)).toEqual(kinds);
    let draw = 0;
    const seeds = suggestedSeeds(asked, () => (draw += 1) / 10);
    expect(new Set(seeds).size).toBe(count);
  });

  test('what is offered first is what is asked about, else what people vary first: a seed, a prompt, words, a number; colors last', () => {
    const input = (name: string, type: string, text: string | null = null): VaryInput => ({
      nodeId: name,
      input: name,
      label: name,
      nodeTitle: name,
      type,
      text,
    });
    const all = [
      input('color', 'color', '#fff3c4'),
      input('tint', 'text', '#c2884a'),
      input('width', 'number'),
      input('empty', 'text', ''),
      input('fit', 'choice(a|b)', 'a'),
      input('angle', 'number'),
      input('headline', 'text', 'Good\nevening'),
      input('prompt', 'text', 'a red fox'),
      input('noise_seed', 'number'),
    ];
    const first = (given: readonly VaryInput[], nodeId: string | null = null) =>
      firstToVary(given, { nodeId, input: null })?.input;
    const order: (string | undefined)[] = [];
    for (let left = all; left.length > 0; left = left.filter((each) => each.input !== order.at(-1))) {
      order.push(first(left));
    }
    expect(order).toEqual([
      'noise_seed',
      'prompt',
      'headline',
      'angle',
      'fit',
      'width',
      'color',
      'tint',
      'empty',
    ]);
    expect(first(all, 'width')).toBe('width');
    expect(first([])).toBeUndefined();
    // Of a node that is asked about the same, whatever the order of its inputs.
    const card = [input('color', 'color', '#fff'), input('angle', 'number'), input('text', 'text', 'Hello')];
    const ofCard = card.map((each) => ({ ...each, nodeId: 'card' }));
    expect(firstToVary([...all, ...ofCard], { nodeId: 'card', input: null })?.input).toBe('text');
    expect(firstToVary([...all, ...ofCard], { nodeId: 'card', input: 'color' })?.input).toBe('color');
  });

  test('seeds differ and stay within the limits of the input', () => {
    let at = 0;
    const seeds = drawSeeds(6, 'number(1..6)', () => (at++ * 0.37) % 1);
    expect(seeds.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

test('an item lies where its values are, however the axes are turned', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('columns' as const, 'rows' as const, 'pages' as const),
      fc.nat(2),
      (sizes, direction, axis) => {
        const total = sizes.reduce((product, size) => product * size, 1);
        const layout = turned(
          defaultLayout(
            sizes.map((size, field) => ({ field, labels: Array.from({ length: size }, String) })),
          ),
          direction,
          axis < sizes.length ? axis : null,
        );
        const seen = new Set<number>();
        const along = (name: typeof direction) => (layout[name] === null ? 1 : sizes[layout[name]]!);
        for (let columns = 0; columns < along('columns'); columns += 1)
          for (let rows = 0; rows < along('rows'); rows += 1)
            for (let pages = 0; pages < along('pages'); pages += 1)
              seen.add(itemAt(layout, { columns, rows, pages }));
        const isWhole = sizes.every((_, at) => [layout.columns, layout.rows, layout.pages].includes(at));
        expect(seen.size).toBe(isWhole ? total : along('columns') * along('rows') * along('pages'));
        for (let index = 0; index < total; index += 1)
          expect(indexOf(coordinatesOf(index, sizes), sizes)).toBe(index);
      },
    ),
  );
});

test('every combination is there once', () => {
  const value = (label: string) => ({ value: { type: 'string' as const, value: label }, label });
  const items = gridItems([
    [value('a'), value('b'), value('c')],
    [value('x'), value('y')],
  ]);
  expect(items.map(({ place }) => place.join())).toEqual(['0,0', '1,0', '2,0', '0,1', '1,1', '2,1']);
  expect(items[4]!.values).toEqual([value('b').value, value('y').value]);
});

test('a range starts around the value that the input has, within its limits', () => {
  expect(suggestedRange({ type: 'number', value: 50 })).toEqual({ from: 30, to: 70, step: 10 });
  expect(suggestedRange({ type: 'number(0..1)', value: 0.9 })).toEqual({ from: 0.8, to: 1, step: 0.05 });
  // A count stays whole.
  expect(suggestedRange({ type: 'number(0..)', value: 3 })).toEqual({ from: 1, to: 5, step: 1 });
  expect(suggestedRange({ type: 'number', value: null })).toEqual({ from: null, to: null, step: 1 });
});

const rangeOf = (type: string, value: number): number[] => {
  const input = { nodeId: 'n', input: 'value', label: 'Value', nodeTitle: 'Blur', type, value };
  const reading = readAxis(draft({ input, kind: 'range', ...suggestedRange(input) }));
  if (!reading.ok) throw new Error(reading.error);
  return reading.values.map(({ label }) => Number(label));
};

test.each([
  ['number(0..1)', 0.05, [0, 0.05, 0.1, 0.15, 0.2]],
  ['number(0..1)', 1, [0.8, 0.85, 0.9, 0.95, 1]],
  ['number(1..8192 step 1)', 1, [1, 21, 41, 61, 81]],
  ['number(0..4 step 1)', 0, [0, 1, 2, 3, 4]],
  ['number(2..2)', 2, [2]],
  // What lies outside is brought to the nearest limit.
  ['number(0..1)', 7, [0.8, 0.85, 0.9, 0.95, 1]],
])('near a limit of %s the range around %d keeps the value itself', (type, value, expected) => {
  expect(rangeOf(type, value)).toEqual(expected);
});

test.each([
  ['number(1..16384 step 1)', 640, [440, 540, 640, 740, 840]],
  ['number(0..16384 step 1)', 50, [10, 30, 50, 70, 90]],
  ['number(0..16384)', 50, [10, 30, 50, 70, 90]],
  ['number(-16384..16384 step 1)', 0, [-40, -20, 0, 20, 40]],
  ['number(0..1000 step 0.1)', 2.5, [0.5, 2.5, 4.5, 6.5, 8.5]],
])('the wide limits of %s do not stretch the range around %d', (type, value, expected) => {
  expect(rangeOf(type, value)).toEqual(expected);
});

test('a suggested range holds the value of the input, within its limits, ascending, each once', () => {
  const decimal = fc
    .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(6))
    .map(([digits, places]) => digits / 10 ** places);
  const limited = fc
    .tuple(decimal, decimal, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), fc.boolean())
    .map(([a, b, part, places, isAtLimit]) => {
      const [min, max] = [Math.min(a, b), Math.max(a, b)];
      const within = Number((min + (max - min) * part).toFixed(places));
      const value = isAtLimit ? (part < 0.5 ? min : max) : Math.min(max, Math.max(min, within));
      return { type: `number(${min}..${max})`, min, max, value: value + 0 };
    });
  const open = fc
    .double({ min: -1e12, max: 1e12, noNaN: true })
    .map((value) => ({ type: 'number', min: -Infinity, max: Infinity, value: value + 0 }));
  fc.assert(
    fc.property(fc.oneof(limited, open), ({ type, min, max, value }) => {
      const values = rangeOf(type, value);
      expect(values).toContain(value);
      expect(values.filter((each) => each < min || each > max)).toEqual([]);
      expect(values).toEqual([...new Set(values)].toSorted((a, b) => a - b));
      expect(values).toHaveLength(max > min ? 5 : 1);
    }),
  );
});
