import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { publicOnlyLookup, type Resolve } from './private-address.ts';

const found =
  (...addresses: LookupAddress[]): Resolve =>
  (_hostname, done) =>
    done(null, addresses);
const PUBLIC = { address: '1.1.1.1', family: 4 };
const OTHER = { address: '2606:4700:4700::1111', family: 6 };
const PRIVATE = { address: '10.0.0.1', family: 4 };

const lookUp = (resolve: Resolve, all: boolean) =>
  new Promise<unknown>((done, failed) => {
    publicOnlyLookup(resolve)('files.example', { all }, (error, address, family) =>
      error ? failed(error) : done(all ? address : { address, family }),
    );
  });

test('a connection gets the addresses that were judged', async () => {
  expect(await lookUp(found(PUBLIC, OTHER), true)).toEqual([PUBLIC, OTHER]);
  expect(await lookUp(found(OTHER, PUBLIC), false)).toEqual(OTHER);
});

test.each([true, false])('one private address refuses the name (all: %s)', async (all) => {
  await expect(lookUp(found(PUBLIC, PRIVATE), all)).rejects.toThrow(/inside your own network/);
});

test('a name without an address, and one that cannot be looked up, fail as such', async () => {
  await expect(lookUp(found(), true)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  const failing: Resolve = (_hostname, done) =>
    done(Object.assign(new Error('later'), { code: 'EAI_AGAIN' }), []);
  await expect(lookUp(failing, true)).rejects.toMatchObject({ code: 'EAI_AGAIN' });
});
