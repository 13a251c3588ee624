import { expect, test } from 'vitest';
import { rigSize } from '../size.ts';
import { playPowerCuts, record, recordingError } from './rig.ts';

const CUTS = rigSize({ long: 100, slice: 10 });

test(`power cuts at ${CUTS} moments lose nothing that was promised, and the app starts on what is left`, async (context) => {
  const reason = recordingError();
  if (reason !== null) context.skip(reason);
  const calls = await record(16);
  const { problems, promises } = await playPowerCuts(calls, CUTS, 7);
  expect(problems).toEqual([]);
  expect(promises).toBeGreaterThan(CUTS * 0.4);
});
