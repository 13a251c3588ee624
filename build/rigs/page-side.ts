import { WebSocket } from 'ws';
import { SessionResponse } from '#shared/desk/host.ts';
import { startDeskEvents } from '#renderer/desk/events.ts';
import { setBearer } from '#renderer/desk/transport.ts';

/**
 * Lets the pages' own modules run without a browser: their requests go to a browser host as a tab's would, and the tab is
 * signed in with the one-time address. One a process, as the bearer is.
 * @param link one-time address of the app.
 * @param options.fault what becomes of each message that the page sends by its channel.
 * @param options.dropsResponses whether the response to a request gets lost on its way from the desktop process.
 * @returns a function that takes the globals back.
 */
export async function emulatePage(
  link: string,
  options: {
    fault?: () => Fault;
    dropsResponses?: (request: { method: string; path: string }) => boolean;
  } = {},
): Promise<() => void> {
  const { origin, hash } = new URL(link);
  const platform = globalThis.fetch;
  const platformSocket = globalThis.WebSocket;
  globalThis.WebSocket = socketsTo(origin, options.fault ?? (() => 'none'));
  globalThis.fetch = async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/')) return platform(input, init);
    const headers = new Headers(init?.headers);
    headers.set('sec-fetch-site', 'same-origin');
    const response = await platform(`${origin}${input}`, { ...init, headers });
    if (options.dropsResponses?.({ method: init?.method ?? 'GET', path: input }) !== true) return response;
    await response.body?.cancel();
    throw new TypeError('fetch failed');
  };
  const restore = (): void => {
    globalThis.fetch = platform;
    globalThis.WebSocket = platformSocket;
    setBearer(null);
  };
  try {
    await signIn(new URLSearchParams(hash.slice(1)).get('token'));
  } catch (error) {
    restore();
    throw error;
  }
  const end = new AbortController();
  // By this the desktop process knows that the window is there.
  void startDeskEvents(end.signal).catch(() => undefined);
  return () => {
    end.abort();
    restore();
  };
}

async function signIn(token: string | null): Promise<void> {
  const response = await fetch('/desk/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw new Error(`The host did not let the page in (${response.status}).`);
  setBearer(SessionResponse.parse(await response.json()).bearer);
}

/**
 * `lost`: the connection is cut before the message is sent; `unanswered`: after it; `twice`: the message is sent again.
 */
export type Fault = 'none' | 'lost' | 'unanswered' | 'twice';

/** As a browser has them: an address without an origin is the page's own, which is told. */
function socketsTo(origin: string, fault: () => Fault): typeof globalThis.WebSocket {
  class PageSocket extends WebSocket {
    constructor(path: string, protocols: readonly string[]) {
      super(`${origin.replace('http', 'ws')}${path}`, protocols, { headers: { origin } });
    }

    override send(data: string): void {
      const faultKind = fault();
      if (faultKind !== 'lost') super.send(data);
      if (faultKind === 'twice') super.send(data);
      if (faultKind === 'lost' || faultKind === 'unanswered') this.terminate();
    }
  }
  return PageSocket as unknown as typeof globalThis.WebSocket;
}
