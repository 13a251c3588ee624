import { expect, test } from 'vitest';
import { recordingError } from '../power/rig.ts';
import { isSlice } from '../size.ts';
import { playDiskFailures } from './rig.ts';

test('each operation whose disk fails ends in a sentence or a success, and nothing promised is lost', async (context) => {
  const reason = recordingError();
  if (reason !== null) context.skip(reason);
  const { problems, rejected: refused } = await playDiskFailures(isSlice ? [1] : [1, 2]);
  expect(problems).toEqual([]);
  expect(refused).toBeGreaterThan(5);
});
