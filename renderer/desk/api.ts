import { API_PREFIX, createApiClient, type ApiClient } from '#shared/api/index.ts';
import { deskFetch } from './transport.ts';

/** Where a connection's API lives on the page's own origin. `path` starts with `/api/v1`. */
export const apiPath = (connectionId: string, path: string): string =>
  `/api/${encodeURIComponent(connectionId)}/v1${path.slice(API_PREFIX.length)}`;

const clients = new Map<string, ApiClient>();

/** The typed API client of one connection; the desktop process adds key, request id and retries. */
export function apiFor(connectionId: string): ApiClient {
  const cached = clients.get(connectionId);
  if (cached) return cached;
  const client = createApiClient((request) =>
    deskFetch(apiPath(connectionId, request.path), {
      method: request.method,
      headers: request.headers,
      body: request.body,
      signal: request.signal instanceof AbortSignal ? request.signal : null,
    }),
  );
  clients.set(connectionId, client);
  return client;
}
