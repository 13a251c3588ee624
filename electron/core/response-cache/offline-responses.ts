import { cachedAtHeader } from '#shared/desk/index.ts';
import { endpoints, type AnyEndpoint, type EndpointMatch } from '#shared/api/index.ts';
import type { ObservedResponse, ProxyObserver } from '../api/proxy-observer.ts';
import type { CoreLog } from '../options.ts';
import { jsonOf } from './json-of.ts';
import { isCacheable, stripSignatures } from './cacheable-responses.ts';
import { MAX_RESPONSE_BYTES, type CachedResponse, type ResponseCache } from './response-cache.ts';
import { documentPath, type DocumentCache } from './document-cache.ts';
import { createMediaDocumentCache, versionOf } from './media-document-cache.ts';

/** Caches what services answer as it passes, and answers for them while they are away. */
export interface OfflineResponses {
  /** Whether the response to this request would be cached, or given out. */
  covers(method: string, match: EndpointMatch | null): boolean;
  /** What is cache, as a response that says so; null when nothing is. */
  response(connectionId: string, match: EndpointMatch | null, path: string): Response | null;
  has(connectionId: string, path: string): boolean;
  isOffline(connectionId: string): boolean;
  /** How many saves of the storyboard or timeline at this path were answered so far. */
  saves(connectionId: string, path: string): number;
  /**
   * Passes a response's body on and keeps a copy once all of it has passed. That to a save of a storyboard or timeline has
   * not passed before its copy is kept: a page that knows of the save never finds an older one here.
   * @param match what is read from then on. @param saves null: it is the response to a save; else how many saves there were
   *   when it was asked for.
   */
  caching(
    connectionId: string,
    match: EndpointMatch | null,
    path: string,
    body: ReadableStream<Uint8Array>,
    saves: number | null,
  ): ReadableStream<Uint8Array>;
  /** The service says that there is nothing there. */
  clear(connectionId: string, path: string): void;
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
  const mediaDocuments = createMediaDocumentCache(cache);

  async function store(
    connectionId: string,
    path: string,
    match: EndpointMatch | null,
    { full: fullBody, saves }: { full: Uint8Array; saves: number | null },
  ): Promise<void> {
    if (isMediaDocument(match)) {
      if (saves === null) return mediaDocuments.saved(connectionId, path, fullBody);
      return mediaDocuments.read(connectionId, path, fullBody, saves);
    }
    const projectId = projectOf(match);
    const version = projectId === null ? null : await versionOf(fullBody);
    // A document without a version is none: saves could not be put on it.
    if (projectId !== null && version === null) return;
    await cache.store(connectionId, path, fullBody);
    if (projectId !== null && version !== null) documents.settle(connectionId, projectId, version);
  }

  return {
    isOffline,
    saves: (connectionId, path) => mediaDocuments.saves(connectionId, path),
    has: (connectionId, path) => cache.has(connectionId, path),
    // The schema stands beside the table.
    covers: (method, match) => method === 'GET' && (match === null || isCacheable(match.endpoint)),

    response(connectionId, match, path) {
      const projectId = projectOf(match);
      const found =
        projectId === null ? cache.find(connectionId, path) : documents.find(connectionId, projectId);
      if (!found) return null;
      if (jsonOf(found.body) !== undefined) return cachedResponse(found);
      cache.evict(connectionId, path);
      return null;
    },

    caching(connectionId, match, requestPath, body, saves) {
      const endpoint: AnyEndpoint | null = match?.endpoint ?? null;
      const projectId = projectOf(match);
      const path = projectId === null ? requestPath : documentPath(projectId);
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
            if (bytes > MAX_RESPONSE_BYTES) {
              // Better none than one from before the save.
              if (saves === null) cache.evict(connectionId, path);
              return undefined;
            }
            const fullBody = stripSignatures(endpoint, Buffer.concat(chunks));
            const stored = store(connectionId, path, match, { full: fullBody, saves }).catch(() =>
              log.warn({ connectionId }, 'a response was not cached'),
            );
            return saves === null ? stored : undefined;
          },
        }),
      );
    },

    clear: (connectionId, path) => cache.evict(connectionId, path),

    observer: {
      accepts: ({ resource, method }) =>
        (resource === 'document' && method !== 'GET') || (resource === 'project' && method === 'PATCH'),
      responded(connectionId, match, response) {
        const projectId = match.params['project_id'];
        if (!projectId || response.status < 200 || response.status > 299) return;
        // A copy that could not be brought up to date is an older copy: no reason to fail a save.
        noteSave(documents, connectionId, projectId, match.endpoint, response).catch(() => {});
      },
      streamFinished() {},
    },
  };
}

/** The project whose document is read; null where it is something else. */
const projectOf = (match: EndpointMatch | null): string | null =>
  match?.endpoint.resource === 'document' && match.endpoint.method === 'GET'
    ? (match.params['project_id'] ?? null)
    : null;

/** Whether this is the reading of a storyboard or timeline. */
const isMediaDocument = (match: EndpointMatch | null): boolean =>
  match?.endpoint === endpoints.storyboards.get || match?.endpoint === endpoints.timelines.get;

/** Brings the cached document of a project up to what a service just took. */
async function noteSave(
  documents: DocumentCache,
  connectionId: string,
  projectId: string,
  { resource, method }: AnyEndpoint,
  { requestBody, body }: ObservedResponse,
): Promise<void> {
  if (resource === 'project') documents.described(connectionId, projectId, requestBody(), body());
  else if (method === 'PUT') await documents.replaced(connectionId, projectId, body());
  else await documents.saved(connectionId, projectId, requestBody(), body());
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
