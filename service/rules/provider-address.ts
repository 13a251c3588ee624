/** Hosts of this machine itself: requests to them travel no network. */
const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host name of a URL means this very computer. */
export const isLoopbackName = (hostname: string): boolean => LOOPBACK_NAME.test(hostname);

export type CheckedAddress = { ok: true; baseUrl: string } | { ok: false; reason: string };

/**
 * Checks the base URL of a provider: https, or http on this machine; nothing but host and path.
 * @returns the address without a slash at its end.
 */
export function checkProviderAddress(address: string): CheckedAddress {
  if (address.length > 500 || !URL.canParse(address)) {
    return { ok: false, reason: 'Write the address as https://example.com/v1.' };
  }
  const url = new URL(address);
  const isLocal = url.protocol === 'http:' && isLoopbackName(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) {
    return { ok: false, reason: 'The address must begin with https://; http is for this computer only.' };
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return {
      ok: false,
      reason: 'The address has room for a host and a path only. Take the name, password or key out of it.',
    };
  }
  return { ok: true, baseUrl: url.href.replace(/\/+$/, '') };
}
