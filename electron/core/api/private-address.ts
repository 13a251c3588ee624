import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { UnreachableError } from '../desk-error.ts';

/** Addresses that belong to a computer or to the network around it, and what keeps connections away from them. */

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
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
] as const) {
  blocked.addSubnet(net, prefix, 'ipv4');
  // An IPv4 address inside of IPv6: mapped, translated (NAT64), 6to4.
  blocked.addSubnet(`::ffff:${net}`, 96 + prefix, 'ipv6');
  blocked.addSubnet(`64:ff9b::${net}`, 96 + prefix, 'ipv6');
  const [a = 0, b = 0, c = 0, d = 0] = net.split('.').map(Number);
  const halves = [(a << 8) | b, (c << 8) | d].map((half) => half.toString(16));
  blocked.addSubnet(`2002:${halves.join(':')}::`, 16 + prefix, 'ipv6');
}
// Teredo.
blocked.addSubnet('2001::', 32, 'ipv6');

/** What is given out to networks of the Internet, and IPv4 as it is written in IPv6: anything else is not public. */
const publicNetworks = new BlockList();
publicNetworks.addSubnet('2000::', 3, 'ipv6');
publicNetworks.addSubnet('::ffff:0:0', 96, 'ipv6');
publicNetworks.addSubnet('64:ff9b::', 96, 'ipv6');

/** An IPv4 address at the end of an IPv6 address of any network (ISATAP), in the form that `URL` gives it. */
const ISATAP = /(?:::|:0:|:200:)5efe:([\da-f]{1,4}):([\da-f]{1,4})$/;

function isatapIpv4(address: string): string | null {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = ISATAP.exec(plain) ?? [];
  if (high === undefined || low === undefined) return null;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

/** @param address IPv4 or IPv6, without brackets; a zone (`%eth0`) may follow. What is no address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const [plain = ''] = address.split('%');
  const family = isIP(plain);
  if (family === 0) return true;
  if (family === 4) return blocked.check(plain, 'ipv4');
  if (blocked.check(plain, 'ipv6') || !publicNetworks.check(plain, 'ipv6')) return true;
  const inside = isatapIpv4(plain);
  return inside !== null && blocked.check(inside, 'ipv4');
}

const privateAddressError = (): UnreachableError =>
  new UnreachableError(
    'address',
    'The service gave an address for the file that lies inside your own network, which Patchbay does not trust. Tell whoever runs the service.',
  );

/** Finds all addresses of a name, as `dns.lookup` does with `all`. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

const systemResolve: Resolve = (hostname, done) =>
  systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) => done(error, addresses ?? []));

/**
 * A `lookup` for connections to names that a stranger chose. It gives the connection the very addresses it has judged,
 * so that a name cannot mean something else by then; one private address among them refuses the name.
 * @param resolve the system's, or that of a test.
 */
export function publicOnlyLookup(resolve: Resolve = systemResolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses;
      if (error || !first) {
        const missing = Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' });
        return callback(error ?? missing, '', 0);
      }
      if (addresses.some(({ address }) => isPrivateAddress(address))) {
        return callback(privateAddressError(), '', 0);
      }
      if (options.all) return callback(null, [...addresses]);
      return callback(null, first.address, first.family);
    });
  };
}
