import * as fc from 'fast-check';
import { Learned, type PoolName } from './pools.ts';

/** A place for something that an earlier response told. */
export const learned = (pool: PoolName): fc.Arbitrary<Learned> =>
  fc.nat(1000).map((pick) => new Learned(pool, pick));
