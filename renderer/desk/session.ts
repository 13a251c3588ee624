import { SessionResponse } from '#shared/desk/host.ts';
import type { PatchbayBridge } from '#shared/desk/bridge.ts';
import { readResponse } from './read-response.ts';

declare global {
  interface Window {
    /** Present in the desktop window, absent in a browser tab. */
    readonly patchbay?: PatchbayBridge;
  }
}

/** Of this tab. */
const BEARER_KEY = 'patchbay.bearer';
/** Of this browser: the one-time token that lets its next tab in. */
const NEXT_KEY = 'patchbay.next-tab';
/** One tab at a time takes that token and leaves another. */
const NEXT_LOCK = 'patchbay.next-tab';

/** How this page may speak to the desktop process. */
export type Session =
  | { kind: 'electron'; bearer: null }
  | { kind: 'browser'; bearer: string }
  /** The page was opened without a token, or its token was already used. */
  | { kind: 'none'; bearer: null };

/**
 * Signs this page in. In a browser tab a one-time token becomes a bearer that lives as long as the tab: the token of the
 * address, which leaves the address at once so that it is not bookmarked or shared, or the one that the last tab of this
 * browser left for the next one.
 */
export function openSession(): Promise<Session> {
  opening ??= signIn();
  return opening;
}

/** A token works once, so the page signs in once however often it is asked. */
let opening: Promise<Session> | null = null;

export async function signIn(): Promise<Session> {
  if (window.patchbay) return { kind: 'electron', bearer: null };
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token) {
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    const bearer = await exchange(token);
    if (bearer !== null) return { kind: 'browser', bearer };
  }
  const storedBearer = sessionStorage.getItem(BEARER_KEY);
  const bearer = storedBearer ?? (await navigator.locks.request(NEXT_LOCK, exchangeNext));
  return bearer === null ? { kind: 'none', bearer: null } : { kind: 'browser', bearer };
}

/** What this tab signed in with is worth nothing any more: the next loading signs in anew. */
export const clearSession = (): void => sessionStorage.removeItem(BEARER_KEY);

/** @param onNext called when another tab of this browser has signed in, which leaves a token for the next one */
export function watchNextSession(onNext: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === NEXT_KEY && newValue !== null) onNext();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

async function exchangeNext(): Promise<string | null> {
  const token = localStorage.getItem(NEXT_KEY);
  if (token === null) return null;
  localStorage.removeItem(NEXT_KEY);
  return exchange(token);
}

/** @returns the bearer of this tab; null when the token was used before or is of an earlier Patchbay. */
async function exchange(token: string): Promise<string | null> {
  const response = await fetch('/desk/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) return null;
  const { bearer, next } = await readResponse(SessionResponse, response);
  sessionStorage.setItem(BEARER_KEY, bearer);
  localStorage.setItem(NEXT_KEY, next);
  return bearer;
}
