import { expect, test } from 'vitest';
import { fullSizeFiles } from './full-size-files.ts';
import { fullSizeStages } from './stages.ts';

test.each(['long', 'slice'] as const)(
  'tests that play a part in every run are run again by the %s run',
  (size) => {
    const stage = fullSizeStages('/reports', size)
      .flat(2)
      .find(({ name }) => name === 'unit-full');
    expect(stage?.env).toEqual({ PATCHBAY_RIGS: size });
    for (const file of ['shared/documents/machine.test.ts', 'service/nodes/video/film-odd-media.test.ts'])
      expect(stage?.args).toContain(file);
    expect(stage?.args.filter((argument) => argument.endsWith('.ts'))).toEqual(fullSizeFiles());
  },
);
