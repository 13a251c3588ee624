import { words } from '#renderer/words/index.ts';
import { noteHostState } from './host-state.ts';

const t = words.desk.transport;

/** The desktop process could not be reached at all: not a response, but none. */
export class HostUnreachable extends Error {
  override name = 'HostUnreachable';
  constructor(cause: unknown) {
    super(t.patchbayItselfNotResponding, { cause });
  }
}

let bearer: string | null = null;

/** Sets the credential of every later request; null in the desktop window. */
export const setBearer = (next: string | null): void => {
  bearer = next;
};

/** The credential by itself; null in the desktop window, and before the page has signed in. */
export const sessionBearer = (): string | null => bearer;

/** For requests that `fetch` cannot make: those that tell how much of their body has been sent. */
export const authorization = (): string | null => (bearer === null ? null : `Bearer ${bearer}`);

/**
 * Same-origin `fetch` with this page's bearer.
 * @throws HostUnreachable when no response came, and the platform's AbortError when the caller gave up.
 */
export async function deskFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`);
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    noteHostState('lost');
    throw new HostUnreachable(error);
  }
  // Only the host itself answers 401 below /desk: the API's own 401 stays below /api.
  noteHostState(response.status === 401 && path.startsWith('/desk/') ? 'ended' : 'connected');
  return response;
}
