/** IP addresses that belong to a computer or to the network around it. */

/** Networks of IPv4 that are not public: address and length of the prefix. */
const PRIVATE_IPV4: readonly (readonly [string, number])[] = [
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
];

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/** @returns 32 bits as a number; null for what is no IPv4 address. */
function ipv4Of(text: string): number | null {
  if (!IPV4.test(text)) return null;
  return text.split('.').reduce((bits, segment) => bits * 256 + Number(segment), 0);
}

/** @returns the groups of one side of `::`; null for what is none. An IPv4 address may stand at the end. */
function groupsOf(segment: string, mayEndAsIpv4: boolean): number[] | null {
  if (segment === '') return [];
  const groups: number[] = [];
  const raw = segment.split(':');
  for (const [at, group] of raw.entries()) {
    const ipv4 = mayEndAsIpv4 && at === raw.length - 1 ? ipv4Of(group) : null;
    if (ipv4 !== null) groups.push(Math.floor(ipv4 / 65_536), ipv4 % 65_536);
    else if (/^[\da-f]{1,4}$/i.test(group)) groups.push(Number.parseInt(group, 16));
    else return null;
  }
  return groups;
}

/** @returns the eight groups of 16 bits; null for what is no IPv6 address. */
function ipv6Of(text: string): number[] | null {
  const [head = '', tail, ...additional] = text.split('::');
  const first = groupsOf(head, tail === undefined);
  const last = groupsOf(tail ?? '', true);
  if (first === null || last === null || additional.length > 0) return null;
  const missing = 8 - first.length - last.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  return [...first, ...Array<number>(missing).fill(0), ...last];
}

const networks = PRIVATE_IPV4.map(([net, prefix]) => ({ bits: ipv4Of(net) ?? 0, size: 2 ** (32 - prefix) }));

const isPrivateIpv4 = (bits: number): boolean =>
  networks.some((net) => Math.floor(bits / net.size) === Math.floor(net.bits / net.size));

/** The IPv4 address that an IPv6 address carries, mapped, translated (NAT64), by 6to4 or by ISATAP; null without one. */
function embeddedIpv4(groups: readonly number[]): number | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const last = g * 65_536 + h;
  const isMapped = [a, b, c, d, e].every((group) => group === 0) && f === 0xffff;
  const isNat64 = a === 0x64 && b === 0xff9b && [c, d, e, f].every((group) => group === 0);
  if (isMapped || isNat64) return last;
  if (a === 0x2002) return b * 65_536 + c;
  return (e === 0 || e === 0x200) && f === 0x5efe ? last : null;
}

/**
 * Whether an address lies in a computer or the network around it. What is no address counts as private.
 * @param address IPv4 or IPv6, without brackets; a zone (`%eth0`) may follow.
 */
export function isPrivateAddress(address: string): boolean {
  const [simple = ''] = address.split('%');
  const ipv4 = ipv4Of(simple);
  if (ipv4 !== null) return isPrivateIpv4(ipv4);
  const groups = ipv6Of(simple);
  if (groups === null) return true;
  const [a = 0, b = 0] = groups;
  const inside = embeddedIpv4(groups);
  if (inside !== null && isPrivateIpv4(inside)) return true;
  // Mapped and translated IPv4 was judged; of the rest only this is given out to networks of the Internet.
  const isIpv4Literal = inside !== null && (a === 0 || a === 0x64);
  // Teredo.
  const isTeredo = a === 0x2001 && b === 0;
  return isTeredo || (!isIpv4Literal && a >> 13 !== 1);
}
