import { SessionResponse } from '#shared/desk/host.ts';
import type { PatchbayBridge } from '#shared/desk/bridge.ts';
import { readResponse } from './read-response.ts';

declare global {
  interface Window {
    /** Present in the desktop window, absent in a browser tab. */
    readonly patchbay?: PatchbayBridge;
  }
}

const BEARER_KEY = 'patchbay.bearer';

/** How this page may speak to the desktop process. */
export type Session =
  | { kind: 'electron'; bearer: null }
  | { kind: 'browser'; bearer: string }
  /** The page was opened without a token, or its token was already used. */
  | { kind: 'none'; bearer: null };

/**
 * Signs this page in. In a browser tab the one-time token of the address becomes a bearer that lives as long as the
 * tab; the token leaves the address at once, so that it is not bookmarked or shared.
 */
export function openSession(): Promise<Session> {
  opening ??= signIn();
  return opening;
}

/** The token works once, so the page signs in once however often it is asked. */
let opening: Promise<Session> | null = null;

async function signIn(): Promise<Session> {
  if (window.patchbay) return { kind: 'electron', bearer: null };
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token) {
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    const response = await fetch('/desk/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (response.ok) {
      const { bearer } = await readResponse(SessionResponse, response);
      sessionStorage.setItem(BEARER_KEY, bearer);
      return { kind: 'browser', bearer };
    }
  }
  const bearer = sessionStorage.getItem(BEARER_KEY);
  return bearer ? { kind: 'browser', bearer } : { kind: 'none', bearer: null };
}
