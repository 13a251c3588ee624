import { expect, it } from 'vitest';
import { hasPostgres } from '#service/storage/postgres/testing/databases.ts';
import { rigSize } from '../size.ts';
import { playRound } from './rig.ts';

const seeds = Array.from({ length: rigSize({ long: 10, slice: 1 }) }, (_, index) => index + 1);

it.runIf(await hasPostgres()).each(seeds)(
  'every run ends, with each result and credit once, while workers and database fail (%i)',
  async (seed) => {
    expect((await playRound(seed)).faults).toEqual([]);
  },
);
