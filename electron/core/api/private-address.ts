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
  // An IPv4 address inside of IPv6: mapped, compatible, translated (NAT64), 6to4.
  blocked.addSubnet(`::ffff:${net}`, 96 + prefix, 'ipv6');
  blocked.addSubnet(`::${net}`, 96 + prefix, 'ipv6');
  blocked.addSubnet(`64:ff9b::${net}`, 96 + prefix, 'ipv6');
  const [a = 0, b = 0, c = 0, d = 0] = net.split('.').map(Number);
  const halves = [(a << 8) | b, (c << 8) | d].map((half) => half.toString(16));
  blocked.addSubnet(`2002:${halves.join(':')}::`, 16 + prefix, 'ipv6');
}
for (const [net, prefix] of [
  ['::', 127],
  // NAT64 of a network's own, Teredo, unique local, link local, site local, multicast.
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  blocked.addSubnet(net, prefix, 'ipv6');
}

/** @param address IPv4 or IPv6, without brackets; a zone (`%eth0`) may follow. What is no address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const [plain = ''] = address.split('%');
  const family = isIP(plain);
  if (family === 0) return true;
  return blocked.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

export const privateAddressError = (): UnreachableError =>
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
