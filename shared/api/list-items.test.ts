import { expect, it } from 'vitest';
import { flatOutputs, itemsOfOutput, PublicRunDetail, RunOutput, traceLabel } from './index.ts';

const picture = {
  type: 'file',
  fileId: 'file_1.png',
  filename: 'card row 1.png',
  contentType: 'image/png',
  sizeBytes: 1,
};
const cards = {
  type: 'list',
  count: 4,
  failed: 1,
  value: [
    { ...picture, trace: ['row 1'] },
    { type: 'missing', error: { code: 'NODE_FAILED', message: 'It failed.' }, trace: ['row 2'] },
    { type: 'string', value: 'three', trace: ['row 3', 'color 1'] },
    { type: 'list', value: [{ type: 'number', value: 4, trace: ['row 4', 'part 1'] }], trace: ['row 4'] },
  ],
};

it('the items of a list have their places, where they come from, and keys of their own', () => {
  const output = RunOutput.parse(cards);
  expect(itemsOfOutput(output)).toEqual([
    { path: [0], trace: ['row 1'], output: picture, error: null },
    { path: [1], trace: ['row 2'], output: null, error: { code: 'NODE_FAILED', message: 'It failed.' } },
    { path: [2], trace: ['row 3', 'color 1'], output: { type: 'string', value: 'three' }, error: null },
    { path: [3, 0], trace: ['row 4', 'part 1'], output: { type: 'number', value: 4 }, error: null },
  ]);
  expect(traceLabel(['row 3', 'color 1'])).toBe('row 3 × color 1');
  expect(Object.keys(flatOutputs({ Other: { type: 'string', value: '' }, Cards: output }))).toEqual([
    'Other',
    'Cards[1]',
    'Cards[3]',
    'Cards[4.1]',
  ]);
});

it('what another service calls a list is a value, whatever it holds', () => {
  for (const value of ['text', null, 5, [1, 2], { a: 1 }]) {
    const output = RunOutput.parse({ type: 'list', value });
    expect(itemsOfOutput(output)).toBeNull();
    expect(flatOutputs({ Other: output })).toEqual({ Other: { type: 'list', value } });
  }
  const broken = { type: 'list', count: 1, failed: 0, value: [{ type: 5 }] };
  expect(itemsOfOutput(RunOutput.parse(broken))).toBeNull();
});

it('a list that is too long for a response is a file that says how many items it has', () => {
  const run = { id: 'run', status: 'succeeded', createdAt: '', updatedAt: '' };
  const long = { ...picture, type: 'list', count: 20_000, failed: 0 };
  expect(PublicRunDetail.parse({ ...run, outputs: { Long: long } }).outputs).toEqual({ Long: long });
});
