/** Hosts of this machine itself: requests to them travel no network. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export type CheckedAddress = { ok: true; baseUrl: string } | { ok: false; reason: string };

/**
 * Checks the base URL of a provider: https, or http on this machine; nothing but host and path.
 * @returns the address without a slash at its end.
 */
export function checkProviderAddress(given: string): CheckedAddress {
  if (given.length > 500 || !URL.canParse(given)) {
    return { ok: false, reason: 'Write the base URL as https://example.com/v1.' };
  }
  const url = new URL(given);
  const isLocal = url.protocol === 'http:' && LOOPBACK.test(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) {
    return { ok: false, reason: 'The base URL must use https; http is for this machine only.' };
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return {
      ok: false,
      reason: 'The base URL has room for a host and a path only; give a key with --key-stdin.',
    };
  }
  return { ok: true, baseUrl: url.href.replace(/\/+$/, '') };
}
