import { setTimeout as wait } from 'node:timers/promises';
import { MODEL_SERVICES, type ModelServiceId } from '#shared/administration/model-services.ts';
import { backoffMs } from '#shared/http/backoff.ts';
import { retryAfterOf } from '#shared/http/retry-after.ts';
import { checkProviderAddress } from '#service/rules/provider-address.ts';
import { NodeFailure, type NodeExecution, type ProviderAccess } from '../../definition.ts';
import { fetchProviderFile, type FileLimits } from '../provider-file.ts';
import { localFailure, providerError } from '../provider-refusal.ts';
import { createWatch, readChunks, type ProviderLimits, type Watch } from '../provider-request.ts';
import { moderationFailure, outcomeFailure } from './job-outcome.ts';
import { POLL_LIMIT_MS, POLL_MS } from './polling.ts';

/**
 * The `fetch` that the packages of providers are given. It knows where a key may go, writes down the one request that
 * may cost before it leaves and what that was answered, asks on where asking is free, and ends what is too large, too
 * slow or no answer of a model. Its failures stand for whatever the packages make of them.
 */

export interface LibraryLimits extends ProviderLimits {
  /** Of files that lie ready at an address, and of questions how far a job is. */
  file: FileLimits;
}

export interface LibraryFetch {
  fetch: typeof globalThis.fetch;
  /** Fetches a file that an answer named, without the key unless its host is one that the key may go to. */
  fetchFile(address: string): Promise<Uint8Array>;
  /** What ended a request, in our words; null when none did. */
  failure(): NodeFailure | null;
  /** Whether a request that may cost has left, or was answered before. */
  hasCalled(): boolean;
}

type Calls = Pick<NodeExecution, 'signal' | 'beginCall' | 'noteJob' | 'job'>;

/** A stored answer, which a package is given again. */
interface StoredResponse {
  contentType: string;
  body: string;
}

/** Characters of an answer that is stored: a number of a job, addresses of files. Pictures themselves are not. */
const MAX_STORED = 65_536;
const RETRIED = new Set([408, 425, 429]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
/** How fal says that a job is not ready, with a status that means a wrong request elsewhere. */
const IN_PROGRESS = /"detail"\s*:\s*"Request is still in progress"/;
/** Refusals that say nothing of a job: a key that is no longer right, a limit, a server that was busy. */
const RETRYABLE = new Set([401, 402, 403, ...RETRIED]);

const serviceOf = ({ service = 'openai-compatible' }: ProviderAccess): ModelServiceId => service;

/** Whether the key of a provider may go to an address of its service, as it is written in the package. */
function isKeyAddress(provider: ProviderAccess, url: URL): boolean {
  if (url.origin === new URL(provider.baseUrl).origin) return true;
  const { baseUrl, keyHosts } = MODEL_SERVICES[serviceOf(provider)];
  if (baseUrl === null || url.protocol !== 'https:' || url.port !== '') return false;
  return url.origin === new URL(baseUrl).origin || keyHosts.some((host) => host.test(url.hostname));
}

/** Where a request goes: a service that a person has elsewhere is asked there, also by packages that know one address only. */
function targetOf(provider: ProviderAccess, url: URL): URL {
  const base = new URL(provider.baseUrl);
  const { baseUrl } = MODEL_SERVICES[serviceOf(provider)];
  const isCustomOrigin = baseUrl !== null && base.origin !== new URL(baseUrl).origin;
  return isCustomOrigin && url.origin !== base.origin ? new URL(url.pathname + url.search, base.origin) : url;
}

const stripKey = (url: URL): string => {
  const bare = new URL(url);
  bare.searchParams.delete('key');
  return bare.href;
};

/** @param limits for tests, which cannot wait for minutes. */
export function createLibraryFetch(
  provider: ProviderAccess,
  calls: Calls,
  limits: LibraryLimits,
): LibraryFetch {
  const requests = new LibraryRequests(provider, calls, limits);
  return {
    fetch: (input, init) => requests.fetch(input, init),
    fetchFile: (href) => requests.fetchFile(href),
    failure: () => requests.failure,
    hasCalled: () => requests.hasCalled,
  };
}

/** The requests of one execution. */
class LibraryRequests {
  readonly #provider: ProviderAccess;
  readonly #calls: Calls;
  readonly #limits: LibraryLimits;
  /** Whether the one request has left that may cost. */
  hasCalled = false;
  /** What ended the first request that failed. */
  failure: NodeFailure | null = null;

  constructor(provider: ProviderAccess, calls: Calls, limits: LibraryLimits) {
    this.#provider = provider;
    this.#calls = calls;
    this.#limits = limits;
  }

  async fetch(input: Request | URL | string, init: RequestInit = {}): Promise<Response> {
    try {
      const url = new URL(input instanceof Request ? input.url : String(input));
      const method = (init.method ?? 'GET').toUpperCase();
      if (method !== 'GET' && method !== 'HEAD') return await this.#submit(url, init);
      if (!isKeyAddress(this.#provider, url)) return asResponse(await this.#readFile(url));
      return await this.#read(url, Object.fromEntries(new Headers(init.headers)));
    } catch (error) {
      return this.#fail(error);
    }
  }

  async fetchFile(href: string): Promise<Uint8Array> {
    try {
      return await this.#readFile(new URL(href));
    } catch (error) {
      return this.#fail(error);
    }
  }

  #fail(error: unknown): never {
    if (error instanceof NodeFailure) this.failure ??= error;
    throw error;
  }

  async #readFile(url: URL): Promise<Uint8Array> {
    const provider = this.#provider;
    if (!isKeyAddress(provider, url))
      return await fetchProviderFile(provider, stripKey(url), this.#calls.signal, this.#limits.file);
    // Google gives its videos to nobody else.
    const headers = new Headers();
    if (provider.service === 'google') headers.set('x-goog-api-key', provider.key ?? '');
    const response = await this.#read(new URL(stripKey(url)), Object.fromEntries(headers));
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Asks where asking costs nothing: what may pass by itself is tried again. */
  async #read(url: URL, headers: Record<string, string>): Promise<Response> {
    const { file, longestRetryMs } = this.#limits;
    const { signal } = this.#calls;
    const deadline = performance.now() + POLL_LIMIT_MS;
    for (let attempt = 1; ; attempt += 1) {
      let delayMs: number | null = null;
      try {
        const { response, watch } = await this.#follow(url, headers);
        if (watch === null || response.ok)
          return watch === null ? response : await this.#check(response, watch);
        if (response.status < 500 && !RETRIED.has(response.status)) {
          await readJobError(this.#provider, response, watch, performance.now() > deadline);
          // At work still: the package for it would give up after a minute.
          attempt = 0;
          delayMs = POLL_MS;
        } else {
          delayMs = retryAfterOf(response.headers, Date.now());
          if (attempt >= file.attempts || (delayMs ?? 0) > longestRetryMs)
            throw transient(await providerError(this.#provider, response, watch));
          await watch.drop(response);
        }
      } catch (error) {
        // What was asked for goes on there, whatever becomes of a question about it.
        if (!(error instanceof NodeFailure)) throw error;
        if (error.isUnrecoverable || attempt >= file.attempts) throw transient(error);
      }
      await wait(delayMs ?? backoffMs(file.backoff, attempt, Math.random()), undefined, { signal });
    }
  }

  /** One GET along its redirects; who leaves the hosts of the key goes on as for a file, without it. */
  async #follow(
    first: URL,
    headers: Record<string, string>,
  ): Promise<{ response: Response; watch: Watch | null }> {
    const provider = this.#provider;
    let current = targetOf(provider, first);
    for (let redirects = 0; ; redirects += 1) {
      const watch = createWatch(provider, this.#calls.signal, this.#limits.file);
      const response = await watch.fetch(current.href, { method: 'GET', headers });
      const location = response.headers.get('location');
      if (!REDIRECTS.has(response.status) || location === null || redirects >= MAX_REDIRECTS)
        return { response, watch };
      await watch.drop(response);
      const next = new URL(location, current);
      if (!isKeyAddress(provider, next))
        return { response: asResponse(await this.#readFile(next)), watch: null };
      current = targetOf(provider, next);
    }
  }

  /** Sends the one request that may cost, or gives its stored answer once more. */
  async #submit(url: URL, init: RequestInit): Promise<Response> {
    const provider = this.#provider;
    const { signal, job, beginCall } = this.#calls;
    if (!isKeyAddress(provider, url)) {
      throw new NodeFailure(
        'PROVIDER_ADDRESS',
        `${provider.name} points to another address, and a key is not sent on.`,
      );
    }
    if (this.hasCalled)
      throw new NodeFailure('PROVIDER_BAD_ANSWER', `${provider.name} wants to be asked twice.`);
    this.hasCalled = true;
    if (job !== undefined) return replayResponse(provider, job);
    const address = checkProviderAddress(provider.baseUrl);
    if (!address.ok) throw localFailure('PROVIDER_ADDRESS', address.reason);
    const headers = new Headers(init.headers);
    const key = await beginCall?.();
    if (key !== undefined) headers.set('idempotency-key', key);
    const target = targetOf(provider, url);
    const { retries, longestRetryMs } = this.#limits;
    for (let attempt = 0; ; attempt += 1) {
      const watch = createWatch(provider, signal, this.#limits);
      const response = await watch.fetch(target.href, { ...init, headers });
      if (response.ok) return await this.#record(await this.#check(response, watch));
      if (response.status !== 429) throw await providerError(provider, response, watch);
      // Nothing was taken.
      const delayMs = retryAfterOf(response.headers, Date.now()) ?? 1000 * 2 ** attempt;
      if (attempt >= retries || delayMs > longestRetryMs)
        throw await providerError(provider, response, watch);
      await watch.drop(response);
      await wait(delayMs, undefined, { signal });
    }
  }

  /** An answer with limits on its size and times. A page for people is none. */
  async #check(response: Response, watch: Watch): Promise<Response> {
    const provider = this.#provider;
    const contentType = response.headers.get('content-type') ?? '';
    if (/\bhtml\b/i.test(contentType)) {
      await watch.drop(response);
      throw new NodeFailure(
        'PROVIDER_BAD_ANSWER',
        `${provider.name} answered with a web page. Check its address under Models.`,
      );
    }
    const chunks = readChunks(provider, response, watch, this.#limits.responseBytes);
    const init = { status: response.status, headers: { 'content-type': contentType } };
    if (!/json/i.test(contentType) || /event-stream/i.test(contentType))
      return new Response(
        streamOf(chunks, (error) => this.#fail(error)),
        init,
      );
    const chunkList: Uint8Array[] = [];
    for await (const chunk of chunks) chunkList.push(chunk);
    const text = Buffer.concat(chunkList).toString('utf8');
    const failure = outcomeFailure(provider, text);
    if (failure !== null) throw failure;
    return new Response(text, init);
  }

  /** Stores an answer before anything is done with it: a job has its number there. */
  async #record(response: Response): Promise<Response> {
    const contentType = response.headers.get('content-type') ?? '';
    const { noteJob } = this.#calls;
    if (noteJob === undefined || !/json/i.test(contentType)) return response;
    const body = await response.text();
    if (body.length <= MAX_STORED)
      await noteJob(JSON.stringify({ contentType, body } satisfies StoredResponse));
    return new Response(body, { status: response.status, headers: response.headers });
  }
}

const asResponse = (bytes: Uint8Array): Response =>
  new Response(Uint8Array.from(bytes), { headers: { 'content-type': 'application/octet-stream' } });

/** A question about a job that failed says nothing of the job. */
const transient = (error: unknown): unknown =>
  error instanceof NodeFailure
    ? new NodeFailure(error.code, error.message, { isUnrecoverable: error.isUnrecoverable })
    : error;

/** A refusal to a question about a job. Returns where it says that the job is at work still. @throws NodeFailure otherwise */
async function readJobError(
  provider: ProviderAccess,
  response: Response,
  watch: Watch,
  isOverdue: boolean,
): Promise<void> {
  const { status } = response;
  if (status !== 400) {
    const error = await providerError(provider, response, watch);
    throw error instanceof NodeFailure
      ? new NodeFailure(error.code, error.message, { isUnrecoverable: !RETRYABLE.has(status) })
      : error;
  }
  const chunkList: Uint8Array[] = [];
  for await (const chunk of readChunks(provider, response, watch, MAX_STORED)) chunkList.push(chunk);
  const isAtWork = IN_PROGRESS.test(Buffer.concat(chunkList).toString('utf8'));
  if (isAtWork && !isOverdue) return;
  if (isAtWork) throw new NodeFailure('PROVIDER_TIMED_OUT', `${provider.name} is still at work on it.`);
  throw new NodeFailure(
    'PROVIDER_FAILED',
    `${provider.name} could not do what was asked. Change the prompt.`,
    { isUnrecoverable: true },
  );
}

function replayResponse(provider: ProviderAccess, job: string): Response {
  const stored = JSON.parse(job) as Partial<StoredResponse>;
  if (typeof stored.body !== 'string') throw moderationFailure(provider);
  return new Response(stored.body, { headers: { 'content-type': stored.contentType ?? 'application/json' } });
}

/** Bytes as a stream; what ends them early is told by our own words. */
function streamOf(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  fail: (error: unknown) => never,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        try {
          fail(error);
        } catch (reason) {
          controller.error(reason);
        }
      }
    },
    async cancel() {
      await chunks.return();
    },
  });
}
