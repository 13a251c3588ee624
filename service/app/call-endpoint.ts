import type { AnyEndpoint, EndpointId, EndpointMatch, NamedEndpoint } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { readForm } from '#service/http/form.ts';
import {
  PreparedResponse,
  type Call,
  type Caller,
  type Handlers,
  type Restorers,
  type CommitOptions,
} from '#service/http/handler.ts';
import type { SavedResponse } from '#service/http/idempotency-rows.ts';
import {
  checkedIdempotencyKey,
  createIdempotencyStore,
  fingerprintOf,
  Replay,
} from '#service/http/idempotency.ts';
import { readJson } from '#service/http/read-body.ts';
import { rejectReservedNames } from '#service/http/reserved-names.ts';
import { jsonReply, type Reply } from '#service/http/respond.ts';
import { inSlices, yieldToEventLoop } from '#service/http/slices.ts';
import { stableChunks } from '#service/http/stable-text.ts';
import { parseBody, parseWith, rejectUnstorable } from '#service/http/validate.ts';
import { createSharedCommits } from '#service/storage/shared-commits.ts';
import type { Authenticated } from './authenticate.ts';

/** Who calls an endpoint that asks for no key. */
const ANONYMOUS_CALLER: Caller = {
  accountId: '',
  keyId: '',
  personId: null,
  scopes: new Set(),
  dataVersion: -1,
  rejection: async () => null,
};

type AnyHandler = (call: Call<AnyEndpoint>) => unknown;

/** A request that has found its endpoint and may call it. */
export interface RoutedRequest {
  match: EndpointMatch;
  request: Request;
  url: URL;
  requestId: string;
  /** Null where the endpoint asks for no key. */
  caller: Authenticated | null;
}

/** What makes a request sent twice the same one; without a key each is one of its own. */
interface Identity {
  accountId: string;
  key: string | null;
  fields: readonly string[];
  /** Null while a form has not been read. */
  fingerprint: string | null;
}

/** Validates a request by its endpoint's row, gives it to the handler, and answers it, once for each idempotency key. */
export class EndpointCalls {
  readonly #ctx: ServiceContext;
  readonly #handlers: Record<EndpointId, AnyHandler>;
  readonly #restorers: Restorers;
  readonly #idempotency;
  readonly #commits;

  constructor(ctx: ServiceContext, handlers: Handlers, restorers: Restorers) {
    this.#ctx = ctx;
    this.#handlers = handlers as Record<EndpointId, AnyHandler>;
    this.#restorers = restorers;
    this.#idempotency = createIdempotencyStore(ctx.db, ctx.now);
    this.#commits = createSharedCommits(ctx.db);
  }

  /** Forgets responses that are too old to be given again. */
  sweep(): Promise<void> {
    return this.#idempotency.sweep();
  }

  /** @throws Problem, ValidationProblem, MappedProblem, and whatever the handler throws. */
  async respond(routed: RoutedRequest): Promise<Reply | Response> {
    const { match, request, url, caller } = routed;
    const { endpoint } = match;
    const rawQuery = queryOf(url);
    rejectUnstorable(rawQuery, 'query');
    const query = endpoint.query ? parseWith(endpoint.query, rawQuery, 'query', endpoint) : {};
    const key = checkedIdempotencyKey(endpoint.idempotent ? request.headers.get('idempotency-key') : null);
    const body = endpoint.bodyKind === 'json' ? await readBody(endpoint, request) : undefined;
    if (body !== undefined) await caller?.recheck();

    const accountId = caller?.accountId ?? '';
    const fields = [request.method, url.pathname + url.search, accountId];
    const identity: Identity = {
      accountId,
      key,
      fields,
      // Without a key nobody asks for a fingerprint.
      fingerprint:
        key === null || endpoint.bodyKind === 'multipart'
          ? null
          : fingerprintOf([...fields, await stableChunks(body ?? null)]),
    };
    const call = this.#call(routed, identity, query, body);
    return key === null ? this.#respond(call) : this.#respondIdempotently(call, key, identity);
  }

  /** Waits for earlier requests with the same key, and answers as they were answered. */
  #respondIdempotently(call: Call<AnyEndpoint>, key: string, identity: Identity): Promise<Reply | Response> {
    const { endpoint } = call;
    const { accountId, fingerprint } = identity;
    return this.#idempotency.serialize(accountId, key, async () => {
      const previous =
        fingerprint === null ? null : await this.#idempotency.find(accountId, key, fingerprint);
      if (previous) return await this.#replay(endpoint as NamedEndpoint, accountId, previous);
      try {
        return await this.#respond(call);
      } catch (error) {
        if (error instanceof Replay)
          return await this.#replay(endpoint as NamedEndpoint, accountId, error.response);
        throw error;
      }
    });
  }

  async #respond(call: Call<AnyEndpoint>): Promise<Reply | Response> {
    const { endpoint } = call;
    const result = await this.#handlers[endpoint.id as EndpointId](call);
    if (result instanceof Response) return result;
    if (result instanceof PreparedResponse) {
      if (result.slices !== null) {
        await yieldToEventLoop();
        await inSlices(result.slices);
      }
      return jsonReply(endpoint.status, result.json, result.headers);
    }
    return endpoint.status === 204
      ? { status: 204, body: null, headers: {} }
      : jsonReply(endpoint.status, JSON.stringify(result ?? null));
  }

  async #replay(endpoint: NamedEndpoint, accountId: string, response: SavedResponse): Promise<Reply> {
    const saved = await this.#restorers[endpoint.id]?.(accountId, response.body);
    const { json: body, headers } = saved ?? { json: response.body, headers: {} };
    const origin = this.#ctx.urls.origin();
    const text =
      endpoint.restrictUrls && response.origin !== origin
        ? body.replaceAll(`"${response.origin}/`, `"${origin}/`)
        : body;
    return jsonReply(response.status, text, { ...headers, 'idempotency-replayed': 'true' });
  }

  #call(
    { match: { endpoint, params }, request, requestId, caller }: RoutedRequest,
    identity: Identity,
    query: unknown,
    body: unknown,
  ): Call<AnyEndpoint> {
    return {
      endpoint,
      params,
      query,
      body,
      caller: caller ?? ANONYMOUS_CALLER,
      requestId,
      request,
      // Made on demand: an abort controller for every request would cost more than most of their work.
      get signal() {
        return request.signal;
      },
      async form(onFile, limits) {
        const read = await readForm(request, onFile, limits);
        await caller?.recheck();
        identity.fingerprint = fingerprintOf([...identity.fields, read.fingerprint]);
        if (endpoint.body) parseWith(endpoint.body, read.fields, 'body', endpoint);
        rejectUnstorable(read.fields, 'body');
        return read.fields;
      },
      commit: (effect, options) => this.#commit({ endpoint, identity, options }, effect),
    } as Call<AnyEndpoint>;
  }

  /** Runs an effect and saves its response under the key of the request, in one transaction. */
  #commit<T>(
    { endpoint, identity, options }: { endpoint: AnyEndpoint; identity: Identity; options?: CommitOptions },
    effect: () => Promise<T> | T,
  ): Promise<T> {
    const { accountId, key, fingerprint } = identity;
    if (key === null) return this.#commits.run(effect, options);
    if (fingerprint === null) throw new Error(`${endpoint.id} commits before it has read its form.`);
    return this.#commits.run(async () => {
      const previous = await this.#idempotency.find(accountId, key, fingerprint);
      if (previous) throw new Replay(previous);
      const result = await effect();
      await this.#idempotency.save(accountId, endpoint.id, key, fingerprint, {
        status: endpoint.status,
        body: result instanceof PreparedResponse ? result.saved : JSON.stringify(result ?? null),
        origin: this.#ctx.urls.origin(),
      });
      return result;
    }, options);
  }
}

/** The JSON body of a request, checked against its endpoint's row; undefined where there is none. */
async function readBody(endpoint: AnyEndpoint, request: Request): Promise<unknown> {
  if (!endpoint.body) return undefined;
  const raw = await readJson(request);
  rejectReservedNames(endpoint, raw);
  const body: unknown = await parseBody(endpoint.body, raw, endpoint);
  if (typeof body === 'object' && body !== null) rejectUnstorable(body, 'body');
  return body;
}

const queryOf = (url: URL): Record<string, string> =>
  url.search === '' ? {} : Object.fromEntries([...url.searchParams].filter(([name]) => name !== '__proto__'));
