import { expect, it } from 'vitest';
import { fileNameOf } from '#renderer/viewer/index.ts';
import { outputsOf } from './run-outputs.ts';
import { runFromDetail } from './run-state.ts';
import { detail } from './testing/run-story.ts';

it('an item of a list is called by its output and where it comes from, and is saved by that', () => {
  const picture = {
    type: 'file',
    fileId: 'file_1.png',
    filename: 'Composite.png',
    contentType: 'image/png',
    sizeBytes: 1,
  } as const;
  const run = runFromDetail(
    detail({
      status: 'succeeded',
      outputs: {
        'mix.image': {
          type: 'list',
          count: 2,
          failed: 0,
          value: [
            { ...picture, trace: ['holiday-03', 'gold'] },
            { ...picture, trace: [] },
          ],
        },
      },
    }),
  );
  const outputs = outputsOf(run, (key) => key.replace('mix.image', 'Composite'), 'Trip');
  expect(outputs.map(({ label }) => label)).toEqual(['Composite · holiday-03 × gold', 'Composite[2]']);
  expect(fileNameOf(outputs[0]!)).toMatch(/^Trip_Composite_holiday-03, gold_v\d+\.png$/);
});
