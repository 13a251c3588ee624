import { isIP } from 'node:net';
import { isPrivateAddress } from '#shared/http/private-address.ts';
import { isLoopback } from './base-url.ts';
import { UnreachableError } from '../desk-error.ts';

/** A signed URL that may be asked, and how far its name may lead. */
export interface SignedAddress {
  url: URL;
  /**
   * `configured`: the host that the person entered, or this computer for a service on this computer. `public`: a host
   * that the service chose, which must not resolve to an address inside the person's network.
   */
  reach: 'configured' | 'public';
}

/**
 * A service may name any https host for its bytes, but must not send us to addresses inside the person's network
 * that the person did not configure. What a name resolves to is judged at the connection.
 * @param baseUrl of the connection. @throws UnreachableError `address`
 */
export function checkSignedUrl(text: string, baseUrl: string): SignedAddress {
  const reject = () =>
    new UnreachableError(
      'address',
      'The service gave an address for the file that Patchbay does not trust. Tell whoever runs the service.',
    );
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw reject();
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw reject();
  const base = new URL(baseUrl);
  if (url.username || url.password) throw reject();
  if (url.origin === base.origin) return { url, reach: 'configured' };
  // A service on this computer may keep its bytes in another process on this computer.
  if (isLoopback(base) && isLoopback(url)) return { url, reach: 'configured' };
  if (url.protocol !== 'https:') throw reject();
  // A final dot names the same host.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === base.hostname.replace(/^\[|\]$/g, '')) return { url, reach: 'configured' };
  if (host === 'localhost' || host.endsWith('.localhost')) throw reject();
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw reject();
  return { url, reach: 'public' };
}
