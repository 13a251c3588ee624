import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assertNever } from '#shared/language/assert-never.ts';
import { readJson } from '#shared/reading/index.ts';
import {
  HostLinkRequest,
  hostLinksPath,
  SessionRequest,
  type HostLink,
  type LaunchTarget,
  type SessionResponse,
} from '#shared/desk/host.ts';
import type { ChannelResponse } from '#shared/desk/channel.ts';
import { withMediaHeaders } from '#core/hosting/page-headers.ts';
import type { PageFiles } from '#core/hosting/page-files.ts';
import { authorize, authorizeChannel, authorizeMedia } from './admission.ts';
import { isChannelRequest, serveChannels } from './channel.ts';
import { REQUEST_LIMITS, serverOptionsOf, type RequestLimits } from './request-limits.ts';
import { createSessions, fingerprint, secret } from './sessions.ts';
import { headOf, webListener, type HeadDecision } from './web-listener.ts';

/** The part of the core that a host serves. */
export interface Served {
  fetch(request: Request): Promise<Response>;
  media(request: Request): Promise<Response>;
  /** Answers a message of the channel; never rejects. */
  call(message: Uint8Array): Promise<ChannelResponse>;
}

export interface BrowserHost {
  /** `http://127.0.0.1:PORT` of the pages. */
  readonly origin: string;
  /** The same on the port of media. */
  readonly mediaOrigin: string;
  /** Whoever has it may ask for new addresses. */
  readonly launchSecret: string;
  /** A fresh address that signs one tab in, once. @param path place in the app that it shows. */
  link(path?: string): string;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** A session request is one short token. */
const maximumSessionBody = 4096;
/** A request for an address may name the path of a file. */
const MAX_LINK_BODY_BYTES = 16_384;

interface HostOptions {
  /** Asked at each request, since the core is made after the ports are known. */
  served: () => Served;
  pages: () => PageFiles;
  version: string;
  /** The place in the app that shows a target; null for what it cannot show. */
  pathOf?: (target: LaunchTarget) => string | null;
  port?: number;
  onError: (error: unknown) => void;
  limits?: RequestLimits;
}

/** Exchanges the token of an address, which serves once, for what a tab signs its requests with. */
async function beginSession(
  request: Request,
  sessions: ReturnType<typeof createSessions>,
): Promise<Response> {
  const body = SessionRequest.safeParse(await readBody(request, maximumSessionBody));
  const bearer = body.success ? sessions.exchange(body.data.token) : null;
  if (bearer === null) {
    return rejection(
      401,
      'This address was used before or is out of date. Run "npm start" again for a new one.',
    );
  }
  const session: SessionResponse = { bearer, next: sessions.mintToken() };
  return Response.json(session, { headers: { 'cache-control': 'no-store' } });
}

/** Gives whoever started the app another address, of the place that shows a target. */
async function respondWithLink(
  request: Request,
  { pathOf: routeOf, version }: Pick<HostOptions, 'pathOf' | 'version'>,
  link: (path: string) => string,
): Promise<Response> {
  if (request.method !== 'POST' || new URL(request.url).pathname !== hostLinksPath) {
    return rejection(404, 'There is no such address.');
  }
  const parsedRequest = HostLinkRequest.safeParse(await readBody(request, MAX_LINK_BODY_BYTES));
  if (!parsedRequest.success) return rejection(400, 'This cannot be opened.');
  const { target } = parsedRequest.data;
  const path = target === undefined ? '/' : (routeOf?.(target) ?? null);
  if (path === null) return rejection(400, 'Patchbay opens no files of that name.');
  return Response.json({ url: link(path), version } satisfies HostLink);
}

/** What becomes of a request to the port of media. */
function mediaDecision(
  head: Parameters<typeof authorizeMedia>[0],
  served: () => Served,
  { origin, mediaOrigin }: { origin: string; mediaOrigin: string },
): HeadDecision {
  const admission = authorizeMedia(head, mediaOrigin);
  if (admission.to === 'refused') return { response: rejection(admission.status, admission.sentence) };
  return {
    url: admission.url,
    withhold: ['authorization', 'cookie'],
    handle: async (request) => withMediaHeaders(await served().media(request), origin),
  };
}

/**
 * Serves pages and core to browsers on this computer: two ports on 127.0.0.1, one for the app and one for media.
 * @param options.port for the pages, media on the next one; 0 (usual) takes free ones.
 */
export async function startBrowserHost(options: HostOptions): Promise<BrowserHost> {
  const { limits = REQUEST_LIMITS } = options;
  const sessions = createSessions();
  const launchSecret = secret();
  const launchFingerprint = fingerprint(launchSecret);
  const may = {
    isBearer: (text: string) => sessions.isBearer(text),
    isLaunchSecret: (text: string) => fingerprint(text) === launchFingerprint,
  };
  let origin = '';
  let mediaOrigin = '';
  const link = (path = '/') => `${origin}${path}#token=${sessions.mintToken()}`;

  const pageServer = createServer(
    { ...serverOptionsOf(limits), shouldUpgradeCallback: isChannelRequest },
    webListener(
      (head): HeadDecision => {
        const admission = authorize(head, origin, may);
        switch (admission.to) {
          case 'refused':
            return { response: rejection(admission.status, admission.sentence) };
          case 'page':
            return { url: admission.url, handle: async (request) => options.pages().respond(request) };
          case 'session':
            return { url: admission.url, handle: (request) => beginSession(request, sessions) };
          case 'control':
            return { url: admission.url, handle: (request) => respondWithLink(request, options, link) };
          case 'core':
            return {
              url: admission.url,
              // The bearer is between page and host; nothing behind the host needs to see it.
              withhold: ['authorization', 'cookie'],
              handle: async (request) => stripSharingHeaders(await options.served().fetch(request)),
            };
          default:
            return assertNever(admission);
        }
      },
      options.onError,
      limits,
    ),
  );
  const mediaServer = createServer(
    serverOptionsOf(limits),
    webListener(
      (head) => mediaDecision(head, options.served, { origin, mediaOrigin }),
      options.onError,
      limits,
    ),
  );
  const channels = serveChannels(pageServer, {
    admit: (incoming) => authorizeChannel(headOf(incoming), origin, may),
    call: async (message) => options.served().call(message),
    onError: options.onError,
  });
  const port = options.port ?? 0;
  origin = await listen(pageServer, port);
  try {
    mediaOrigin = await listen(mediaServer, port === 0 ? 0 : port + 1);
  } catch (error) {
    await closeServer(pageServer);
    throw error;
  }
  return {
    origin,
    mediaOrigin,
    launchSecret,
    link,
    async close() {
      channels.close();
      await Promise.all([closeServer(pageServer), closeServer(mediaServer)]);
    },
  };
}

function rejection(status: number, sentence: string): Response {
  return Response.json(
    { error: { code: 'NOT_ALLOWED', message: sentence } },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      },
    },
  );
}

/** No page of another origin may read a response, whatever the service behind it allows. */
function stripSharingHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  const shared = Array.from(headers.keys()).filter(
    (name) => name.startsWith('access-control-') || name === 'set-cookie',
  );
  for (const name of shared) headers.delete(name);
  headers.set('x-content-type-options', 'nosniff');
  headers.set('cross-origin-resource-policy', 'same-origin');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Reads a small JSON body; an empty one is the empty object, and what cannot be read is null. */
async function readBody(request: Request, maximumBytes: number): Promise<unknown> {
  const read = await readJson(request.body, {
    limits: { bytes: maximumBytes, depth: 10, values: 100, items: 100, keys: 100 },
    label: 'The request',
    hint: '',
  });
  if (read.ok) return read.value;
  return read.problem.code === 'EMPTY' ? {} : null;
}

/** @throws Error with the next step when the port is taken. */
async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken. Choose another with --port, or leave it out.`, { cause: error })
          : error,
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
