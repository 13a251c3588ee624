import { endpoints, type EndpointMatch } from '#shared/api/index.ts';
import { acceptCachedHeader } from '#shared/desk/index.ts';
import { documentPath } from '../response-cache/document-cache.ts';
import type { OfflineResponses } from '../response-cache/offline-responses.ts';
import type { AllowedCall } from './allow.ts';

/** Last stage of the proxy: responses are cached as they pass, and serve a page while the service is away. */

/** Milliseconds that a page waits for the service when a cached response can be shown instead. */
const CACHED_AFTER_MS = 8_000;

export interface OfflineFallback {
  /** A cached response for a page that accepts one; null when there is none. */
  cachedOrNull(): Response | null;
  /** How long the service may take, milliseconds; undefined without a cached response to show instead. */
  timeoutMs: number | undefined;
  /** Passes a response on to the page and caches it, or forgets what the service says is gone. */
  cache(response: Response): ReadableStream<Uint8Array> | null;
}

export function createOfflineFallback(
  offline: OfflineResponses,
  { connectionId, request, match, path, query }: AllowedCall,
): OfflineFallback {
  const cachePath = offline.covers(request.method, match) ? `${path}${query}` : null;
  const savesBefore = cachePath === null ? null : offline.saves(connectionId, cachePath);
  const acceptsCached = cachePath !== null && request.headers.has(acceptCachedHeader);
  return {
    cachedOrNull: () => (acceptsCached ? offline.response(connectionId, match, cachePath) : null),
    timeoutMs: acceptsCached && offline.has(connectionId, cachePath) ? CACHED_AFTER_MS : undefined,
    cache(response) {
      if (cachePath !== null && (response.status === 404 || response.status === 410)) {
        offline.clear(connectionId, path);
      }
      const entry = cachePath === null ? replacedBy(match, path) : { match, path: cachePath };
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      if (entry === null || response.status !== 200 || !isJson || !response.body) return response.body;
      return offline.caching(connectionId, entry.match, entry.path, response.body, savesBefore);
    },
  };
}

/** A replaced document, storyboard or timeline is answered with what can be read of it from then on. */
function replacedBy(
  match: EndpointMatch | null,
  path: string,
): { match: EndpointMatch; path: string } | null {
  switch (match?.endpoint) {
    case endpoints.projects.replaceDocument: {
      const read = { endpoint: endpoints.projects.getDocument, params: match.params };
      return { match: read, path: documentPath(match.params['project_id'] ?? '') };
    }
    case endpoints.storyboards.replace:
      return { match: { endpoint: endpoints.storyboards.get, params: match.params }, path };
    case endpoints.timelines.replace:
      return { match: { endpoint: endpoints.timelines.get, params: match.params }, path };
    default:
      return null;
  }
}
