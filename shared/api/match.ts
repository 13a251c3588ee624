import { API_PREFIX, SLASHED_PARAMS, type HttpMethod } from './endpoint.ts';
import { allEndpoints, type NamedEndpoint } from './endpoints.ts';

/** Finding the row of the endpoint table that a method and path belong to. */

export interface EndpointMatch {
  endpoint: NamedEndpoint;
  /** Decoded path parameters. */
  params: Record<string, string>;
}

interface Route {
  endpoint: NamedEndpoint;
  pattern: RegExp;
  names: string[];
  literals: number;
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const routes: Route[] = allEndpoints
  .map((endpoint) => {
    const names: string[] = [];
    const source = endpoint.path
      .split(/(\{[a-z_]+\})/)
      .map((chunk) => {
        const name = /^\{([a-z_]+)\}$/.exec(chunk)?.[1];
        if (!name) return escapeRegExp(chunk);
        names.push(name);
        return SLASHED_PARAMS.has(name) ? '(.+)' : '([^/]+)';
      })
      .join('');
    const literals = endpoint.path.split('/').filter((segment) => !segment.startsWith('{')).length;
    return { endpoint, pattern: new RegExp(`^${source}$`), names, literals };
  })
  // The more literal segments, the more specific: /files/uploads before /files/{file_id}.
  .sort((a, b) => b.literals - a.literals);

/** Every path begins with a literal segment; routes that share it stay in the order of `routes`. */
const firstSegment = (path: string): string => {
  const end = path.indexOf('/', 1);
  return end === -1 ? path.slice(1) : path.slice(1, end);
};
const routesByFirst = Map.groupBy(routes, ({ endpoint }) => firstSegment(endpoint.path));

export type MatchResult =
  | { found: EndpointMatch }
  /** The path exists with other methods. */
  | { found: null; allowed: HttpMethod[] };

/**
 * Looks a path up in the endpoint table.
 * @param path with or without the `/api/v1` prefix, still percent-encoded, without the query.
 * @returns the row and decoded parameters, or the methods that the path does answer (empty: no such path).
 */
export function matchEndpoint(method: string, path: string): MatchResult {
  const below = path.startsWith(API_PREFIX) ? path.slice(API_PREFIX.length) : path;
  const candidates = routesByFirst.get(firstSegment(below)) ?? [];
  for (const route of candidates) {
    if (route.endpoint.method !== method) continue;
    const params = paramsOf(route, below);
    if (params) return { found: { endpoint: route.endpoint, params } };
  }
  const remaining = candidates.filter((route) => paramsOf(route, below) !== null);
  return { found: null, allowed: [...new Set(remaining.map(({ endpoint }) => endpoint.method))] };
}

/** @returns null when the path is not the route's. */
function paramsOf(route: Route, path: string): Record<string, string> | null {
  const match = route.pattern.exec(path);
  if (!match) return null;
  const params: Record<string, string> = {};
  try {
    route.names.forEach((name, index) => {
      params[name] = decodeURIComponent(match[index + 1]!);
    });
  } catch {
    // Escapes that do not decode name nothing.
    return null;
  }
  return params;
}
