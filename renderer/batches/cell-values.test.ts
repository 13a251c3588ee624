import { expect, it } from 'vitest';
import type { BatchField } from '#shared/desk/index.ts';
import { checkRows, readCell } from './cell-values.ts';
import { guessColumns } from './guess-columns.ts';

const files = new Map<string, string>();
const input = (label: string, type: string, name = label.toLowerCase()): BatchField => ({
  of: 'node',
  nodeId: label.split(' · ')[0] ?? '',
  input: name,
  label,
  type,
});
const whole = input('Solid color · Width', 'number(1..8192 step 1)', 'width');
const plain = input('Math · A', 'number', 'a');
const read = (cell: string, field = plain) => {
  const reading = readCell(cell, field, { files });
  if (!reading.ok) return reading.error;
  return reading.value !== null && 'value' in reading.value ? reading.value.value : reading.value;
};

it.each([
  ['1 024', 1024],
  ['1.024,5', 1024.5],
  ['12,5', 12.5],
  ['1e3', 1000],
  ['+5', 5],
  ['٤٢', 42],
  ['１２', 12],
])('a cell %s is %d', (cell, value) => {
  expect(read(cell)).toBe(value);
});

it.each([
  ['1,024', '“1,024” can be read in two ways. Write 1024, or 1.024 with a point'],
  ['0x10', '“0x10” is written as programs do. Write 16'],
  ['∞', expect.stringContaining('“∞” is not a number')],
  ['Infinity', expect.stringContaining('is not a number')],
  ['1/2', expect.stringContaining('“1/2” is not a number')],
  ['50 %', 'Percent of what? Write the number itself'],
  ['7615917337495251231', expect.stringContaining('more digits than a number can hold')],
])('a cell %s is never another number', (cell, error) => {
  expect(read(cell)).toEqual(error);
});

it('a whole number is never rounded from a fraction, and a unit has to be its own', () => {
  expect(read('1,024', whole)).toBe(1024);
  expect(read('12,5', whole)).toBe('12.5 is not a whole number. Write 12 or 13');
  expect(read('1.024', whole)).toContain('is not a whole number');
  expect(read('640 px', whole)).toBe(640);
  expect(read('5 s', whole)).toContain('“s” does not fit');
  expect(read('9000', whole)).toBe('9000 is more than 8192');
});

it('a color is a color', () => {
  const color = input('Sky · Color', 'color');
  expect(['#336699', 'teal', '336699'].map((cell) => read(cell, color))).toEqual([
    '#336699',
    'teal',
    '#336699',
  ]);
  expect(read('blurple', color)).toBe('“blurple” is not a color');
});

it('one comma in a column goes by the others, or by what a person says', async () => {
  const rows = (...cells: string[]) => ({ columns: ['a'], rows: cells.map((cell) => [cell]), notes: [] });
  const values = async (table: ReturnType<typeof rows>, mark?: 'comma' | 'point') => {
    const checked = await checkRows(table, [plain], [0], files, mark && new Map([[0, mark]]));
    return checked.items.map(({ values: [value = null] }) =>
      value !== null && 'value' in value ? value.value : null,
    );
  };
  expect(await values(rows('12,5', '1,024'))).toEqual([12.5, 1.024]);
  expect(await values(rows('1,024.5', '1,024'))).toEqual([1024.5, 1024]);
  expect(await values(rows('1,024', '2,048'))).toEqual([null, null]);
  expect(await values(rows('1,024', '2,048'), 'point')).toEqual([1024, 2048]);
  expect(await values(rows('1,024', '2,048'), 'comma')).toEqual([1.024, 2.048]);
});

it('a column of which nothing fits is counted and not listed row by row', async () => {
  const table = {
    columns: ['from', 'angle'],
    rows: Array.from({ length: 30 }, (_, row) => [`Town ${row}`, row === 3 ? 'steep' : String(row)]),
    notes: [],
  };
  const checked = await checkRows(table, [whole, plain], [0, 1], files);
  expect(checked.columns).toMatchObject([
    { column: 0, filled: 30, problem: 30 },
    { column: 1, filled: 30, problem: 1 },
  ]);
  expect(checked.skipped).toBe(30);
  expect(checked.problems.map(({ row }) => row)).toEqual([3]);
  // Each item still says all that is wrong with it.
  expect(checked.items[3]!.reason).toContain('Width');
});

it('a column is matched by the last part of a name that no other input ends with, without case and accents', () => {
  const field = (label: string): BatchField => ({
    of: 'template',
    fieldName: label.toLowerCase().replaceAll(/\W+/g, '_'),
    label,
    type: 'number',
  });
  const match = (labels: string[], column: string) =>
    guessColumns(labels.map(field), { columns: [column], rows: [['7']] }).match;
  expect(match(['Sky: Angle', 'Noise: Seed'], 'seed')).toEqual([null, 0]);
  expect(match(['Sky: Angle', 'Noise: Seed'], 'SEED ')).toEqual([null, 0]);
  expect(match(['Décor: Échelle'], 'echelle')).toEqual([0]);
  expect(match(['Noise: Seed', 'Grain: Seed'], 'seed')).toEqual([null, null]);
  expect(match(['Noise: Seed', 'Grain: Seed'], 'grain seed')).toEqual([null, 0]);
});

it('columns are matched to nodes and pins, the surest first, and what is not named in full is a guess', () => {
  const fields = [
    input('Light · Angle', 'number', 'angle'),
    input('Headline · Font', 'choice(Inter|Mono)', 'font'),
    input('Headline · Text', 'text(multiline)', 'value'),
    input('Evening sky · Angle', 'number', 'angle'),
    input('Light · Color', 'color', 'color'),
  ];
  const table = {
    columns: ['headline', 'angle', 'Evening sky · Angle', 'color', 'note'],
    rows: [['Golden hour', '30', '90', 'not one', 'x']],
  };
  const { match, inferred } = guessColumns(fields, table);
  // `color` holds no color, so it is not even a guess.
  expect(match).toEqual([1, null, 0, 2, null]);
  expect(inferred).toEqual(new Set([0, 1]));
});
