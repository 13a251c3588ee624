import { BlockList, isIPv6 } from 'node:net';
import { expect, test } from 'vitest';
import * as fc from '../testing/property.ts';
import { isPrivateAddress } from './private-address.ts';

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

test('any IPv4 address is judged as the system judges it', () => {
  const blocked = new BlockList();
  for (const [net, prefix] of [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const) {
    blocked.addSubnet(net, prefix, 'ipv4');
  }
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect([address, isPrivateAddress(address)]).toEqual([address, blocked.check(address, 'ipv4')]);
      expect(isPrivateAddress(`::ffff:${address}`)).toBe(blocked.check(address, 'ipv4'));
    }),
  );
});

test('what is no IPv6 address counts as private, and what the system takes for one is read', () => {
  const pieces = fc.array(fc.constantFrom(':', '::', '2a00', '1', 'ffff', '1.1.1.1', '0', 'g'), {
    maxLength: 9,
  });
  fc.assert(
    fc.property(pieces, (parts) => {
      const address = `2a00:${parts.join('')}`;
      expect([address, isPrivateAddress(address)]).toEqual([address, !isIPv6(address)]);
    }),
  );
});
