import { describe, expect, test } from 'vitest';
import type { BatchField } from '#shared/desk/index.ts';
import { csvCell } from '#shared/language/csv-cell.ts';
import { checkRows } from './cell-values.ts';
import { matchColumns } from './guess-columns.ts';
import { decodeTable } from './decode-table.ts';
import { readTable } from './read-table.ts';

const read = async (text: string) => {
  const reading = await readTable(text);
  return reading.ok ? reading.table : reading.error;
};

test('a table that is written here is read here as it was', async () => {
  const cells = [
    '007',
    'one\r\ntwo',
    'say "no"',
    '=1+1',
    '@studio',
    '+49 30 12',
    "'=x",
    'a;b',
    ' lead',
    '1,024',
    'é',
  ];
  const text = `\ufeffNo,Words\r\n${cells.map((cell, at) => `${at},${csvCell(cell)}\r\n`).join('')}`;
  const decoded = await decodeTable(new Blob([text]));
  expect(await read(decoded.ok ? decoded.text : '')).toEqual({
    columns: ['No', 'Words'],
    rows: cells.map((cell, at) => [`${at}`, cell]),
    notes: ['4 cells have an apostrophe before what spreadsheets take for a formula; it was left out.'],
  });
});

describe('tables as people have them', () => {
  test.each([
    [
      'a,b\n1,2\r\n3,4\n',
      ['a', 'b'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
      [],
    ],
    ['name\tprice\nLamp\t3\n', ['name', 'price'], [['Lamp', '3']], []],
    ['a;b\n"x;y";2', ['a', 'b'], [['x;y', '2']], []],
    // Spreadsheets name the delimiter, which may be rarer than another sign.
    ['\ufeffsep=;\r\na,x,y;b\r\n1;2\r\n', ['a,x,y', 'b'], [['1', '2']], []],
    ['sep=\nab\n', ['sep='], [['ab']], []],
    // Names have commas more often than rows have.
    ['Size (w, h);Name\n1;2\n', ['Size (w, h)', 'Name'], [['1', '2']], []],
    ['Prompt, long, x, y\tSeed\nred, fox\t2\n', ['Prompt, long, x, y', 'Seed'], [['red, fox', '2']], []],
    [
      'On, at;a;b;c\nApril 15, 2023;1;2;3\nApril 14, 2023;1;2;\n',
      ['On, at', 'a', 'b', 'c'],
      [
        ['April 15, 2023', '1', '2', '3'],
        ['April 14, 2023', '1', '2', ''],
      ],
      [],
    ],
    // Programs end their rows with one more delimiter than they end their names.
    [
      'No;Name;Size\r\n1;Chair, oak, with arms, small;2;\r\n2;Lamp, brass, tall, old;3;\r\n',
      ['No', 'Name', 'Size'],
      [
        ['1', 'Chair, oak, with arms, small', '2'],
        ['2', 'Lamp, brass, tall, old', '3'],
      ],
      [
        '2 rows have more or fewer cells than there are columns: missing cells are empty, extra ones are left out.',
      ],
    ],
    ['\n\r\na;b\n1;2\n', ['a', 'b'], [['1', '2']], []],
    ['sep=;\ra;b,c\r1;2\r', ['a', 'b,c'], [['1', '2']], []],
    ['"sep=;"\r\na,x;b\r\n1;2\r\n', ['a,x', 'b'], [['1', '2']], []],
    // Blanks before quotes, as people write them.
    [
      'a, "b"\n1, "x, ""y"""  \n 2,  "3" and 4\n',
      ['a', 'b'],
      [
        ['1', 'x, "y"'],
        [' 2', '  "3" and 4'],
      ],
      [],
    ],
    [
      'a,b\n1, "2\n3, 4"\n5, "6\n',
      ['a', 'b'],
      [
        ['1', '2\n3, 4'],
        ['5', ' "6'],
      ],
      [],
    ],
    // A name may go over two lines.
    ['"Title\nof it";b\nx;2', ['Title\nof it', 'b'], [['x', '2']], []],
    ['\ufeffa,b\n"two\nlines","said ""no"""\n\n  ,\n', ['a', 'b'], [['two\nlines', 'said "no"']], []],
    [
      'a,a,\n1,2,3',
      ['a', 'a (2)', 'Column 3'],
      [['1', '2', '3']],
      ['Columns without a name of their own are now called a (2), Column 3.'],
    ],
    [
      'a,b\n1\n1,2,3',
      ['a', 'b'],
      [
        ['1', ''],
        ['1', '2'],
      ],
      [
        '2 rows have more or fewer cells than there are columns: missing cells are empty, extra ones are left out.',
      ],
    ],
  ])('%j', async (text, columns, rows, notes) => {
    expect(await read(text)).toEqual({ columns, rows, notes });
  });

  test.each([
    ['', /^The table is empty\./],
    ['only names', /^The table has only one row\./],
    [`a\n${'x'.repeat(10 * 1024 * 1024)}`, /^Row 2 has a cell longer than 256 KB\./],
    [`a,b\n1,"${'x,\n'.repeat(200_000)}`, /a quote that is never closed/],
    [`a\n"${'x""'.repeat(4 * 1024 * 1024)}"`, /^Row 2 has a cell longer than 256 KB\./],
    [`a\n${','.repeat(300)}1`, /^Row 2 has more than 256 columns\./],
    [`a\n${'1\n'.repeat(100_001)}`, /^The table has more than 100,000 rows\./],
  ])('what cannot be read says why', async (text, sentence) => {
    expect(await read(text)).toMatch(sentence);
  });

  test('odd quotes are said', async () => {
    expect(await read('a,b\n"x"y,2\nz,3')).toMatchObject({
      notes: expect.arrayContaining([expect.stringMatching(/quotes that do not match/)]),
    });
  });
});

describe('encodings', () => {
  const decode = async (...bytes: number[]) => decodeTable(new Blob([new Uint8Array(bytes)]));
  test('UTF-8, UTF-16 with its mark, and Windows-1252, which is said', async () => {
    expect(await decode(0xc3, 0xa9)).toMatchObject({ ok: true, text: 'é', notes: [] });
    expect(await decode(0xff, 0xfe, 0xe9, 0)).toMatchObject({ ok: true, text: 'é', notes: [] });
    expect(await decode(0xfe, 0xff, 0, 0xe9)).toMatchObject({ ok: true, text: 'é', notes: [] });
    expect(await decode(0xe9, 0x80)).toMatchObject({
      ok: true,
      text: 'é€',
      notes: [expect.stringMatching(/read as Western \(Windows-1252\)/)],
    });
  });
  test.each([true, false])(
    'UTF-16 without its mark is told by its zeros (little end first: %s)',
    async (isLittle) => {
      const table = 'Name;Größe\r\nTür;3\r\n';
      const codes = Array.from({ length: table.length }, (_, at) => table.charCodeAt(at));
      const bytes = codes.flatMap((code) => (isLittle ? [code % 256, code >> 8] : [code >> 8, code % 256]));
      expect(await decode(...bytes)).toMatchObject({ ok: true, text: table, notes: [] });
    },
  );
  test('zeros here and there are left out, which is said', async () => {
    expect(await decode(0x61, 0, 0, 0x62, 0x63, 0, 0x64, 0x65)).toMatchObject({
      ok: true,
      text: 'abcde',
      notes: [expect.stringMatching(/3 control characters were left out/)],
    });
  });
  test('a whole table in UTF-16 as spreadsheets save it is read with its quotes and tabs', async () => {
    const table = 'Name\tPreis\r\n"Tür, ""groß"""\t3\r\n';
    const bytes = Array.from({ length: table.length }, (_, at) => table.charCodeAt(at));
    const decoding = await decode(
      0xff,
      0xfe,
      ...bytes.flatMap((code) => [code % 256, Math.floor(code / 256)]),
    );
    expect(decoding).toMatchObject({ ok: true, notes: [] });
    expect(await read(decoding.ok ? decoding.text : '')).toEqual({
      columns: ['Name', 'Preis'],
      rows: [['Tür, "groß"', '3']],
      notes: [],
    });
  });
  test('a mark of UTF-8 is no part of the first name', async () => {
    const decoding = await decode(0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Titel,b\n1,2'));
    expect(await read(decoding.ok ? decoding.text : '')).toMatchObject({ columns: ['Titel', 'b'] });
  });
  test('Latin-1 with an accent in the middle of a table keeps its rows', async () => {
    const table = 'Name,n\nGarçon,1\nÉté,2\n';
    const decoding = await decode(...Array.from({ length: table.length }, (_, at) => table.charCodeAt(at)));
    expect(decoding).toMatchObject({ ok: true, notes: [expect.stringMatching(/Windows-1252/)] });
    expect(await read(decoding.ok ? decoding.text : '')).toMatchObject({
      rows: [
        ['Garçon', '1'],
        ['Été', '2'],
      ],
    });
  });
  test('other kinds of files are refused', async () => {
    const zip = Array.from({ length: 2000 }, (_, at) => (at * 7919) % 251);
    expect(await decode(...zip)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/not text but some other kind of file/),
    });
    // One that was cut off is read as far as it goes, and that is said.
    expect(await decode(0xff, 0xfe, 0xe9, 0, 0x41)).toMatchObject({
      ok: true,
      notes: [expect.stringMatching(/1 place is damaged/)],
    });
  });
});

const field = (label: string, type: string): BatchField => ({
  of: 'template',
  fieldName: label.toLowerCase(),
  label,
  type,
});

test('columns find their inputs by name, and each row says what does not fit before anything is paid', async () => {
  const fields = [
    field('Title', 'text'),
    field('Blur radius', 'number(0..10)'),
    field('Photo', 'image'),
    field('Loud', 'boolean'),
  ];
  const table = {
    columns: ['photo', 'blur_radius', 'TITLE', 'other', 'Loud'],
    rows: [
      ['one.png', '2,5', ' Hello', 'x', 'yes'],
      ['two.png', '12', 'a', 'x', 'perhaps'],
      ['', '', '', '', ''],
    ],
    notes: [],
  };
  const match = matchColumns(fields, table.columns);
  expect(match).toEqual([2, 1, 0, 4]);
  const { items, problems } = await checkRows(table, fields, match, new Map([['one.png', 'f1.png']]));
  expect(items[0]!.values).toEqual([
    { type: 'string', value: ' Hello' },
    { type: 'number', value: 2.5 },
    { type: 'file', fileId: 'f1.png' },
    { type: 'boolean', value: true },
  ]);
  expect(items.map(({ skipped }) => skipped === true)).toEqual([false, true, false]);
  expect(problems).toEqual([
    {
      row: 1,
      message:
        'Row 2: Blur radius: 12 is more than 10; Photo: there is no file “two.png”; Loud: “perhaps” is neither yes nor no.',
    },
  ]);
});
