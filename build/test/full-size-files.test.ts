import { expect, test } from 'vitest';
import { fullSizeFiles } from './full-size-files.ts';
import { filesWithRigTests } from './rig-tests.ts';
import { fullSizeStages } from './stages.ts';

test('tests that play a part in every run are run in full by the long run', () => {
  const stage = fullSizeStages('/reports', 'long')
    .flat(2)
    .find(({ name }) => name === 'unit-full');
  expect(stage?.env).toEqual({ PATCHBAY_RIGS: 'long' });
  for (const file of ['shared/documents/machine.test.ts', 'service/nodes/video/film-odd-media.test.ts'])
    expect(stage?.args).toContain(file);
  const files = [...new Set([...fullSizeFiles(), ...filesWithRigTests('unit')])].toSorted();
  expect(stage?.args.filter((argument) => argument.endsWith('.ts'))).toEqual(files);
});
