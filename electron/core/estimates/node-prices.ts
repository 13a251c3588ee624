import { endpoints } from '#shared/api/index.ts';
import { pricesBySource, type PriceOf } from '#shared/desk/index.ts';
import { LOCAL_CONNECTION_ID } from '../connections/connection-store.ts';
import type { Connections } from '../connections/connections.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext } from '../feature.ts';

/** The source of each type of the local service. @throws ApiError, UnreachableError */
export async function localSources(
  connections: Pick<Connections, 'client'>,
): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  let cursor: string | null | undefined;
  do {
    const list = await connections.client(LOCAL_CONNECTION_ID).call(endpoints.nodeTypes.list, {
      query: { limit: 200, ...(cursor ? { cursor } : {}) },
    });
    for (const { type, source } of list.data) found.set(type, source ?? null);
    cursor = list.hasMore ? list.nextCursor : null;
  } while (cursor);
  return found;
}

/** Tells what nodes of a connection cost: only the local service says so, while it answers. */
export async function nodePrices(
  { connections, log }: { connections: Pick<Connections, 'client'>; log: CoreContext['log'] },
  connectionId: string,
): Promise<PriceOf> {
  if (connectionId !== LOCAL_CONNECTION_ID) return () => null;
  try {
    const sources = await localSources(connections);
    return pricesBySource((type) => sources.get(type));
  } catch (error) {
    log.debug(errorFields(error), 'the prices of nodes could not be read');
    return () => null;
  }
}
