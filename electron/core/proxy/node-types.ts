import { ApiError, endpoints, type ApiClient, type PublicNodeTypeDetail } from '#shared/api/index.ts';
import { acceptCachedHeader, LOCAL_CONNECTION_ID, type DescribedNodeTypes } from '#shared/desk/index.ts';
import type { Connections } from '../connections/connections.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';

/** So long a description serves without being asked for again. */
const VALID_FOR_MS = 5 * 60_000;
/** Types that are asked for at the same time. */
const READERS = 6;
/** Descriptions of one service that are remembered. */
const MAX_CACHED = 5_000;

interface NodeTypesDeps {
  connections: Pick<Connections, 'get'>;
  /** Calls that take the road of a page's calls, so that they are answered while the service is away, too. */
  api: (connectionId: string) => ApiClient;
}

/** Descriptions of node types, many in one answer to a page, and remembered for the next one. */
export function openNodeTypes({ clock, events }: CoreContext, { connections, api }: NodeTypesDeps) {
  let cache = new Map<string, { at: number; baseUrl: string; detail: PublicNodeTypeDetail }>();
  events.subscribe((event) => {
    // The local service may have started anew, from other code.
    const { type } = event;
    if (type === 'local-service') clear(LOCAL_CONNECTION_ID);
    else if (type === 'node-types') clear(event.connectionId);
  });

  const keyOf = (connectionId: string, type: string): string => `${connectionId} ${type}`;

  function clear(connectionId: string): void {
    const remaining = [...cache].filter(([key]) => !key.startsWith(keyOf(connectionId, '')));
    // A new table: what is being read meanwhile goes into the old one.
    cache = new Map(remaining);
  }

  async function describe(connectionId: string, types: readonly string[]): Promise<DescribedNodeTypes> {
    const currentCache = cache;
    const { baseUrl } = connections.get(connectionId);
    const described: PublicNodeTypeDetail[] = [];
    const missing: string[] = [];
    const uncached: string[] = [];
    for (const type of new Set(types)) {
      const entry = currentCache.get(keyOf(connectionId, type));
      const isValid = entry?.baseUrl === baseUrl && clock.now() - entry.at < VALID_FOR_MS;
      if (isValid) described.push(entry.detail);
      else uncached.push(type);
    }
    const call = api(connectionId);
    const next = async (): Promise<void> => {
      for (let type = uncached.pop(); type !== undefined; type = uncached.pop()) {
        try {
          const found = await call(endpoints.nodeTypes.get, {
            params: { node_type: type },
            headers: { [acceptCachedHeader]: '1' },
          });
          const detail = { ...found, type };
          described.push(detail);
          if (currentCache.size < MAX_CACHED)
            currentCache.set(keyOf(connectionId, type), { at: clock.now(), baseUrl, detail });
        } catch (error) {
          if (error instanceof ApiError && [400, 404, 422].includes(error.status)) missing.push(type);
          // The page asks for the rest by itself, and is told what is wrong.
          else uncached.length = 0;
        }
      }
    };
    await Promise.all(Array.from({ length: READERS }, next));
    return { described, missing };
  }

  return {
    describe,
    routes: {
      describeNodeTypes: ({ params, body }) => describe(params.connectionId, body.types),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
