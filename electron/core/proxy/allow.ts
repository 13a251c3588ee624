import { matchEndpoint, type EndpointMatch } from '#shared/api/index.ts';
import { DeskError } from '../desk-error.ts';

/** First stage of the proxy: only what the endpoint table has goes to a service. */

/** A request of a page that may go to a service. */
export interface AllowedCall {
  connectionId: string;
  request: Request;
  /** `/v1/...` as it came, still percent-encoded, without the query. */
  path: string;
  /** With the question mark; empty without one. */
  query: string;
  /** The row of the endpoint table; null for the schema, which is let through beside the table. */
  match: EndpointMatch | null;
}

/** @throws DeskError `NOT_ALLOWED` for what is not in the endpoint table. */
export const allow = (connectionId: string, path: string, request: Request): AllowedCall => ({
  connectionId,
  request,
  path,
  query: new URL(request.url).search,
  match: matchAllowed(request.method, path),
});

function matchAllowed(method: string, path: string): EndpointMatch | null {
  const below = path.replace(/^\/v1/, '');
  if (method === 'GET' && below === '/openapi.json') return null;
  const result = matchEndpoint(method, below);
  if (!result.found) {
    const hasPath = result.allowed.length > 0;
    throw new DeskError(
      'NOT_ALLOWED',
      hasPath ? 'The API has no such method at this address.' : 'The API has no such address.',
      { status: hasPath ? 405 : 404 },
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
