import { expect, test } from 'vitest';
import { playPowerCuts, record, whyNotRecorded } from './rig.ts';

test('power cuts at 100 moments lose nothing that was promised, and the app starts on what is left', async (context) => {
  const reason = whyNotRecorded();
  if (reason !== null) context.skip(reason);
  const calls = await record(16);
  const { problems, promises } = await playPowerCuts(calls, 100, 7);
  expect(problems).toEqual([]);
  expect(promises).toBeGreaterThan(40);
});
