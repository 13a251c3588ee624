import { randomUUID } from 'node:crypto';
import { API_PREFIX, buildPath, endpoints, matchEndpoint, type EndpointMatch } from '#shared/api/index.ts';
import { acceptCachedHeader } from '#shared/desk/index.ts';
import { documentPath } from '../response-cache/document-cache.ts';
import type { OfflineResponses } from '../response-cache/offline-responses.ts';
import { DeskError } from '../desk-error.ts';
import { checkAnnouncedSize, limitBody, readBody } from '../http/read-body.ts';
import { isAway, isOfService, type ApiClient } from '../api/api-client.ts';
import type { ProxyObserver } from '../api/proxy-observer.ts';
import { expectationOf, SCHEMA_ANSWER } from '../api/read-response.ts';
import { askedWait } from '../api/retry.ts';

/** `/api/{connectionId}/v1/...` → the connection's service, by the endpoint table. */

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

/** Milliseconds that a page waits for the service when what was known last can be shown instead. */
const KNOWN_AFTER_MS = 8_000;

/**
 * Answers one page request with the service's answer.
 * @param path `/v1/...` as it came, still percent-encoded.
 * @param formLimit bytes of a multipart form, which passes through without being held.
 * @throws DeskError `NOT_ALLOWED` for what is not in the endpoint table.
 */
export async function proxyApiRequest(
  client: ApiClient,
  connectionId: string,
  path: string,
  request: Request,
  observer: ProxyObserver,
  offline: OfflineResponses,
  formLimit = FORM_LIMIT,
): Promise<Response> {
  const url = new URL(request.url);
  const match = matchAllowed(request.method, path);
  const endpoint = match?.endpoint ?? null;
  const headers: Record<string, string> = {};
  for (const name of REQUEST_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const hasBody = endpoint !== null && endpoint.bodyKind !== 'none';
  const isForm = endpoint?.bodyKind === 'multipart';
  if (isForm) checkAnnouncedSize(request, formLimit);
  const form = isForm && request.body ? limitBody(request.body, formLimit) : null;
  const body = !hasBody || (isForm && !form) ? null : (form?.stream ?? (await readBody(request, BODY_LIMIT)));
  const keptPath = offline.covers(request.method, match) ? `${path}${url.search}` : null;
  const orKnown = (): Response | null =>
    keptPath !== null && request.headers.has(acceptCachedHeader)
      ? offline.answer(connectionId, match, keptPath)
      : null;
  // Looked for already, the service is not waited for again by every page.
  const known = offline.isOffline(connectionId) ? orKnown() : null;
  if (known) return known;
  const isQuick =
    keptPath !== null && request.headers.has(acceptCachedHeader) && offline.has(connectionId, keptPath);
  const keyed = endpoint?.idempotent === true && 'idempotency-key' in headers;

  const sending = client.send({
    method: request.method,
    path: match
      ? `${API_PREFIX}${buildPath(match.endpoint.path, match.params)}${url.search}`
      : `${API_PREFIX}/openapi.json`,
    headers,
    body,
    signal: request.signal,
    requestId: request.headers.get('x-request-id') ?? randomUUID(),
    repeatable: request.method === 'GET' || keyed,
    answer: endpoint === null ? SCHEMA_ANSWER : expectationOf(endpoint),
    ...(isForm || endpoint?.responseKind === 'zip' ? { timeoutMs: null } : {}),
    ...(isQuick ? { timeoutMs: KNOWN_AFTER_MS } : {}),
  });
  let answer: Response;
  try {
    answer = await sending;
  } catch (error) {
    const instead = isAway(error) ? orKnown() : null;
    if (instead) return instead;
    // What the network says of a body that we cut ourselves is no news to anybody.
    throw form?.exceeded() ?? error;
  }
  if (!isOfService(answer)) {
    const instead = orKnown();
    if (instead) {
      await answer.body?.cancel();
      return instead;
    }
  }

  const outgoing = new Headers();
  for (const name of RESPONSE_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) outgoing.set(name, value);
  }
  const retryAfter = askedWait(answer.headers, client.now());
  // In one unit, and only where it can be meant: the page does as it says.
  if (retryAfter !== null) outgoing.set('retry-after', String(Math.ceil(retryAfter / 1000)));
  // What was compressed on the way has another length here.
  const length = answer.headers.get('content-encoding') ? null : answer.headers.get('content-length');
  if (length !== null) outgoing.set('content-length', length);
  if (!outgoing.has('cache-control')) outgoing.set('cache-control', 'no-store');
  outgoing.set('x-content-type-options', 'nosniff');
  const init = { status: answer.status, headers: outgoing };

  if (match && answer.ok && endpoint?.responseKind === 'event-stream' && answer.body) {
    observer.streamOpened?.(connectionId, match);
    return new Response(
      notingEnd(answer.body, (whole) => observer.streamEnded(connectionId, match, whole)),
      init,
    );
  }
  if (keptPath !== null && (answer.status === 404 || answer.status === 410)) {
    offline.forget(connectionId, path);
  }
  const isJson = (answer.headers.get('content-type') ?? '').includes('json');
  const kept = keptBy(match, keptPath);
  const through =
    kept && answer.status === 200 && isJson && answer.body
      ? offline.caching(connectionId, kept.match, kept.path, answer.body)
      : answer.body;

  if (match && endpoint?.responseKind !== 'event-stream' && observer.wants(match.endpoint)) {
    const text = await new Response(through).text();
    observer.answered(connectionId, match, {
      status: answer.status,
      body: once(() => parseJson(text)),
      sent: once(() => (body instanceof Uint8Array ? parseJson(new TextDecoder().decode(body)) : null)),
      header: (name) => request.headers.get(name),
      minimal: answer.headers.get('preference-applied') === 'return=minimal',
    });
    outgoing.delete('content-length');
    return new Response(text === '' ? null : text, init);
  }
  const isEmpty = answer.status === 204 || answer.status === 304;
  return new Response(isEmpty ? null : through, init);
}

/** Under what an answer is kept: a replaced document is answered with the document as it can be read from then on. */
function keptBy(
  match: EndpointMatch | null,
  keptPath: string | null,
): { match: EndpointMatch | null; path: string } | null {
  if (keptPath !== null) return { match, path: keptPath };
  if (match?.endpoint.subject !== 'document' || match.endpoint.method !== 'PUT') return null;
  const read = { endpoint: endpoints.projects.getDocument, params: match.params };
  return { match: read, path: documentPath(match.params['project_id'] ?? '') };
}

/** The row a request may go to; null for the schema, which is let through beside the table. */
function matchAllowed(method: string, path: string): EndpointMatch | null {
  const below = path.replace(/^\/v1/, '');
  if (method === 'GET' && below === '/openapi.json') return null;
  const result = matchEndpoint(method, below);
  if (!result.found) {
    const known = result.allowed.length > 0;
    throw new DeskError(
      'NOT_ALLOWED',
      known ? 'The API has no such method at this address.' : 'The API has no such address.',
      { status: known ? 405 : 404 },
    );
  }
  const { endpoint, params } = result.found;
  if (endpoint.auth === 'signed') {
    throw new DeskError('NOT_ALLOWED', 'Pictures are shown through media addresses, not through the API.');
  }
  for (const value of Object.values(params)) {
    if (value.split(/[/\\]/).some((segment) => segment === '.' || segment === '..' || segment === '')) {
      throw new DeskError('NOT_ALLOWED', 'This address is not part of the API.');
    }
  }
  return result.found;
}

/** Works a value out at the first call. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Passes chunks on as they come, one at a time, and says when the last has passed or the reader left. */
function notingEnd(
  source: ReadableStream<Uint8Array>,
  ended: (whole: boolean) => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          controller.close();
          ended(true);
        } catch (error) {
          controller.error(error);
          ended(false);
        }
      },
      async cancel(reason) {
        ended(false);
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
