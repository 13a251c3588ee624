import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultKinds } from './faults.ts';
import { operations } from './operations.ts';
import { pairsOf, SEEDS_FOR_ALL, startFaultRig, type FaultRig } from './rig.ts';

const seeds = Array.from({ length: SEEDS_FOR_ALL }, (_, index) => index + 1);

test('these seeds play every operation under every fault', () => {
  const played = new Set(
    seeds.flatMap((seed) => pairsOf(seed).map(({ operation, fault }) => `${operation.name} under ${fault}`)),
  );
  expect(played.size).toBe(operations.length * faultKinds.length);
});

describe('a network that lies', () => {
  let rig: FaultRig;
  beforeAll(async () => {
    rig = await startFaultRig();
  }, 120_000);
  afterAll(() => rig.close());

  test.concurrent.each(seeds)(
    'seed %i: nothing is lost, doubled or told elsewhere, nothing hangs, and every failure is a sentence',
    async (seed) => {
      const { problems } = await rig.play(seed);
      expect(problems).toEqual([]);
    },
  );
});
