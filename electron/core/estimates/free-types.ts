import { endpoints } from '#shared/api/index.ts';
import { isFreeSource } from '#shared/graph/node-type-source.ts';
import { LOCAL_CONNECTION_ID } from '../connections/connection-store.ts';
import type { Connections } from '../connections/connections.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext } from '../feature.ts';

/** The types of the local service whose source is as asked for. @throws ApiError, UnreachableError */
export async function localTypes(
  connections: Pick<Connections, 'client'>,
  holds: (source: string | null | undefined) => boolean,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let cursor: string | null | undefined;
  do {
    const list = await connections.client(LOCAL_CONNECTION_ID).call(endpoints.nodeTypes.list, {
      query: { limit: 200, ...(cursor ? { cursor } : {}) },
    });
    for (const { type, source } of list.data) if (holds(source)) found.add(type);
    cursor = list.hasMore ? list.nextCursor : null;
  } while (cursor);
  return found;
}

/** Tells which types of a connection cost nothing: only the local service says so, while it answers. */
export async function freeTypes(
  { connections, log }: { connections: Pick<Connections, 'client'>; log: CoreContext['log'] },
  connectionId: string,
): Promise<(type: string) => boolean> {
  if (connectionId !== LOCAL_CONNECTION_ID) return () => false;
  try {
    const free = await localTypes(connections, isFreeSource);
    return (type) => free.has(type);
  } catch (error) {
    log.debug(errorFields(error), 'the types that are free could not be read');
    return () => false;
  }
}
