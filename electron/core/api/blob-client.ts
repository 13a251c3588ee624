import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UnreachableError } from '../desk-error.ts';
import { decoded } from './content-encoding.ts';
import { foreignResponse, isPage, problemSentence, toUnreachable } from './network-problem.ts';
import {
  bodyWithTimeout,
  limitedBody,
  MIN_FILE_PROGRESS_BYTES,
  startTimeout,
  type RefreshableTimeout,
} from './body-timeout.ts';
import { publicOnlyLookup, type Resolve } from './private-address.ts';
import type { SignedAddress } from './signed-address.ts';
import { webStreamOf } from '../web-stream.ts';

/**
 * Moves bytes to and from signed URLs. It has no key to give away: the URL is the credential, and object stores answer
 * 400 to a signed URL that comes with a bearer. No redirects.
 */

export interface UploadResponse {
  status: number;
  etag: string | null;
  retryAfter: string | null;
}

export interface BlobTarget extends SignedAddress {
  method: 'PUT' | 'POST';
  headers: Record<string, string>;
}

/** What a store says of the bytes it gives; nothing else of its head goes any further. */
const RESPONSE_HEADERS = ['content-type', 'content-length', 'content-range', 'etag'] as const;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** So many times as long as a response may take to begin, a small one may take to end. */
const FULL_BODY_TIMEOUT_FACTOR = 5;
/** Of a body on its way, so many bytes are held while nobody reads. */
const BUFFER_BYTES = 256 * 1024;

type Agents = Record<'http:' | 'https:', HttpAgent>;

function agents(options: { lookup?: ReturnType<typeof publicOnlyLookup> }): Agents {
  // A pool for each reach: a connection that was made for one service must not serve what another may not reach.
  const shared = { keepAlive: true, timeout: 30_000, ...options };
  return { 'http:': new HttpAgent(shared), 'https:': new HttpsAgent(shared) };
}

export class BlobClient {
  readonly #timeoutMs: number;
  readonly #agents: Record<SignedAddress['reach'], Agents>;

  /**
   * @param timeoutMs milliseconds without a byte until a connection counts as dead.
   * @param resolve finds the addresses of hosts that a service chose; the system's unless a test has its own.
   */
  constructor(timeoutMs = 60_000, resolve?: Resolve) {
    this.#timeoutMs = timeoutMs;
    this.#agents = { configured: agents({}), public: agents({ lookup: publicOnlyLookup(resolve) }) };
  }

  /** Ends connections that are kept for the next request. */
  close(): void {
    for (const pool of Object.values(this.#agents)) for (const agent of Object.values(pool)) agent.destroy();
  }

  #request(
    { url, reach }: SignedAddress,
    options: { method: string; headers: Record<string, string>; signal: AbortSignal },
  ) {
    const isSecure = url.protocol === 'https:';
    const agent = this.#agents[reach][isSecure ? 'https:' : 'http:'];
    return (isSecure ? httpsRequest : httpRequest)(url, { ...options, agent });
  }

  /**
   * Sends `size` bytes of a stream, holding only what is on its way.
   * @param onProgress called with the number of bytes handed to the network since the last call.
   * @returns the response; its body is read and dropped. @throws UnreachableError
   */
  async put(
    target: BlobTarget,
    body: Readable,
    size: number,
    options: { signal: AbortSignal; onProgress: (bytes: number) => void },
  ): Promise<UploadResponse> {
    const outgoing = this.#request(target, {
      method: target.method,
      headers: { ...target.headers, 'content-length': String(size) },
      signal: options.signal,
    });
    outgoing.setTimeout(this.#timeoutMs, () => {
      outgoing.destroy(timedOut());
    });
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve);
      outgoing.on('error', reject);
    });
    // A server may refuse before the body is through; its response counts then, not the broken pipe.
    const bodyPipeline = pipeline(
      body,
      async function* count(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          yield chunk;
          options.onProgress(chunk.byteLength);
        }
      },
      outgoing,
    );
    // Bytes of a head that come one by one keep the socket busy for ever.
    const idle = new AbortController();
    let stopTimeout = () => {};
    idle.signal.addEventListener('abort', () => outgoing.destroy(timedOut()));
    try {
      const waited = async () => {
        await bodyPipeline.catch(() => {});
        stopTimeout = startTimeout(this.#timeoutMs, idle).stop;
        return responded;
      };
      const [response] = await Promise.all([responded, waited()]);
      drop(response);
      const status = response.statusCode ?? 0;
      // Taken for the store's word, a page would pass for bytes that have arrived.
      if (status >= 200 && status < 300 && isPage(response.headers['content-type'])) {
        throw foreignResponse(target.url);
      }
      return {
        status,
        etag: typeof response.headers.etag === 'string' ? response.headers.etag : null,
        retryAfter: response.headers['retry-after'] ?? null,
      };
    } catch (error) {
      if (options.signal.aborted) throw new DOMException('The upload was canceled.', 'AbortError');
      throw toUnreachable(error, target.url);
    } finally {
      stopTimeout();
      body.destroy();
    }
  }

  /**
   * Fetches bytes, or a part of them.
   * @param options.range value of the `Range` header.
   * @param options.maxBytes the body fails at one more, counted after decompression.
   * @param options.isSmall the whole body is there soon, as that of a thumbnail; one of which no record says how long it
   *   is could come slowly for ever. @throws UnreachableError
   */
  async get(
    address: SignedAddress,
    options: {
      maxBytes: number;
      range?: string | null;
      isSmall?: boolean;
      signal?: AbortSignal | undefined;
    },
  ): Promise<Response> {
    const { url } = address;
    const idle = new AbortController();
    const timeout = combineTimeouts(
      startTimeout(this.#timeoutMs, idle),
      startTimeout(options.isSmall === true ? FULL_BODY_TIMEOUT_FACTOR * this.#timeoutMs : null, idle),
    );
    const signal = options.signal ? AbortSignal.any([options.signal, idle.signal]) : idle.signal;
    const failure = (error: unknown): unknown => {
      if (options.signal?.aborted) return new DOMException('The request was canceled.', 'AbortError');
      return toUnreachable(idle.signal.aborted ? idle.signal.reason : error, url);
    };
    try {
      const response = await this.#begin(address, options.range ?? null, signal);
      const status = response.statusCode ?? 0;
      if (REDIRECTS.has(status)) {
        response.destroy();
        throw new UnreachableError('redirected', problemSentence('redirected', url.host));
      }
      const headers = new Headers();
      for (const name of RESPONSE_HEADERS) {
        const value = response.headers[name];
        if (value !== undefined) headers.set(name, value);
      }
      if (status === 204 || status === 304) {
        response.resume();
        timeout.stop();
        return new Response(null, { status, headers });
      }
      const bytes = decoded(response);
      if (bytes !== response) headers.delete('content-length');
      const body = webStreamOf(bytes, BUFFER_BYTES);
      const limited = limitedBody(body, options.maxBytes, Number(headers.get('content-length') ?? 0));
      return new Response(bodyWithTimeout(limited, timeout, MIN_FILE_PROGRESS_BYTES, failure), {
        status,
        headers,
      });
    } catch (error) {
      timeout.stop();
      throw failure(error);
    }
  }

  /** The head of a response. A kept-alive connection that the server has closed meanwhile is tried anew. */
  async #begin(address: SignedAddress, range: string | null, signal: AbortSignal): Promise<IncomingMessage> {
    for (;;) {
      const outgoing = this.#request(address, {
        method: 'GET',
        headers: {
          // Byte positions must be those of the file itself.
          'accept-encoding': 'identity',
          ...(range === null ? {} : { range }),
        },
        signal,
      });
      try {
        return await new Promise<IncomingMessage>((resolve, reject) => {
          outgoing.once('response', resolve);
          outgoing.on('error', reject);
          outgoing.end();
        });
      } catch (error) {
        const isStale = outgoing.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
        if (!isStale || signal.aborted) throw error;
      }
    }
  }
}

/** The first begins anew with what comes, the second does not. */
const combineTimeouts = (idle: RefreshableTimeout, total: RefreshableTimeout): RefreshableTimeout => ({
  refresh: idle.refresh,
  stop() {
    idle.stop();
    total.stop();
  },
});

const timedOut = (): Error => Object.assign(new Error('No response in time.'), { code: 'ETIMEDOUT' });

/** Bytes of a response that nobody needs; more than these are not waited for. */
const DROPPED_BYTES = 64 * 1024;

function drop(response: IncomingMessage): void {
  let size = 0;
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > DROPPED_BYTES) response.destroy();
  });
}
