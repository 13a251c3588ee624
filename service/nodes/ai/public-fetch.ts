import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { isPrivateAddress } from '#shared/http/private-address.ts';

/** Fetching what a provider named, without letting it reach into the network of the person. */

const PRIVATE = 'PRIVATE_ADDRESS';
export const privateAddressError = (): Error =>
  Object.assign(new Error('The address lies inside a private network.'), { code: PRIVATE });

/** Whether a request was refused because its address lies inside a computer or a private network. */
export const isPrivateAddressError = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === PRIVATE;

/** Finds all addresses of a name, as `dns.lookup` does with `all`. */
export type Resolve = (
  hostname: string,
  onAddresses: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

export const systemResolve: Resolve = (hostname, onAddresses) =>
  systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
    onAddresses(error, addresses ?? []),
  );

/** Gives a connection the very addresses that were judged; one private address among them refuses the name. */
export const publicOnlyLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses;
      if (error || !first) {
        const missing = Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' });
        return callback(error ?? missing, '', 0);
      }
      if (addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(privateAddressError(), '', 0);
      if (options.all) return callback(null, [...addresses]);
      return callback(null, first.address, first.family);
    });
  };

/** Statuses that have no body. */
const EMPTY = new Set([204, 205, 304]);

const FORWARDED_HEADERS = ['content-type', 'content-length', 'location', 'retry-after'] as const;

/**
 * A GET of an https address on the public Internet: what its name means is judged at the connection, and no redirect is
 * followed.
 * @param resolve the system's, or that of a test. @throws Error that `isPrivateAddressError` knows
 */
export function publicFetch(
  url: string,
  { signal }: { signal: AbortSignal },
  resolve: Resolve = systemResolve,
): Promise<Response> {
  const { promise, resolve: resolveResponse, reject } = Promise.withResolvers<Response>();
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  // A literal address is looked up by nobody.
  if (isIP(host) !== 0 && isPrivateAddress(host)) return Promise.reject(privateAddressError());
  const clientRequest = request(
    url,
    { signal, agent: false, lookup: publicOnlyLookup(resolve) },
    (incoming) => {
      const status = incoming.statusCode ?? 0;
      const headers = new Headers();
      for (const name of FORWARDED_HEADERS) {
        const value = incoming.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      if (status < 200 || status > 599) {
        incoming.destroy();
        return reject(new Error('The answer has no status that there is.'));
      }
      const hasBody = !EMPTY.has(status);
      if (!hasBody) incoming.resume();
      resolveResponse(
        new Response(hasBody ? (Readable.toWeb(incoming) as ReadableStream) : null, { status, headers }),
      );
    },
  );
  clientRequest.on('error', reject);
  clientRequest.end();
  return promise;
}
