import { BlockList, isIP } from 'node:net';

/** Whose request it is, where a reverse proxy stands before the service. */

/** The address of a client, by the address that connects and what `X-Forwarded-For` says. */
export type ClientAddress = (socketAddress: string, forwardedFor: string | null) => string;

/** IPv4 addresses as IPv4, also where a socket of IPv6 took them; without the zone of a link. */
const normalized = (address: string): string =>
  address
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')
    .toLowerCase();

/** Groups of an address of IPv6 that name a network. */
const NETWORK_GROUPS = 4;

/**
 * What requests of a client are counted by: an address of IPv4, or the network of IPv6 (`/64`) that one client is given whole, with
 * more addresses than could ever be counted.
 */
export function networkOf(address: string): string {
  const ip = normalized(address);
  if (isIP(ip) !== 6) return ip;
  const [start = '', end] = ip.split('::');
  const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const first = groupsOf(start);
  const last = groupsOf(end ?? '');
  // An address of IPv4 at the end stands for two groups.
  const length = first.length + last.length + (ip.includes('.') ? 1 : 0);
  const groups = end === undefined ? first : [...first, ...Array<string>(8 - length).fill('0'), ...last];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The header is read from its end, as each proxy appends who connected to it, and for as long as a proxy that is trusted says so:
 * whatever a client wrote there itself stands before that. Other headers (`Forwarded`, `X-Real-IP`) are not read, as a proxy that
 * does not know them hands them on from anybody.
 * @param trustedProxies addresses and networks (`10.0.0.0/8`)
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  if (trustedProxies.length === 0) return (socketAddress) => socketAddress;
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  const isTrusted = (address: string): boolean => {
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
  return (socketAddress, forwardedFor) => {
    let address = normalized(socketAddress);
    if (forwardedFor === null) return address;
    const hops = forwardedFor.split(',').map((hop) => hop.trim());
    while (isTrusted(address)) {
      const hop = hops.pop();
      // What is no address was written by nobody who is trusted.
      if (hop === undefined || isIP(hop) === 0) return address;
      address = normalized(hop);
    }
    return address;
  };
}
