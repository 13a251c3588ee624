import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { API_PREFIX, matchEndpoint, type AnyEndpoint } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { AccountCaller, Administration } from '#service/administration/surface.ts';
import type { RequestMeasurement } from '#service/operation/metrics.ts';
import type { DocsPage } from '#service/docs/pages.ts';
import { noteDatabaseDamage } from '#service/storage/database-health.ts';
import { authenticate, type Authenticated } from './authenticate.ts';
import { EndpointCalls } from './call-endpoint.ts';
import { isAppOrigin } from '#service/accounts/key-rows.ts';
import { corsHeaders, isPreflight, preflightResponse } from '#service/http/cors.ts';
import { Problem } from '#service/problems/problem.ts';
import { type Handlers, type Restorers } from '#service/http/handler.ts';
import { createClientAddress, networkOf } from '#service/http/client-address.ts';
import { createRateLimiter } from '#service/http/rate-limit.ts';
import { errorReply, toResponse, type Reply } from '#service/http/respond.ts';
import { rejectBearer } from '#service/signing/signed-urls.ts';
import { withLogContext } from './log.ts';
import { isStoragePath, respondFromStorage } from './storage-routes.ts';
import { yieldToEventLoop } from '#service/http/slices.ts';

/** Where a request came from. */
export interface Peer {
  /** The address that is connected: the client's, or that of a reverse proxy. */
  ip: string;
  /** The bytes of the request as a Node stream, where there is one: spares large uploads a detour. */
  incoming?: Readable & { complete?: boolean };
}

export interface App {
  fetch(request: Request, peer: Peer): Promise<Response>;
  /** Forgets what may be forgotten; called now and then. */
  sweep(): Promise<void>;
}

/** Pages below the API prefix that describe the API and are no rows of the endpoint table. */
type ExtraPages = Record<string, DocsPage>;

/** Paths beside the API, with credentials of their own. */
export interface ExternalSurface {
  matches(path: string): boolean;
  /** @param limit counts the request for one credential. */
  respond(
    request: Request,
    url: URL,
    limit: (credentialId: string) => void | Promise<void>,
  ): Promise<Reply | Response>;
}

export interface AppOptions {
  externalSurfaces?: readonly ExternalSurface[];
  administration?: Administration;
  extraPages?: ExtraPages;
  restorers?: Restorers;
  /** Called of every request once its answer is there. */
  onResponse?: ((request: RequestMeasurement) => void) | undefined;
}

/** One request on its way through the checks. */
interface Arrival {
  request: Request;
  url: URL;
  peer: Peer;
  requestId: string;
  /** Whose key it came with, once that may ask for this. */
  caller: Authenticated | null;
  /** Id of the endpoint, or what else it is for, once that is known. */
  endpoint: string;
}

/**
 * The whole of the service as one web-standard handler. The order of checks is the API document's: limit by IP, route,
 * key, limit by key, scope, validation, and only then the handler.
 */
export function createApp(
  ctx: ServiceContext,
  handlers: Handlers,
  { extraPages = {}, restorers = {}, externalSurfaces = [], administration, onResponse }: AppOptions = {},
): App {
  const limits = createLimits(ctx);
  const calls = new EndpointCalls(ctx, handlers, restorers);

  /** Whose key a request came with. @throws Problem where that may not ask for this */
  const identify = async (arrival: Arrival, scope: AnyEndpoint['scope']): Promise<AccountCaller> => {
    const caller = await authenticate(ctx, arrival.request);
    await limits.byCaller(caller);
    return await authorize(caller, arrival, scope);
  };

  const respondFromApi = async (arrival: Arrival): Promise<Reply | Response> => {
    const { request, url, requestId } = arrival;
    await limits.byClient(arrival);
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
    arrival.endpoint = endpoint.id;
    if (endpoint.auth === 'signed') rejectBearer(request, Boolean(url.searchParams.get('token')));
    if (endpoint.auth === 'key') await identify(arrival, endpoint.scope);
    return calls.respond({ match: match.found, request, url, requestId, caller: arrival.caller });
  };

  const respond = async (arrival: Arrival): Promise<Reply | Response> => {
    const { request, url, peer } = arrival;
    if (isPreflight(request)) {
      await limits.byClient(arrival);
      return preflight(ctx, request, url);
    }
    arrival.endpoint = kindOf(url.pathname);
    if (isStoragePath(url.pathname))
      return respondFromStorage(ctx, request, url, () => bytesOf(request, peer));
    if (url.pathname.startsWith(`${API_PREFIX}/`)) return respondFromApi(arrival);
    if (administration?.matches(url.pathname)) {
      await limits.byClient(arrival);
      return administration.respond(request, url, peer.ip, (scope) => identify(arrival, scope));
    }
    const surface = externalSurfaces.find((candidate) => candidate.matches(url.pathname));
    if (surface === undefined) throw routeNotFound(url.pathname);
    await limits.byClient(arrival);
    return surface.respond(request, url, limits.byKey);
  };

  const answer = async (request: Request, peer: Peer, requestId: string): Promise<Response> => {
    const startedAt = performance.now();
    let arrival: Arrival | null = null;
    let reply: Reply | Response;
    try {
      arrival = { request, url: new URL(request.url), peer, requestId, caller: null, endpoint: 'none' };
      reply = await respond(arrival);
    } catch (error) {
      noteDatabaseDamage(ctx.db, error);
      reply = errorReply(error, requestId, ctx.log);
    }
    const headers: Record<string, string> = { 'x-request-id': requestId };
    // The connection ends with a body that is not read on; who keeps connections must know, or the next request fails.
    if (reply.status >= 400 && (await isBodyIncomplete(request, peer))) headers['connection'] = 'close';
    const origin = request.headers.get('origin');
    if (origin !== null)
      Object.assign(headers, await originHeaders(ctx, request, origin, arrival?.caller ?? null));
    const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
    const measurement = { endpoint: arrival?.endpoint ?? 'none', status: reply.status, durationMs };
    onResponse?.(measurement);
    ctx.log.info({ method: request.method, ...measurement }, 'answered');
    return toResponse(reply, headers);
  };

  return {
    fetch(request, peer) {
      const requestId = requestIdOf(request);
      return withLogContext({ requestId }, () => answer(request, peer, requestId));
    },
    sweep: () => calls.sweep(),
  };
}

/** Lets a caller use an endpoint, if its key may; the account of a first request is opened. */
async function authorize(
  caller: Authenticated,
  arrival: Arrival,
  scope: AnyEndpoint['scope'],
): Promise<AccountCaller> {
  requireScope(caller, scope);
  arrival.caller = caller;
  const opening = caller.open();
  if (opening !== undefined) await opening;
  return caller;
}

/** What a request is for beside endpoints of the API, in a word. */
function kindOf(path: string): string {
  if (isStoragePath(path)) return 'storage';
  return path.startsWith(`${API_PREFIX}/`) ? 'pages' : path.startsWith('/run/') ? 'template-calls' : 'others';
}

/** Counts requests, and refuses those that are too many. */
function createLimits({ config, now, coordination }: ServiceContext) {
  const refuse = (wait: number | null): void => {
    if (wait === null) return;
    throw Problem.of('RATE_LIMITED', `Too many requests. Try again in ${wait} seconds.`, {
      retryAfterSeconds: wait,
    });
  };
  const limitOf = (perMinute: number) => {
    const limiter = createRateLimiter(perMinute, now, coordination);
    // Nearly every request is counted at once: there is nothing to wait for.
    return (name: string, limit?: number): void | Promise<void> => {
      const wait = limiter.consume(name, limit);
      return wait instanceof Promise ? wait.then(refuse) : refuse(wait);
    };
  };
  const clientAddress = createClientAddress(config.trustedProxies ?? []);
  const byKey = limitOf(config.rateLimit);
  const byIp = limitOf(config.rateLimit * 4);
  return {
    byClient: ({ request, peer }: Arrival): void | Promise<void> =>
      byIp(networkOf(clientAddress(peer.ip, request.headers.get('x-forwarded-for')))),
    /** Of any credential: of a person's key, or of a template's; or of all keys of a person, with a limit of their own. */
    byKey,
    byCaller: async ({ keyId, personId, rateLimit }: Authenticated): Promise<void> => {
      await byKey(keyId);
      if (personId !== null && rateLimit !== null) await byKey(personId, rateLimit);
    },
  };
}

function requireScope(caller: Authenticated, scope: AnyEndpoint['scope']): void {
  if (!scope || caller.scopes.has(scope)) return;
  throw Problem.of('MISSING_SCOPE', `This key lacks the scope ${scope}.`, { requiredScope: scope });
}

const isAllowedOrigin = (ctx: ServiceContext, origin: string): Promise<boolean> =>
  isAppOrigin(ctx.db, origin, new Date(ctx.now()).toISOString());

async function preflight(ctx: ServiceContext, request: Request, url: URL): Promise<Response> {
  const origin = request.headers.get('origin') ?? '';
  if (!(await isAllowedOrigin(ctx, origin))) {
    throw Problem.of('ORIGIN_NOT_ALLOWED', 'No browser app key allows this origin.');
  }
  if (isStoragePath(url.pathname)) return preflightResponse(origin, ['GET', 'HEAD', 'PUT']);
  const match = matchEndpoint('OPTIONS', url.pathname);
  if (match.found || match.allowed.length === 0) throw routeNotFound(url.pathname);
  return preflightResponse(origin, match.allowed);
}

/** What lets a page of another origin read the response, if the caller's key or, without one, any key allows it. */
async function originHeaders(
  ctx: ServiceContext,
  request: Request,
  origin: string,
  caller: Authenticated | null,
): Promise<Record<string, string>> {
  if (isPreflight(request)) return {};
  const isAllowed = caller ? caller.allowsOrigin(origin) : await isAllowedOrigin(ctx, origin);
  return isAllowed ? corsHeaders(origin) : {};
}

/** The client's own id when it is fit for a header and a log, else a new one. */
const requestIdOf = (request: Request): string => {
  const headerValue = request.headers.get('x-request-id');
  return headerValue !== null && /^[\x21-\x7e]{1,200}$/.test(headerValue)
    ? headerValue
    : `req_${randomUUID()}`;
};

/** Whether the client has not sent all of its body yet. */
async function isBodyIncomplete(request: Request, { incoming }: Peer): Promise<boolean> {
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
