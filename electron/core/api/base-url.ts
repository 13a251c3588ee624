import { DeskError } from '../desk-error.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

const reject = (message: string) =>
  new DeskError('INVALID_REQUEST', message, { details: { field: 'baseUrl', problem: 'address' } });

/**
 * Checks and tidies the address of a service: `https://host[:port][/path]` without a trailing slash or `/api/v1`.
 * http is for this computer only, because the key travels with every request.
 * @throws DeskError `INVALID_REQUEST` with a sentence for the person.
 */
export function normalizeBaseUrl(text: string): string {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch (error) {
    const invalidAddress = reject(
      'This is not a web address. It should look like https://service.example.com.',
    );
    invalidAddress.cause = error;
    throw invalidAddress;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw reject('The address must begin with https://.');
  }
  if (url.username || url.password) {
    throw reject('Leave the user name and password out of the address. The key has a field of its own.');
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw reject(
      'Use https:// for a service on another computer, so that the key cannot be read on the way.',
    );
  }
  if (!url.hostname) throw reject('The address needs the name of a server.');
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  return `${url.origin}${path.replace(/\/+$/, '')}`;
}
