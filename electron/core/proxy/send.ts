import { randomUUID } from 'node:crypto';
import { API_PREFIX, buildPath } from '#shared/api/index.ts';
import type { ApiClient } from '../api/api-client.ts';
import { expectedOf, SCHEMA_RESPONSE } from '../api/read-response.ts';
import { believedRetryAfter } from '../api/retry.ts';
import type { DeskError } from '../desk-error.ts';
import { checkContentLength, limitBody, readBody } from '../http/read-body.ts';
import type { AllowedCall } from './allow.ts';

/** Second stage of the proxy: the request to the service, and the headers that go back to the page. */

const BODY_LIMIT = 64 * 1024 * 1024;
/** Forms carry files and stream through: as much as the local service takes, and the form around it. */
const FORM_LIMIT = 4 * 1024 ** 3 + 1024 ** 2;

const REQUEST_HEADERS = ['accept', 'content-type', 'idempotency-key', 'last-event-id', 'prefer'];
const RESPONSE_HEADERS = [
  'content-type',
  'content-disposition',
  'cache-control',
  'etag',
  'last-modified',
  'preference-applied',
  'x-request-id',
];

export interface PageBody {
  /** Bytes of a JSON body, a form as a stream, or null. */
  content: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  /** Why a form was cut off on its way; null when it was not. */
  exceeded: () => DeskError | null;
}

/** The body of a page's request. @throws DeskError 413 */
export async function readPageBody({ request, match }: AllowedCall): Promise<PageBody> {
  const bodyKind = match?.endpoint.bodyKind ?? 'none';
  const notExceeded = () => null;
  if (bodyKind === 'none') return { content: null, exceeded: notExceeded };
  if (bodyKind !== 'multipart')
    return { content: await readBody(request, BODY_LIMIT), exceeded: notExceeded };
  checkContentLength(request, FORM_LIMIT);
  if (!request.body) return { content: null, exceeded: notExceeded };
  const { stream, exceeded } = limitBody(request.body, FORM_LIMIT);
  return { content: stream, exceeded };
}

/**
 * Sends the request with the connection's key.
 * @param timeoutMs until the response must have begun; undefined for the client's own limit.
 * @throws UnreachableError, DeskError
 */
export async function sendToService(
  client: ApiClient,
  { request, match, query }: AllowedCall,
  body: PageBody,
  timeoutMs: number | undefined,
): Promise<Response> {
  const endpoint = match?.endpoint ?? null;
  const headers = pick(request.headers, REQUEST_HEADERS);
  const isKeyed = endpoint?.idempotent === true && headers.has('idempotency-key');
  const isFileWork = endpoint?.bodyKind === 'multipart' || endpoint?.responseKind === 'zip';
  const limit = timeoutMs ?? (isFileWork ? null : undefined);
  try {
    return await client.send({
      method: request.method,
      path: match
        ? `${API_PREFIX}${buildPath(match.endpoint.path, match.params)}${query}`
        : `${API_PREFIX}/openapi.json`,
      headers: Object.fromEntries(headers),
      body: body.content,
      signal: request.signal,
      requestId: request.headers.get('x-request-id') ?? randomUUID(),
      repeatable: request.method === 'GET' || isKeyed,
      expectation: endpoint === null ? SCHEMA_RESPONSE : expectedOf(endpoint),
      ...(limit === undefined ? {} : { timeoutMs: limit }),
    });
  } catch (error) {
    // What the network says of a body that we cut off ourselves helps nobody.
    throw body.exceeded() ?? error;
  }
}

/** The headers that a page gets of a service's response. @param timestamp milliseconds since the epoch. */
export function pageHeaders(response: Response, timestamp: number): Headers {
  const headers = pick(response.headers, RESPONSE_HEADERS);
  const retryAfter = believedRetryAfter(response.headers, timestamp);
  // In one unit, and only where it can be meant: the page does as it says.
  if (retryAfter !== null) headers.set('retry-after', String(Math.ceil(retryAfter / 1000)));
  // What was compressed on the way has another length here.
  const length = response.headers.get('content-encoding') ? null : response.headers.get('content-length');
  if (length !== null) headers.set('content-length', length);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  headers.set('x-content-type-options', 'nosniff');
  return headers;
}

function pick(from: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = from.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked;
}
