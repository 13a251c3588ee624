import { expect, test } from 'vitest';
import { MODEL_USES } from '#shared/administration/model-uses.ts';
import { nodeDefinitions } from '../index.ts';

test('pages know which model each node type asks', () => {
  const calling = nodeDefinitions.flatMap(({ type, usesModel }) =>
    usesModel === undefined ? [] : [[type, usesModel]],
  );
  expect(Object.fromEntries(calling)).toEqual(MODEL_USES);
});
