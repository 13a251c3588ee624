import { channelBearerPrefix, channelProtocol } from '#shared/desk/channel.ts';

/**
 * Who is let in, decided from the request line and headers before anything is routed or read.
 *
 * A browser tells where a request comes from in `Sec-Fetch-Site` and `Origin`. A page on a name that was rebound to
 * 127.0.0.1 sends neither on plain GETs, so their absence proves nothing: the exact `Host` is checked first, and
 * whatever reaches the core needs a bearer and `Sec-Fetch-Site: same-origin`.
 */

export interface RequestHead {
  method: string;
  /** As in the request line. */
  target: string;
  /** Lower-case names with every value that was sent, in order. */
  headers: ReadonlyMap<string, readonly string[]>;
}

export type Admission =
  | { to: 'page'; url: URL }
  | { to: 'core'; url: URL }
  | { to: 'session'; url: URL }
  | { to: 'control'; url: URL }
  | { to: 'refused'; status: number; sentence: string };

const reject = (status: number, sentence: string): Admission => ({ to: 'refused', status, sentence });

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * @param origin the host's own, for example `http://127.0.0.1:40213`.
 */
export function authorize(
  head: RequestHead,
  origin: string,
  may: { isBearer(text: string): boolean; isLaunchSecret(text: string): boolean },
): Admission {
  const start = authorizeTarget(head, origin, methods);
  if (!(start instanceof URL)) return start;
  const url = start;
  const from = headerValue(head, 'origin');
  const site = headerValue(head, 'sec-fetch-site');
  if (from === 'null') return reject(403, 'Requests from a page without an origin are refused.');

  if (isUnderPrefix(url.pathname, '/desk/host')) {
    if (from !== undefined || site !== undefined) return reject(403, 'This address is not for pages.');
    if (!may.isLaunchSecret(bearerOf(head))) return reject(401, 'The launch secret is missing or wrong.');
    return { to: 'control', url };
  }
  if (isUnderPrefix(url.pathname, '/desk') || isUnderPrefix(url.pathname, '/api')) {
    if (site !== 'same-origin') return reject(403, 'Only the app itself may ask for this.');
    if (from !== undefined && from !== origin) return reject(403, 'Only the app itself may ask for this.');
    if (url.pathname === '/desk/session') {
      if (head.method !== 'POST') return reject(405, 'A session begins with POST.');
      return { to: 'session', url };
    }
    if (!may.isBearer(bearerOf(head))) {
      return reject(401, 'This tab is not signed in. Run "npm start" again to open a new one.');
    }
    return { to: 'core', url };
  }
  // A link from elsewhere may open the app, but another page may neither embed nor probe its files.
  const isNavigation =
    headerValue(head, 'sec-fetch-mode') === 'navigate' && headerValue(head, 'sec-fetch-dest') === 'document';
  if ((site === 'cross-site' || site === 'same-site') && !isNavigation) {
    return reject(403, 'Other sites may not load this.');
  }
  return { to: 'page', url };
}

/**
 * The same for the channel. A browser lets any page open a WebSocket to anywhere, says where it comes from in `Origin`, and
 * sends no bearer but as a second name beside the protocol.
 */
export function authorizeChannel(
  head: RequestHead,
  origin: string,
  may: { isBearer(text: string): boolean },
): Admission {
  const start = authorizeTarget(head, origin, new Set(['GET']));
  if (!(start instanceof URL)) return start;
  const site = headerValue(head, 'sec-fetch-site');
  if (headerValue(head, 'origin') !== origin || (site !== undefined && site !== 'same-origin')) {
    return reject(403, 'Only the app itself may ask for this.');
  }
  const names = (headerValue(head, 'sec-websocket-protocol') ?? '').split(',').map((name) => name.trim());
  const bearer = names
    .find((name) => name.startsWith(channelBearerPrefix))
    ?.slice(channelBearerPrefix.length);
  if (!names.includes(channelProtocol) || !may.isBearer(bearer ?? '')) {
    return reject(401, 'This tab is not signed in. Run "npm start" again to open a new one.');
  }
  return { to: 'core', url: start };
}

/** The same for the media origin, where the unguessable token in the path is the permission. */
export function authorizeMedia(head: RequestHead, origin: string): Admission {
  const start = authorizeTarget(head, origin, new Set(['GET', 'HEAD']));
  if (!(start instanceof URL)) return start;
  if (headerValue(head, 'origin') === 'null') {
    return reject(403, 'Requests from a page without an origin are refused.');
  }
  if (headerValue(head, 'sec-fetch-site') === 'cross-site')
    return reject(403, 'Other sites may not load this.');
  if (!isUnderPrefix(start.pathname, '/media')) return reject(404, 'There is no such file.');
  return { to: 'core', url: start };
}

function authorizeTarget(head: RequestHead, origin: string, allowed: ReadonlySet<string>): URL | Admission {
  const hosts = head.headers.get('host') ?? [];
  if (hosts.length !== 1 || `http://${hosts[0]}` !== origin) {
    return reject(421, 'This address is not served under that name.');
  }
  if (!head.target.startsWith('/')) return reject(400, 'The request names another server.');
  if (!allowed.has(head.method)) return reject(405, 'This method is not supported.');
  const text = origin + head.target;
  return URL.canParse(text) ? new URL(text) : reject(400, 'The address cannot be read.');
}

function isUnderPrefix(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

/** A header sent twice is as good as a wrong one. */
function headerValue(head: RequestHead, name: string): string | undefined {
  const values = head.headers.get(name);
  return values === undefined ? undefined : values.join(', ');
}

function bearerOf(head: RequestHead): string {
  return /^Bearer ([\w-]{20,200})$/.exec(headerValue(head, 'authorization') ?? '')?.[1] ?? '';
}
