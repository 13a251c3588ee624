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
  const acceptsCached = cachePath !== null && request.headers.has(acceptCachedHeader);
  return {
    cachedOrNull: () => (acceptsCached ? offline.response(connectionId, match, cachePath) : null),
    timeoutMs: acceptsCached && offline.has(connectionId, cachePath) ? CACHED_AFTER_MS : undefined,
    cache(response) {
      if (cachePath !== null && (response.status === 404 || response.status === 410)) {
        offline.forget(connectionId, path);
      }
      const entry = cachePath === null ? documentReplacedBy(match) : { match, path: cachePath };
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      if (entry === null || response.status !== 200 || !isJson || !response.body) return response.body;
      return offline.caching(connectionId, entry.match, entry.path, response.body);
    },
  };
}

/** A replaced document is answered with the document as it can be read from then on. */
function documentReplacedBy(match: EndpointMatch | null): { match: EndpointMatch; path: string } | null {
  if (match?.endpoint.subject !== 'document' || match.endpoint.method !== 'PUT') return null;
  const read = { endpoint: endpoints.projects.getDocument, params: match.params };
  return { match: read, path: documentPath(match.params['project_id'] ?? '') };
}
