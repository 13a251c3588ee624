import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { API_PREFIX, matchEndpoint, type AnyEndpoint } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { DocsPage } from '#service/docs/pages.ts';
import { noteDatabaseDamage } from '#service/storage/database-health.ts';
import { authenticate, type Authenticated } from './authenticate.ts';
import { EndpointCalls } from './call-endpoint.ts';
import { isAppOrigin } from '#service/accounts/key-rows.ts';
import { corsHeaders, isPreflight, preflightResponse } from '#service/http/cors.ts';
import { Problem } from '#service/problems/problem.ts';
import { type Handlers, type Restorers } from '#service/http/handler.ts';
import { createRateLimiter } from '#service/http/rate-limit.ts';
import { errorReply, toResponse, type Reply } from '#service/http/respond.ts';
import { refuseBearer } from '#service/signing/signed-urls.ts';
import { answerStorage, isStoragePath } from './storage-routes.ts';
import { yieldToEventLoop } from '#service/http/slices.ts';

/** Where a request came from. */
export interface Peer {
  ip: string;
  /** The bytes of the request as a Node stream, where there is one: spares large uploads a detour. */
  incoming?: Readable & { complete?: boolean };
}

export interface App {
  fetch(request: Request, peer: Peer): Promise<Response>;
  /** Forgets what may be forgotten; called now and then. */
  sweep(): void;
}

/** Pages below the API prefix that describe the API and are no rows of the endpoint table. */
type ExtraPages = Record<string, DocsPage>;

/** Paths beside the API, with credentials of their own. */
export interface OtherSurface {
  matches(path: string): boolean;
  /** @param limit counts the request for one credential. */
  answer(request: Request, url: URL, limit: (credentialId: string) => void): Promise<Reply | Response>;
}

export interface AppOptions {
  externalRuns?: OtherSurface;
  extraPages?: ExtraPages;
  restorers?: Restorers;
}

/**
 * The whole of the service as one web-standard handler. The order of checks is the API document's: limit by IP, route,
 * key, limit by key, scope, validation, and only then the handler.
 */
export function createApp(
  ctx: ServiceContext,
  handlers: Handlers,
  { extraPages = {}, restorers = {}, externalRuns }: AppOptions = {},
): App {
  const byIp = createRateLimiter(ctx.config.rateLimit * 4, ctx.now);
  const byKey = createRateLimiter(ctx.config.rateLimit, ctx.now);
  const calls = new EndpointCalls(ctx, handlers, restorers);

  const limit = (limiter: typeof byIp, name: string): void => {
    const wait = limiter.take(name);
    if (wait === null) return;
    throw Problem.of('RATE_LIMITED', `Too many requests. Try again in ${wait} seconds.`, {
      retryAfterSeconds: wait,
    });
  };

  const requireCaller = (request: Request, endpoint: AnyEndpoint): Authenticated => {
    const caller = authenticate(ctx, request);
    limit(byKey, caller.keyId);
    if (endpoint.scope && !caller.scopes.has(endpoint.scope)) {
      throw Problem.of('MISSING_SCOPE', `This key lacks the scope ${endpoint.scope}.`, {
        requiredScope: endpoint.scope,
      });
    }
    return caller;
  };

  const handleApi = async (
    request: Request,
    url: URL,
    peer: Peer,
    requestId: string,
    onCaller: (caller: Authenticated) => void,
  ): Promise<Reply | Response> => {
    limit(byIp, peer.ip);
    const extra = Object.hasOwn(extraPages, url.pathname) ? extraPages[url.pathname] : undefined;
    if (extra) {
      if (request.method !== 'GET') throw methodNotAllowed(['GET']);
      return extra(request, url);
    }
    const match = matchEndpoint(request.method, url.pathname);
    if (!match.found) {
      throw match.allowed.length > 0 ? methodNotAllowed(match.allowed) : routeNotFound(url.pathname);
    }
    const { endpoint } = match.found;
    if (endpoint.auth === 'signed') refuseBearer(request, Boolean(url.searchParams.get('token')));
    const caller = endpoint.auth === 'key' ? requireCaller(request, endpoint) : null;
    if (caller) {
      onCaller(caller);
      await caller.open();
    }
    return calls.answer({ match: match.found, request, url, requestId, caller });
  };

  const preflight = (request: Request, url: URL): Response => {
    const origin = request.headers.get('origin') ?? '';
    if (!isAppOrigin(ctx.db, origin, new Date(ctx.now()).toISOString())) {
      throw Problem.of('ORIGIN_NOT_ALLOWED', 'No browser app key allows this origin.');
    }
    if (isStoragePath(url.pathname)) return preflightResponse(origin, ['GET', 'HEAD', 'PUT']);
    const match = matchEndpoint('OPTIONS', url.pathname);
    if (match.found || match.allowed.length === 0) throw routeNotFound(url.pathname);
    return preflightResponse(origin, match.allowed);
  };

  return {
    async fetch(request, peer) {
      const requestId = requestIdOf(request);
      const origin = request.headers.get('origin');
      let caller: Authenticated | null = null;
      let reply: Reply | Response;
      try {
        const url = new URL(request.url);
        if (isPreflight(request)) {
          limit(byIp, peer.ip);
          reply = preflight(request, url);
        } else if (isStoragePath(url.pathname)) {
          reply = await answerStorage(ctx, request, url, () => bytesOf(request, peer));
        } else if (url.pathname.startsWith(`${API_PREFIX}/`)) {
          reply = await handleApi(request, url, peer, requestId, (found) => {
            caller = found;
          });
        } else if (externalRuns?.matches(url.pathname)) {
          limit(byIp, peer.ip);
          reply = await externalRuns.answer(request, url, (id) => limit(byKey, id));
        } else {
          throw routeNotFound(url.pathname);
        }
      } catch (error) {
        noteDatabaseDamage(ctx.db, error);
        reply = errorReply(error, requestId, ctx.log);
      }
      const headers: Record<string, string> = { 'x-request-id': requestId };
      // The connection ends with a body that is not read on; who keeps connections must know, or the next request fails.
      if (reply.status >= 400 && (await isStillSending(request, peer))) headers['connection'] = 'close';
      if (origin !== null && !isPreflight(request)) {
        const known = caller as Authenticated | null;
        const allowed = known
          ? known.allowsOrigin(origin)
          : isAppOrigin(ctx.db, origin, new Date(ctx.now()).toISOString());
        if (allowed) Object.assign(headers, corsHeaders(origin));
      }
      return toResponse(reply, headers);
    },
    sweep: () => calls.sweep(),
  };
}

/** The client's own id when it is fit for a header and a log, else a new one. */
const requestIdOf = (request: Request): string => {
  const given = request.headers.get('x-request-id');
  return given !== null && /^[\x21-\x7e]{1,200}$/.test(given) ? given : `req_${randomUUID()}`;
};

/** Whether the client has not sent all of its body yet. */
async function isStillSending(request: Request, { incoming }: Peer): Promise<boolean> {
  const hasBody =
    request.headers.has('transfer-encoding') || Number(request.headers.get('content-length') ?? 0) > 0;
  if (!hasBody || incoming?.complete !== false) return false;
  // A small body comes with its head, but is seen only after it.
  await yieldToEventLoop();
  return !incoming.complete;
}

const bytesOf = (request: Request, peer: Peer): Readable => {
  if (peer.incoming) return peer.incoming;
  return request.body ? Readable.fromWeb(request.body) : Readable.from([]);
};

const methodNotAllowed = (allowed: readonly string[]) =>
  Problem.of('METHOD_NOT_ALLOWED', `This path answers ${allowed.join(', ')}.`, { allowed: [...allowed] });

const routeNotFound = (path: string) =>
  Problem.of('ROUTE_NOT_FOUND', 'There is no such path in this API.', {
    path: path.slice(0, 200),
  });
