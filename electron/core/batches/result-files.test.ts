import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { BatchItem, BatchOutput } from '#shared/desk/index.ts';
import { resultMembers, type BatchToSave } from './result-files.ts';

const item = (index: number, outputs: BatchOutput[], change: Partial<BatchItem> = {}): BatchItem => ({
  index,
  place: [index],
  values: [{ type: 'number', value: index }],
  state: 'done',
  starred: false,
  hidden: false,
  attempt: 1,
  runId: `run_${index}`,
  error: null,
  outputs,
  microcredits: null,
  executionTimeMs: null,
  ...change,
});
const picture = (key: string, fileId: string): BatchOutput => ({
  key,
  type: 'image',
  fileId,
  filename: 'result.PNG',
});
const text = (key: string, value: string, isCut = false): BatchOutput => ({
  key,
  type: 'string',
  text: value,
  ...(isCut ? { isCut } : {}),
});

async function saved(batch: Partial<BatchToSave>, items: readonly BatchItem[]) {
  const members = resultMembers(
    {
      kind: 'table',
      layout: null,
      fields: [{ of: 'template', fieldName: 'angle', label: 'Angle', type: 'number' }],
      counts: { total: 12 } as BatchToSave['counts'],
      ...batch,
    },
    {
      pages: (from) => items.filter(({ index }) => index >= from).slice(0, 2),
      completedPages: (from) =>
        items.filter(({ index, state }) => index >= from && state === 'done').slice(0, 2),
      openFile: async (fileId) => Buffer.from(`bytes of ${fileId}`),
      fullText: async ({ runId }, key) => `all of ${key} of ${runId}`,
    },
  );
  // A download that breaks off is begun anew.
  expect([...members].map(({ name }) => name)).toEqual([...members].map(({ name }) => name));
  const found: [string, string][] = [];
  for (const { name, open } of members) {
    const content = await open(new AbortController().signal);
    found.push([name, (content instanceof Readable ? await buffer(content) : content).toString()]);
  }
  return found;
}

test('each output is a file named by its row, and the table names the files', async () => {
  const files = await saved({}, [
    item(0, [picture('Poster', 'f1'), text('Title', '=sum')]),
    item(1, [picture('Poster', 'f2')], { hidden: true }),
    item(2, [], { state: 'failed', error: 'No.' }),
    item(11, [picture('a/b', 'f3'), picture('a:b', 'f4'), text('Long', 'begin', true)]),
  ]);
  expect(files.slice(1)).toEqual([
    ['01 Poster.png', 'bytes of f1'],
    ['01 Title.txt', '=sum'],
    ['12 a b.png', 'bytes of f3'],
    ['12 a b (2).png', 'bytes of f4'],
    ['12 Long.txt', 'all of Long of run_11'],
  ]);
  const [name, table] = files[0]!;
  expect(name).toBe('results.csv');
  const rows = table.split('\r\n');
  expect(rows[1]).toBe("1,0,done,01 Poster.png,'=sum,,,,,,,run_0");
  // A dropped result has no file here, and the table says why.
  expect(rows[2]).toBe('2,1,done (dropped),,,,,,,,,run_1');
});

test('a cell of a grid is named by its place', async () => {
  const layout = {
    axes: [{ field: 0, labels: ['0', '30'] }],
    columns: 0,
    rows: null,
    pages: null,
  };
  const files = await saved({ layout }, [item(1, [picture('Poster', 'f1')])]);
  expect(files.map(([name]) => name)).toEqual(['results.csv', '02 Angle 30.png']);
});
