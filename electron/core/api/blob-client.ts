import { isIP } from 'node:net';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { UnreachableError } from '../desk-error.ts';
import { isLoopback } from '../connections/base-url.ts';
import { foreignAnswer, isPage, toUnreachable } from './network-problem.ts';
import { patientBody, startPatience, withBody } from './patient-body.ts';

/**
 * Moves bytes to and from signed URLs. It has no key to give away: the URL is the credential, and object stores answer
 * 400 to a signed URL that comes with a bearer. No redirects.
 */

const PRIVATE_V4 =
  /^(10\.|127\.|0\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;

/**
 * A service may name any https host for its bytes, but must not send us to addresses inside the person's network
 * that the person did not configure.
 * @throws UnreachableError `address`
 */
export function checkSignedUrl(text: string, baseUrl: string): URL {
  const refuse = () =>
    new UnreachableError(
      'address',
      'The service gave an address for the file that Patchbay does not trust. Tell whoever runs the service.',
    );
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refuse();
  }
  const base = new URL(baseUrl);
  if (url.origin === base.origin) return url;
  if (url.username || url.password) throw refuse();
  // A service on this computer may keep its bytes in another process on this computer.
  if (isLoopback(base) && isLoopback(url) && /^https?:$/.test(url.protocol)) return url;
  if (url.protocol !== 'https:') throw refuse();
  // A final dot names the same host.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === base.hostname) return url;
  if (host === 'localhost' || host.endsWith('.localhost')) throw refuse();
  if (isIP(host) === 4 && PRIVATE_V4.test(host)) throw refuse();
  if (isIP(host) === 6 && /^(::1?$|::ffff:|64:ff9b:|f[cd]|fe[89ab])/i.test(host)) throw refuse();
  return url;
}

export interface PutAnswer {
  status: number;
  etag: string | null;
  retryAfter: string | null;
}

/** Headers that would change how the request itself is framed or who it seems to come from. */
const NEVER_SENT = new Set(['authorization', 'cookie', 'host', 'connection', 'transfer-encoding']);

const signedHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NEVER_SENT.has(name.toLowerCase())));

export class BlobClient {
  readonly #patience: number;

  /** @param patience milliseconds without a byte until a connection counts as dead. */
  constructor(patience = 60_000) {
    this.#patience = patience;
  }

  /**
   * Sends `size` bytes of a stream, holding only what is on its way.
   * @param onSent called with the number of bytes handed to the network since the last call.
   * @returns the answer; its body is read and dropped. @throws UnreachableError
   */
  async put(
    target: { url: URL; method: string; headers: Record<string, string> },
    body: Readable,
    size: number,
    options: { signal: AbortSignal; onSent: (bytes: number) => void },
  ): Promise<PutAnswer> {
    const send = target.url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = send(target.url, {
      method: target.method,
      headers: { ...signedHeaders(target.headers), 'content-length': String(size) },
      signal: options.signal,
    });
    outgoing.setTimeout(this.#patience, () => {
      outgoing.destroy(Object.assign(new Error('socket idle'), { code: 'ETIMEDOUT' }));
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve);
      outgoing.once('error', reject);
    });
    // A server may refuse before the body is through; its answer counts then, not the broken pipe.
    const sent = pipeline(
      body,
      async function* count(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          yield chunk;
          options.onSent(chunk.byteLength);
        }
      },
      outgoing,
    );
    try {
      const [answer] = await Promise.all([answered, sent.catch(() => answered)]);
      answer.resume();
      const status = answer.statusCode ?? 0;
      // Taken for the store's word, a page would pass for bytes that have arrived.
      if (status >= 200 && status < 300 && isPage(answer.headers['content-type'])) {
        throw foreignAnswer(target.url);
      }
      return {
        status,
        etag: typeof answer.headers.etag === 'string' ? answer.headers.etag : null,
        retryAfter: answer.headers['retry-after'] ?? null,
      };
    } catch (error) {
      if (options.signal.aborted) throw new DOMException('The upload was canceled.', 'AbortError');
      throw toUnreachable(error, target.url);
    } finally {
      body.destroy();
    }
  }

  /**
   * Fetches bytes, or a part of them.
   * @param options.range value of the `Range` header. @throws UnreachableError
   */
  async get(
    url: URL,
    options: { range?: string | null; signal?: AbortSignal | undefined } = {},
  ): Promise<Response> {
    const idle = new AbortController();
    const patience = startPatience(this.#patience, idle);
    try {
      const answer = await fetch(url, {
        headers: {
          // Byte positions must be those of the file itself.
          'accept-encoding': 'identity',
          ...(options.range ? { range: options.range } : {}),
        },
        redirect: 'error',
        signal: options.signal ? AbortSignal.any([options.signal, idle.signal]) : idle.signal,
      });
      if (answer.body === null) patience.stop();
      return answer.body === null ? answer : withBody(answer, patientBody(answer.body, patience));
    } catch (error) {
      patience.stop();
      if (options.signal?.aborted) throw new DOMException('The request was canceled.', 'AbortError');
      throw toUnreachable(error, url);
    }
  }
}
