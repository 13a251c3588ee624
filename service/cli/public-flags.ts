import { isIP } from 'node:net';
import { isLoopbackName } from '../rules/provider-address.ts';
import { UsageProblem } from './usage-problem.ts';

/** Flags of a service that is reached from outside, through a reverse proxy. */

const MAX_LENGTH = 300;
const MAX_PROXIES = 100;

/**
 * The origin that people reach the service at. None of the sentences repeats the address: it may hold a password.
 * @throws UsageProblem
 */
export function publicUrlFlag(value: string | undefined, allowsHttp: boolean): string | undefined {
  if (value === undefined) {
    if (allowsHttp) throw new UsageProblem('--allow-http needs --public-url: it is about that address.');
    return undefined;
  }
  if (value.length > MAX_LENGTH || !/^https?:\/\//i.test(value) || !URL.canParse(value))
    throw new UsageProblem('--public-url needs an address like https://patchbay.example.');
  const url = new URL(value);
  if (url.username !== '' || url.password !== '' || value.includes('@'))
    throw new UsageProblem('--public-url takes no user and no password. Take them out of the address.');
  if (url.pathname !== '/' || /[?#]/.test(value)) {
    throw new UsageProblem(
      '--public-url takes no path and no query. Give the service a host name of its own, like https://patchbay.example.',
    );
  }
  if (url.protocol === 'http:' && !allowsHttp && !isLoopbackName(url.hostname)) {
    throw new UsageProblem(
      '--public-url has to begin with https://, as keys would go over the network unencrypted. Add --allow-http where that is meant.',
    );
  }
  return url.origin;
}

/** Addresses and networks of the reverse proxies whose word counts. @throws UsageProblem */
export function trustedProxiesFlag(value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  const entries = value.split(',').map((entry) => entry.trim());
  if (entries.length > MAX_PROXIES)
    throw new UsageProblem(`--trust-proxy takes at most ${MAX_PROXIES} addresses. Name a network instead.`);
  for (const entry of entries) {
    if (isNetwork(entry)) continue;
    throw new UsageProblem(
      `--trust-proxy needs addresses or networks, as 127.0.0.1 or 10.0.0.0/8, with commas between them, not "${entry.slice(0, 60)}".`,
    );
  }
  return entries;
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%')) return false;
  if (prefix === undefined) return true;
  // A prefix of 0 would trust everybody.
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128);
}
