import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { isPrivateAddress, publicOnlyLookup, type Resolve } from './private-address.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.31.0.1',
  '192.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '::ffff:0:192.168.1.1',
  '2001:db8::200:5efe:10.0.0.1',
  '2a00:1450:4001::5efe:7f00:1',
  '100::1',
  '1::1',
  '4000::1',
  '5f00::1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
  '2001::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'no address',
])('%s is inside of a network', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:1.1.1.1',
  '2a00:1450:4001::5efe:101:101',
  '2a00:1450:4001:1:5efe:a00:1:1',
  '2a00:1450:4001:0:1:5efe:a00:1',
  '64:ff9b::1.1.1.1',
  '2002:101:101::1',
])('%s is not', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

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
