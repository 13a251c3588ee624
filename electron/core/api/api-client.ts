import { randomUUID } from 'node:crypto';
import {
  API_PREFIX,
  createApiClient,
  REJECTION_LIMITS,
  type ApiClient as ApiCaller,
  type ApiRequest,
} from '#shared/api/index.ts';
import { ADMINISTRATION_PREFIX } from '#shared/administration/index.ts';
import type { Clock, CoreLog } from '../options.ts';
import { DeskError, UnreachableError } from '../desk-error.ts';
import { createKeyBlanker } from './blank-key.ts';
import { foreignResponse, isPage, toUnreachable } from './network-problem.ts';
import {
  bodyWithTimeout,
  limitedBody,
  MIN_FILE_PROGRESS_BYTES,
  startTimeout,
  type RefreshableTimeout,
} from './body-timeout.ts';
import {
  expectedOf,
  isFullRead,
  limitedEvents,
  NotJsonError,
  readResponse,
  type ExpectedResponse,
} from './read-response.ts';
import { withRetries } from './retry.ts';

/** Where a connection's requests go, and the key they carry. */
export interface ApiTarget {
  baseUrl: string;
  key: string;
}

export interface OutgoingRequest {
  method: string;
  /** `/api/v1/...` with the query, or a path below `/administration/v1/team`. */
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | string | ReadableStream<Uint8Array> | null;
  signal?: AbortSignal | undefined;
  requestId?: string;
  /** Whether sending it twice does what sending it once does. A stream body is never repeated. */
  repeatable: boolean;
  /** Milliseconds until the response must have begun, and between two pieces of it; null: long enough for work on a file. */
  timeoutMs?: number | null;
  /** What is expected; without it, bytes that nobody reads further than a refusal is long. */
  expectation?: ExpectedResponse;
}

/** What a key of an account opens beside the API. */
const TEAM_PREFIX = `${ADMINISTRATION_PREFIX}/team`;

const ANY_RESPONSE: ExpectedResponse = { kind: 'image', limits: REJECTION_LIMITS };

const RESPONSE_TIMEOUT_MS = 60_000;
/** So many times as long, a service may work on a file before it answers. */
const SLOW_WORK = 10;
/** So many times as long, a response may take that is read whole. */
const COMPLETE_WITHIN = 5;

/** Passes bytes on and tells of each piece. */
const whilePassing = (onChunk: () => void): TransformStream<Uint8Array, Uint8Array> =>
  new TransformStream({
    transform(chunk, controller) {
      onChunk();
      controller.enqueue(chunk);
    },
  });

/**
 * Speaks to one connection's service with its key. Pinned to that origin: it builds every URL itself and follows no
 * redirect, so the key cannot leave. Signed URLs go through BlobClient, which has no key.
 */
export class ApiClient {
  /** Typed calls by endpoint row; rejects with ApiError for a refusal and UnreachableError for the network. */
  readonly call: ApiCaller;
  readonly #target: (signal?: AbortSignal) => Promise<ApiTarget>;
  readonly #clock: Clock;
  readonly #log: CoreLog;
  readonly #onStatus: (status: number) => void;
  readonly #onResponse: () => void;
  readonly #onUnreachable: () => void;
  readonly #onForeignResponse: () => void;
  readonly #renewKey: ((rejected: string) => Promise<boolean>) | null;
  readonly #timeoutMs: number;

  /**
   * @param options.target asked at each attempt, so that a retry finds a service that came back on another port.
   * @param options.onStatus called the status of each response.
   * @param options.onResponse called when the service itself answered: not a gateway, nor the page of a captive portal. An
   *   response that is read whole counts once all of it was there and could be read.
   * @param options.onUnreachable called when a request was given up without a response.
   * @param options.onForeignResponse called when something answered, but not with this API or not as it may.
   * @param options.renewKey for a service that we can make keys of: true when there is another key than the refused one.
   */
  constructor(options: {
    target: (signal?: AbortSignal) => Promise<ApiTarget>;
    clock: Clock;
    log: CoreLog;
    onStatus?: (status: number) => void;
    onResponse?: () => void;
    onUnreachable?: () => void;
    onForeignResponse?: () => void;
    renewKey?: (rejected: string) => Promise<boolean>;
    responseTimeoutMs?: number | undefined;
  }) {
    this.#target = options.target;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#onStatus = options.onStatus ?? (() => {});
    this.#onResponse = options.onResponse ?? (() => {});
    this.#onUnreachable = options.onUnreachable ?? (() => {});
    this.#onForeignResponse = options.onForeignResponse ?? (() => {});
    this.#renewKey = options.renewKey ?? null;
    this.#timeoutMs = options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS;
    this.call = createApiClient((request) => this.#sendCall(request));
  }

  /** Milliseconds since the epoch, as the client counts its waits. */
  clock(): number {
    return this.#clock.now();
  }

  #sendCall(request: ApiRequest): Promise<Response> {
    return this.send({
      method: request.method,
      path: request.path,
      headers: request.headers,
      body: request.body,
      signal: request.signal instanceof AbortSignal ? request.signal : undefined,
      expectation: expectedOf(request.endpoint),
      repeatable:
        request.method === 'GET' ||
        request.endpoint.repeatable ||
        (request.endpoint.idempotent && 'idempotency-key' in request.headers),
    });
  }

  /** Sends one request under the retry rules. @returns the service's response, whatever its status. */
  async send(request: OutgoingRequest): Promise<Response> {
    const requestId = request.requestId ?? randomUUID();
    const isStream = request.body instanceof ReadableStream;
    try {
      return await withRetries(
        this.#clock,
        request.repeatable && !isStream,
        (attempt) => this.#attempt(request, requestId, attempt),
        request.signal,
        this.#timeoutMs,
      );
    } catch (error) {
      if (isForeignResponse(error)) this.#onForeignResponse();
      else if (isUnavailable(error)) this.#onUnreachable();
      throw error;
    }
  }

  async #attempt(request: OutgoingRequest, requestId: string, attempt: number): Promise<Response> {
    const target = await this.#target(request.signal);
    const response = await this.#dispatch(request, target, requestId, attempt);
    // A refused key did nothing, so even a write may go again; a body that streamed by is gone.
    if (response.status !== 401 || request.body instanceof ReadableStream) return response;
    if (!(await this.#renewKey?.(target.key))) return response;
    await response.body?.cancel();
    return this.#dispatch(request, await this.#target(request.signal), requestId, attempt);
  }

  async #dispatch(
    request: OutgoingRequest,
    target: ApiTarget,
    requestId: string,
    attempt: number,
  ): Promise<Response> {
    const url = targetUrl(target.baseUrl, request.path);
    const controller = new AbortController();
    const passOn = () => controller.abort(request.signal?.reason);
    if (request.signal?.aborted) passOn();
    request.signal?.addEventListener('abort', passOn, { once: true });
    const { timeoutMs = this.#timeoutMs } = request;
    // A service may work for long on what it was sent, though not for ever.
    const bounds = timeoutMs === null ? SLOW_WORK * this.#timeoutMs : Math.min(timeoutMs, this.#timeoutMs);
    let timeout = startTimeout(bounds, controller);
    const started = this.#clock.now();
    let isStream = false;
    let full: RefreshableTimeout | null = null;
    try {
      const response = await fetch(url, {
        method: request.method,
        headers: {
          ...request.headers,
          authorization: `Bearer ${target.key}`,
          'x-request-id': requestId,
        },
        body:
          request.body instanceof ReadableStream
            ? request.body.pipeThrough(whilePassing(() => timeout.refresh()))
            : (request.body ?? null),
        redirect: 'error',
        signal: controller.signal,
        ...(request.body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
      });
      timeout.stop();
      // What has begun to come does not stop for so long.
      timeout = startTimeout(Math.min(bounds, this.#timeoutMs), controller);
      const { expectation = ANY_RESPONSE } = request;
      const isComplete = isFullRead(expectation);
      if (isComplete && isForeign(response)) {
        await response.body?.cancel();
        throw foreignResponse(url);
      }
      this.#onStatus(response.status);
      const { status } = response;
      const ms = this.#clock.now() - started;
      this.#log.debug({ requestId, method: request.method, status, attempt, ms }, 'service answered');
      const blanker = createKeyBlanker(target.key);
      const headers = new Headers([...response.headers].map(([name, value]) => [name, blanker.text(value)]));
      const noteResponse = () => {
        if (isOfService(response)) this.#onResponse();
      };
      if (response.body === null) {
        noteResponse();
        return new Response(null, { status, headers });
      }
      const body = blanker.stream(response.body);
      // What was decompressed or blanked has another length.
      headers.delete('content-encoding');
      headers.delete('content-length');
      if (isComplete) {
        const isSuccess = response.ok;
        // Something comes all the while, but never all of it.
        full = startTimeout(COMPLETE_WITHIN * this.#timeoutMs, controller);
        const read = await readResponse(body, expectation, { isSuccess, onChunk: () => timeout.refresh() });
        noteResponse();
        headers.set('content-length', String(read.size));
        return new Response(read.stream, { status, headers });
      }
      isStream = true;
      return new Response(passingBody(body, expectation, response, timeout), { status, headers });
    } catch (error) {
      if (request.signal?.aborted) throw abortError(request.signal);
      const failure = error instanceof NotJsonError ? foreignResponse(url) : toUnreachable(error, url);
      this.#log.info(
        { requestId, method: request.method, host: url.host, attempt, name: failure.name },
        'no response',
      );
      throw failure;
    } finally {
      full?.stop();
      if (!isStream) timeout.stop();
    }
  }
}

/** The service cannot be spoken to now, whichever part of the way is missing. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DeskError && (error.code === 'UNREACHABLE' || error.code === 'LOCAL_SERVICE_DOWN');

/** Something answered, and it was not this API, or more than the API can answer. */
const isForeignResponse = (error: unknown): boolean =>
  error instanceof UnreachableError
    ? error.problem === 'not-this-api'
    : error instanceof DeskError && error.code === 'BAD_RESPONSE';

/** Gateways say 502 to 504 for a service that is away; what else stands in the way speaks HTML. */
export const isOfService = (response: Response): boolean =>
  (response.status < 502 || response.status > 504) && !isPage(response.headers.get('content-type'));

/** Pages of gateways and sign-in portals in the place of the API's JSON. A status that says enough by itself passes. */
function isForeign(response: Response): boolean {
  const speaksFor = response.ok || [401, 403, 404, 407, 409, 410, 511].includes(response.status);
  return speaksFor && isPage(response.headers.get('content-type'));
}

/** Bytes that pass, up to what may be had of them. */
function limitedResponse(
  body: ReadableStream<Uint8Array>,
  { kind, limits }: ExpectedResponse,
  { ok }: Response,
): ReadableStream<Uint8Array> {
  if (!ok) return limitedBody(body, REJECTION_LIMITS.bytes);
  return kind === 'event-stream' ? limitedEvents(body, limits.bytes) : limitedBody(body, limits.bytes);
}

/** The same while it passes, as long as enough comes. */
function passingBody(
  body: ReadableStream<Uint8Array>,
  expectation: ExpectedResponse,
  response: Response,
  timeout: RefreshableTimeout,
): ReadableStream<Uint8Array> {
  const isEvents = response.ok && expectation.kind === 'event-stream';
  const limited = limitedResponse(body, expectation, response);
  return bodyWithTimeout(limited, timeout, isEvents ? 1 : MIN_FILE_PROGRESS_BYTES);
}

const abortError = (signal: AbortSignal): Error =>
  signal.reason instanceof Error && signal.reason.name === 'AbortError'
    ? signal.reason
    : new DOMException('The request was canceled.', 'AbortError');

/**
 * Joins base and path, and makes sure that nothing in the path left the API's own folder.
 * @throws DeskError `NOT_ALLOWED`.
 */
function targetUrl(baseUrl: string, path: string): URL {
  const base = new URL(baseUrl);
  const url = new URL(`${baseUrl}${path}`);
  const folder = base.pathname.replace(/\/$/, '');
  const isInside = [API_PREFIX, TEAM_PREFIX].some((prefix) => url.pathname.startsWith(`${folder}${prefix}/`));
  if (url.origin !== base.origin || !isInside) {
    throw new DeskError('NOT_ALLOWED', 'This address is not part of the API.');
  }
  return url;
}
