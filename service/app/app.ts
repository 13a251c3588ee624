import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  API_PREFIX,
  matchEndpoint,
  type AnyEndpoint,
  type EndpointId,
  type EndpointMatch,
  type ListedEndpoint,
} from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { DocsPage } from '#service/docs/pages.ts';
import { createSharedCommits } from '#service/storage/shared-commits.ts';
import { noteDatabaseDamage } from '#service/storage/database-health.ts';
import { authenticate, type Authenticated } from './authenticate.ts';
import { isAppOrigin } from '#service/accounts/key-rows.ts';
import { corsHeaders, isPreflight, preflightResponse } from '#service/http/cors.ts';
import { Problem } from '#service/problems/problem.ts';
import { readForm } from '#service/http/form.ts';
import { PreparedAnswer, type Call, type Handlers, type Restorers } from '#service/http/handler.ts';
import {
  checkedIdempotencyKey,
  createIdempotencyStore,
  fingerprintOf,
  Replay,
} from '#service/http/idempotency.ts';
import { createRateLimiter } from '#service/http/rate-limit.ts';
import { readJson } from '#service/http/read-body.ts';
import { refuseReservedNames } from '#service/http/reserved-names.ts';
import { errorReply, jsonReply, toResponse, type Reply } from '#service/http/respond.ts';
import { refuseBearer } from '#service/signing/signed-urls.ts';
import { answerStorage, isStoragePath } from './storage-routes.ts';
import { inSlices, yieldToEventLoop } from '#service/http/slices.ts';
import { stablePieces } from '#service/http/stable-text.ts';
import { parseBody, parseWith, refuseUnstorable } from '#service/http/validate.ts';
import type { SavedAnswer } from '#service/http/idempotency-rows.ts';

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
export type ExtraPages = Record<string, DocsPage>;

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

type AnyHandler = (call: Call<AnyEndpoint>) => unknown;

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
  const idempotency = createIdempotencyStore(ctx.db, ctx.now);
  const commits = createSharedCommits(ctx.db);

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

  const replay = (endpoint: ListedEndpoint, accountId: string, answer: SavedAnswer): Reply => {
    const saved = restorers[endpoint.id]?.(accountId, answer.body);
    const { json: body, headers } = saved ?? { json: answer.body, headers: {} };
    const text =
      endpoint.ownUrlsOnly && answer.origin !== ctx.urls.origin()
        ? body.replaceAll(`"${answer.origin}/`, `"${ctx.urls.origin()}/`)
        : body;
    return jsonReply(answer.status, text, { ...headers, 'idempotency-replayed': 'true' });
  };

  const answer = async (
    match: EndpointMatch,
    request: Request,
    url: URL,
    requestId: string,
    caller: Authenticated | null,
  ): Promise<Reply | Response> => {
    const { endpoint, params } = match;
    const handler = (handlers as Record<EndpointId, AnyHandler>)[endpoint.id];
    const rawQuery = queryOf(url);
    refuseUnstorable(rawQuery, 'query');
    const query = endpoint.query ? parseWith(endpoint.query, rawQuery, 'query', endpoint) : {};

    const key = checkedIdempotencyKey(endpoint.idempotent ? request.headers.get('idempotency-key') : null);
    let body: unknown;
    if (endpoint.bodyKind === 'json' && endpoint.body) {
      const raw = await readJson(request);
      refuseReservedNames(endpoint, raw);
      body = await parseBody(endpoint.body, raw, endpoint);
      if (typeof body === 'object' && body !== null) refuseUnstorable(body, 'body');
    }

    const accountId = caller?.accountId ?? '';
    const identity = [request.method, url.pathname + url.search, accountId];
    // A multipart body's fingerprint is known once it has been read; without a key nobody asks for one.
    let fingerprint: string | null =
      key === null || endpoint.bodyKind === 'multipart'
        ? null
        : fingerprintOf([...identity, await stablePieces(body ?? null)]);

    const call = {
      endpoint,
      params,
      query,
      body,
      caller: caller ?? { accountId: '', keyId: '', scopes: new Set() },
      requestId,
      request,
      // Made on demand: an abort controller for every request would cost more than most of their work.
      get signal() {
        return request.signal;
      },
      async form(onFile, limits) {
        const read = await readForm(request, onFile, limits);
        fingerprint = fingerprintOf([...identity, read.fingerprint]);
        if (endpoint.body) parseWith(endpoint.body, read.fields, 'body', endpoint);
        refuseUnstorable(read.fields, 'body');
        return read.fields;
      },
      commit: (effect) => {
        if (key === null) return commits.run(effect);
        const print = fingerprint;
        if (print === null) throw new Error(`${endpoint.id} commits before it has read its form.`);
        return commits.run(() => {
          const earlier = idempotency.find(accountId, key, print);
          if (earlier) throw new Replay(earlier);
          const result = effect();
          idempotency.save(accountId, endpoint.id, key, print, {
            status: endpoint.status,
            body: result instanceof PreparedAnswer ? result.saved : JSON.stringify(result ?? null),
            origin: ctx.urls.origin(),
          });
          return result;
        });
      },
    } as Call<AnyEndpoint>;

    const respond = async (): Promise<Reply | Response> => {
      const result = await handler(call);
      if (result instanceof Response) return result;
      if (result instanceof PreparedAnswer) {
        if (result.slices !== null) {
          await yieldToEventLoop();
          await inSlices(result.slices);
        }
        return jsonReply(endpoint.status, result.json, result.headers);
      }
      return endpoint.status === 204
        ? { status: 204, text: null, headers: {} }
        : jsonReply(endpoint.status, JSON.stringify(result ?? null));
    };
    if (key === null) return respond();
    return idempotency.serialize(accountId, key, async () => {
      const earlier = fingerprint === null ? null : idempotency.find(accountId, key, fingerprint);
      if (earlier) return replay(endpoint, accountId, earlier);
      try {
        return await respond();
      } catch (error) {
        if (error instanceof Replay) return replay(endpoint, accountId, error.answer);
        throw error;
      }
    });
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
    return answer(match.found, request, url, requestId, caller);
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
    sweep: () => idempotency.sweep(),
  };
}

/** The client's own id when it is fit for a header and a log, else a new one. */
const requestIdOf = (request: Request): string => {
  const given = request.headers.get('x-request-id');
  return given !== null && /^[\x21-\x7e]{1,200}$/.test(given) ? given : `req_${randomUUID()}`;
};

const queryOf = (url: URL): Record<string, string> =>
  url.search === '' ? {} : Object.fromEntries([...url.searchParams].filter(([name]) => name !== '__proto__'));

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
