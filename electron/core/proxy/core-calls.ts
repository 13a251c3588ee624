import { API_PREFIX, createApiClient, type ApiClient } from '#shared/api/index.ts';
import { DeskError } from '../desk-error.ts';

/** Answers an address below `/api/`; null for any other. */
type ApiRoute = (request: Request, url: URL) => Promise<Response> | null;

/**
 * Calls of the core itself that take the road of a page's calls, so that history, files and versions see them too.
 * @param route what answers the pages
 */
export const createCoreCalls =
  (route: ApiRoute) =>
  (connectionId: string): ApiClient =>
    createApiClient(async ({ method, path, headers, body, signal }) => {
      const apiPath = `/api/${encodeURIComponent(connectionId)}/v1${path.slice(API_PREFIX.length)}`;
      const url = new URL(apiPath, 'http://core.invalid');
      const request = new Request(url, {
        method,
        headers,
        body,
        ...(signal instanceof AbortSignal ? { signal } : {}),
      });
      const response = await route(request, url);
      if (response === null) throw new DeskError('NOT_ALLOWED', 'This connection cannot be used.');
      return response;
    });
