import { expect, test } from 'vitest';
import type { BatchItem } from '#shared/desk/index.ts';
import { csvCell } from '#shared/language/csv-cell.ts';
import { csvStream } from './results-csv.ts';

test.each([
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+1+1', "'+1+1"],
  ['@cmd', "'@cmd"],
  ['-x', "'-x"],
  ['\tx', '"\tx"'],
  ['\rx', '"\rx"'],
  ['\n=1', '"\n\'=1"'],
  ['a;=1+1', '"a;\'=1+1"'],
  ['a;-5;+x', '"a;-5;\'+x"'],
  ['a\t@cmd', '"a\t\'@cmd"'],
  ['one\r\n=1+1', '"one\r\n\'=1+1"'],
  [' =1', "' =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u200b\ufeff=1', "'\u200b\ufeff=1"],
  ['\u202e+1', "'\u202e+1"],
  ['\u0000=1', "'\u0000=1"],
  ['\u2212x', "'\u2212x"],
  ['\ufe66x', "'\ufe66x"],
  ['\ufe62x', "'\ufe62x"],
  ['\ufe63x', "'\ufe63x"],
  ['\ufe6bx', "'\ufe6bx"],
  ['a = b', 'a = b'],
  ['a; b', '"a; b"'],
  ['1e-5', '1e-5'],
  ['＝1+1', "'＝1+1"],
  ['＠cmd', "'＠cmd"],
  ['-5', '-5'],
  ['say "no", please', '"say ""no"", please"'],
  ['plain', 'plain'],
  ['a;"=1+1', `"a;'""=1+1"`],
])('a cell %j is written %j', (text, cell) => expect(csvCell(text)).toBe(cell));

test('results are a row an item, with their inputs, outputs, cost and problem', async () => {
  const item = (index: number, change: Partial<BatchItem>): BatchItem => ({
    index,
    place: [],
    values: [{ type: 'string', value: `t${index}` }],
    state: 'done',
    starred: false,
    hidden: false,
    attempt: 1,
    runId: `run_${index}`,
    error: null,
    outputs: [],
    microcredits: null,
    executionTimeMs: null,
    ...change,
  });
  const items = [
    item(0, {
      outputs: [{ key: 'Text', type: 'string', text: '=1' }],
      microcredits: '1500000',
      executionTimeMs: 2500,
    }),
    item(1, { state: 'failed', error: 'No picture.' }),
  ];
  const stream = csvStream(
    { fields: [{ of: 'template', fieldName: 'title', label: 'Title', type: 'text' }] },
    (from) => items.slice(from, from + 1),
    textOf,
  );
  expect(await new Response(stream).text()).toBe(
    "Row,Title,State,Text,Problem,Credits,Seconds,Run\r\n1,t0,done,'=1,,1.5,2.5,run_0\r\n2,t1,failed,,No picture.,,,run_1\r\n",
  );
});

const textOf = ({ outputs }: BatchItem, key: string): string =>
  outputs.find((output) => output.key === key)?.text ?? '';

test('items whose outputs all have other names give a table of so many columns, not of millions', async () => {
  const outputs = Array.from({ length: 900 }, (_, index) => index);
  const items = Array.from({ length: 20 }, (_, at): BatchItem => ({
    index: at,
    place: [],
    values: [],
    state: 'done',
    starred: false,
    hidden: false,
    attempt: 1,
    runId: null,
    error: null,
    outputs: outputs.map((index) => ({ key: `key ${at} ${index}`, type: 'string', text: 'x' })),
    microcredits: null,
    executionTimeMs: null,
  }));
  const text = await new Response(
    csvStream({ fields: [] }, (from) => items.slice(from, from + 5), textOf),
  ).text();
  const [head = ''] = text.split('\r\n');
  expect(head.split(',').length).toBeLessThan(1100);
  expect(text.split('\r\n')).toHaveLength(22);
});
