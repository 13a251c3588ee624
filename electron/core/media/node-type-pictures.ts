import { endpoints } from '#shared/api/index.ts';
import type { ApiClient } from '../api/api-client.ts';
import { DeskError } from '../desk-error.ts';
import type { Clock } from '../options.ts';
import { SharedWork } from './shared-work.ts';

/** Signed addresses of the pictures of node types, as the catalog of each service gave them. */
export interface NodeTypePictures {
  /** Null when the type has none. @throws DeskError, ApiError, UnreachableError */
  find(connectionId: string, nodeType: string, signal?: AbortSignal): Promise<string | null>;
  /** The next one is asked for anew. @returns whether any were remembered. */
  clear(connectionId: string): boolean;
}

/** How long the addresses of one catalog serve. */
const VALID_FOR_MS = 5 * 60_000;
/** Pages of a catalog; one with more than so many pages of 200 entries has no end. */
const MAX_PAGES = 100;

const unboundedList = () =>
  new DeskError(
    'BAD_RESPONSE',
    'The list of node types of this service does not end, so Patchbay stopped reading it. Tell whoever runs the service.',
  );

export function createNodeTypePictures({
  client,
  clock,
}: {
  client: (connectionId: string) => ApiClient;
  clock: Clock;
}): NodeTypePictures {
  const catalogs = new Map<string, { at: number; urls: ReadonlyMap<string, string> }>();
  const reading = new SharedWork<ReadonlyMap<string, string>>();

  async function urlsOf(connectionId: string, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const cached = catalogs.get(connectionId);
    if (cached && clock.now() - cached.at < VALID_FOR_MS) return cached.urls;
    return reading.do(
      connectionId,
      async (shared) => {
        const urls = await readCatalog(client(connectionId), shared);
        catalogs.set(connectionId, { at: clock.now(), urls });
        return urls;
      },
      signal,
    );
  }

  return {
    find: async (connectionId, nodeType, signal) =>
      (await urlsOf(connectionId, signal)).get(nodeType) ?? null,
    clear: (connectionId) => catalogs.delete(connectionId),
  };
}

/** One walk over the catalog instead of one request a node type. @returns addresses by type. */
async function readCatalog({ call }: ApiClient, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const urls = new Map<string, string>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await call(endpoints.nodeTypes.list, {
      query: { limit: 200, fields: 'thumbnailUrl', ...(cursor ? { cursor } : {}) },
      signal,
    });
    for (const { type, thumbnailUrl } of page.data) if (thumbnailUrl) urls.set(type, thumbnailUrl);
    cursor = page.hasMore ? (page.nextCursor ?? undefined) : undefined;
    if (cursor && (cursors.has(cursor) || cursors.size >= MAX_PAGES)) throw unboundedList();
    if (cursor) cursors.add(cursor);
  } while (cursor);
  return urls;
}
