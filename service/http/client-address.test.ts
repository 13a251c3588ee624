import { describe, expect, it } from 'vitest';
import { createClientAddress, networkOf } from './client-address.ts';

describe('the address of a client', () => {
  it('is the one that connects, whatever a header says, where no proxy is trusted', () => {
    expect(createClientAddress([])('192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
    expect(createClientAddress(['10.0.0.0/8'])('192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
  });

  it.each([
    ['one proxy', ['127.0.0.1'], '127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['a proxy on a socket of IPv6', ['127.0.0.1'], '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['what the client wrote itself', ['127.0.0.1'], '127.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
    [
      'two proxies',
      ['10.0.0.0/8', '127.0.0.1'],
      '127.0.0.1',
      '6.6.6.6, 198.51.100.7, 10.1.2.3',
      '198.51.100.7',
    ],
    ['a client of IPv6', ['127.0.0.1'], '127.0.0.1', '2001:DB8::7', '2001:db8::7'],
    ['a network of IPv6', ['fd00::/8'], 'fd12::1', '198.51.100.7', '198.51.100.7'],
    ['no header', ['127.0.0.1'], '127.0.0.1', null, '127.0.0.1'],
    ['an empty one', ['127.0.0.1'], '127.0.0.1', '', '127.0.0.1'],
    ['words', ['127.0.0.1'], '127.0.0.1', 'unknown', '127.0.0.1'],
    ['words before the client', ['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', 'x, 10.0.0.9', '10.0.0.9'],
    ['proxies only', ['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '10.0.0.9', '10.0.0.9'],
  ])('is what a trusted proxy says: %s', (_case, trusted, socket, header, expected) => {
    expect(createClientAddress(trusted)(socket, header)).toBe(expected);
  });
});

describe('what is counted together', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s is counted as %s: a network of IPv6 is given to one client whole', (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });
});
