import { expect, it } from 'vitest';
import { readOutputs } from './output-entries.ts';

it('each item of a list is recorded as an output of its own, and nothing of one that is missing', () => {
  const file = {
    type: 'file',
    fileId: 'file_1.png',
    filename: 'card row 1.png',
    contentType: 'image/png',
    sizeBytes: 5,
  };
  const read = readOutputs({
    outputs: {
      Cards: {
        type: 'list',
        count: 3,
        failed: 1,
        value: [
          { ...file, trace: ['row 1'] },
          { type: 'missing', error: { code: 'NODE_FAILED', message: 'It failed.' }, trace: ['row 2'] },
          { type: 'string', value: 'three', trace: ['row 3'] },
        ],
      },
      Words: { type: 'string', value: 'all' },
    },
  });
  expect(read.map(({ key, kind, excerpt }) => [key, kind, excerpt])).toEqual([
    ['Cards[1]', 'image', null],
    ['Cards[3]', 'text', 'three'],
    ['Words', 'text', 'all'],
  ]);
  expect(read[0]?.file).toMatchObject({ fileId: 'file_1.png', filename: 'card row 1.png' });
});
