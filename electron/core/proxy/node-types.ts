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
const MAX_REMEMBERED = 5_000;

interface NodeTypesDeps {
  connections: Pick<Connections, 'get'>;
  /** Calls that take the road of a page's calls, so that they are answered while the service is away, too. */
  api: (connectionId: string) => ApiClient;
}

/** Descriptions of node types, many in one answer to a page, and remembered for the next one. */
export function openNodeTypes({ clock, events }: CoreContext, { connections, api }: NodeTypesDeps) {
  let remembered = new Map<string, { at: number; baseUrl: string; detail: PublicNodeTypeDetail }>();
  events.subscribe((event) => {
    // The local service may have started anew, from other code.
    const { type } = event;
    if (type === 'local-service') forget(LOCAL_CONNECTION_ID);
    else if (type === 'node-types') forget(event.connectionId);
  });

  const keyOf = (connectionId: string, type: string): string => `${connectionId} ${type}`;

  function forget(connectionId: string): void {
    const others = [...remembered].filter(([key]) => !key.startsWith(keyOf(connectionId, '')));
    // A new table: what is being read meanwhile goes into the old one.
    remembered = new Map(others);
  }

  async function describe(connectionId: string, types: readonly string[]): Promise<DescribedNodeTypes> {
    const known = remembered;
    const { baseUrl } = connections.get(connectionId);
    const described: PublicNodeTypeDetail[] = [];
    const missing: string[] = [];
    const waiting: string[] = [];
    for (const type of new Set(types)) {
      const entry = known.get(keyOf(connectionId, type));
      const isValid = entry?.baseUrl === baseUrl && clock.now() - entry.at < VALID_FOR_MS;
      if (isValid) described.push(entry.detail);
      else waiting.push(type);
    }
    const call = api(connectionId);
    const next = async (): Promise<void> => {
      for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
        try {
          const found = await call(endpoints.nodeTypes.get, {
            params: { node_type: type },
            headers: { [acceptCachedHeader]: '1' },
          });
          const detail = { ...found, type };
          described.push(detail);
          if (known.size < MAX_REMEMBERED)
            known.set(keyOf(connectionId, type), { at: clock.now(), baseUrl, detail });
        } catch (error) {
          if (error instanceof ApiError && [400, 404, 422].includes(error.status)) missing.push(type);
          // The page asks for the rest by itself, and is told what is wrong.
          else waiting.length = 0;
        }
      }
    };
    await Promise.all(Array.from({ length: READERS }, next));
    return { described, missing };
  }

  return {
    routes: {
      describeNodeTypes: ({ params, body }) => describe(params.connectionId, body.types),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature;
}
