import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from '#shared/http/private-address.ts';
import { UnreachableError } from '../desk-error.ts';

/** What keeps connections away from addresses of a computer or the network around it. */

const privateAddressError = (): UnreachableError =>
  new UnreachableError(
    'address',
    'The service gave an address for the file that lies inside your own network, which Patchbay does not trust. Tell whoever runs the service.',
  );

/** Finds all addresses of a name, as `dns.lookup` does with `all`. */
export type Resolve = (
  hostname: string,
  onResolved: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

const systemResolve: Resolve = (hostname, onResolved) =>
  systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
    onResolved(error, addresses ?? []),
  );

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
