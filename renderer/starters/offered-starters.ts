import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#shared/api/index.ts';
import { starters, typesOf, type Starter } from '#shared/starters/index.ts';
import { readFor } from '#renderer/desk/index.ts';

/** A service with more types than that has its own starters to offer. */
const MAX_PAGES = 5;

const NO_TYPES: ReadonlySet<string> = new Set();

/** The node types of a service, and the starters that need no others; none while that is not known. */
export function useAvailableStarters(
  connectionId: string,
  isEnabled: boolean,
): { types: ReadonlySet<string>; suggested: readonly Starter[] } {
  const types = useQuery({
    queryKey: ['starters', connectionId],
    enabled: isEnabled,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const found = new Set<string>();
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page++) {
        const list = await readFor(connectionId)(endpoints.nodeTypes.list, {
          query: { limit: 200, fields: 'type', ...(cursor === undefined ? {} : { cursor }) },
          signal,
        });
        for (const { type } of list.data) found.add(type);
        if (!list.hasMore || !list.nextCursor) break;
        cursor = list.nextCursor;
      }
      return found;
    },
  });
  const data = types.data ?? NO_TYPES;
  return {
    types: data,
    suggested: starters.filter((starter) => typesOf(starter.graph('')).every((type) => data.has(type))),
  };
}
