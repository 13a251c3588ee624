import { cachedAtHeader } from '#shared/desk/index.ts';
import type { AnyEndpoint, EndpointMatch } from '#shared/api/index.ts';
import { parseInSlices } from '#shared/reading/index.ts';
import type { ObservedResponse, ProxyObserver } from '../api/proxy-observer.ts';
import type { CoreLog } from '../options.ts';
import { runInSlices } from '../slices.ts';
import { jsonOf } from './json-of.ts';
import { isCacheable, withoutSignatures } from './cacheable-responses.ts';
import { MAX_RESPONSE_BYTES, type CachedResponse, type ResponseCache } from './response-cache.ts';
import { documentPath, type DocumentCache } from './document-cache.ts';

/** Caches what services answer as it passes, and answers for them while they are away. */
export interface OfflineResponses {
  /** Whether the response to this request would be cached, or given out. */
  covers(method: string, match: EndpointMatch | null): boolean;
  /** What is cache, as a response that says so; null when nothing is. */
  response(connectionId: string, match: EndpointMatch | null, path: string): Response | null;
  has(connectionId: string, path: string): boolean;
  isOffline(connectionId: string): boolean;
  /** Passes a response's body on and keeps a copy once all of it has passed. */
  caching(
    connectionId: string,
    match: EndpointMatch | null,
    path: string,
    body: ReadableStream<Uint8Array>,
  ): ReadableStream<Uint8Array>;
  /** The service says that there is nothing there. */
  forget(connectionId: string, path: string): void;
  /** Notes saves by operations, so that a cached document does not fall behind. */
  observer: ProxyObserver;
}

export function createOfflineResponses(options: {
  cache: ResponseCache;
  documents: DocumentCache;
  isOffline: (connectionId: string) => boolean;
  log: CoreLog;
}): OfflineResponses {
  const { cache, documents, isOffline, log } = options;
  const projectOf = (match: EndpointMatch | null): string | null =>
    match?.endpoint.subject === 'document' && match.endpoint.method === 'GET'
      ? (match.params['project_id'] ?? null)
      : null;

  async function store(
    connectionId: string,
    path: string,
    projectId: string | null,
    whole: Uint8Array,
  ): Promise<void> {
    const version = projectId === null ? null : await versionOf(whole);
    // A document without a version is none: saves could not be put on it.
    if (projectId !== null && version === null) return;
    await cache.put(connectionId, path, whole);
    if (projectId !== null && version !== null) documents.settle(connectionId, projectId, version);
  }

  return {
    isOffline,
    has: (connectionId, path) => cache.has(connectionId, path),
    // The schema stands beside the table.
    covers: (method, match) => method === 'GET' && (match === null || isCacheable(match.endpoint)),

    response(connectionId, match, path) {
      const projectId = projectOf(match);
      const found =
        projectId === null ? cache.find(connectionId, path) : documents.find(connectionId, projectId);
      if (!found) return null;
      if (jsonOf(found.body) !== undefined) return cachedResponse(found);
      cache.forget(connectionId, path);
      return null;
    },

    caching(connectionId, match, asked, body) {
      const endpoint: AnyEndpoint | null = match?.endpoint ?? null;
      const projectId = projectOf(match);
      const path = projectId === null ? asked : documentPath(projectId);
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      return body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            bytes += chunk.byteLength;
            if (bytes <= MAX_RESPONSE_BYTES) chunks.push(chunk);
            controller.enqueue(chunk);
          },
          flush() {
            if (bytes > MAX_RESPONSE_BYTES) return;
            const whole = withoutSignatures(endpoint, Buffer.concat(chunks));
            store(connectionId, path, projectId, whole).catch(() =>
              log.warn({ connectionId }, 'a response was not cached'),
            );
          },
        }),
      );
    },

    forget: (connectionId, path) => cache.forget(connectionId, path),

    observer: {
      wants: ({ subject, method }) =>
        (subject === 'document' && method !== 'GET') || (subject === 'project' && method === 'PATCH'),
      responded(connectionId, match, response) {
        const projectId = match.params['project_id'];
        if (!projectId || response.status < 200 || response.status > 299) return;
        // A copy that could not be brought up to date is an older copy: no reason to fail a save.
        noteSave(documents, connectionId, projectId, match.endpoint, response).catch(() => {});
      },
      streamEnded() {},
    },
  };
}

/** Brings the cached document of a project up to what a service just took. */
async function noteSave(
  documents: DocumentCache,
  connectionId: string,
  projectId: string,
  { subject, method }: AnyEndpoint,
  { sent, body }: ObservedResponse,
): Promise<void> {
  if (subject === 'project') documents.described(connectionId, projectId, sent(), body());
  else if (method === 'PUT') await documents.replaced(connectionId, projectId, body());
  else await documents.saved(connectionId, projectId, sent(), body());
}

/** The version of a document's bytes; null for what is no document. */
async function versionOf(body: Uint8Array): Promise<number | null> {
  const found = await parsed(body);
  const version = typeof found === 'object' && found !== null && 'version' in found ? found.version : null;
  return typeof version === 'number' ? version : null;
}

async function parsed(body: Uint8Array): Promise<unknown> {
  try {
    return await runInSlices(parseInSlices(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    return null;
  }
}

const cachedResponse = ({ body, cachedAt }: CachedResponse): Response =>
  new Response(body, {
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      [cachedAtHeader]: new Date(cachedAt).toISOString(),
    },
  });
