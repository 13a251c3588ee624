import { queryOptions, useQuery } from '@tanstack/react-query';
import { endpoints } from '#shared/api/index.ts';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import { priceInSource } from '#shared/graph/node-type-source.ts';
import { apiFor, readForQuery } from '#renderer/desk/index.ts';

/** Key of the account's balance in the query cache. */
export const creditsKey = (connectionId: string) => ['credits', connectionId] as const;
export const spendKey = (connectionId: string, projectId: string) =>
  ['spend', connectionId, projectId] as const;

/** The account's balance; an error where the key may not see it or the service has no billing. */
export const creditsQuery = (connectionId: string) =>
  queryOptions({
    queryKey: creditsKey(connectionId),
    queryFn: ({ signal }) =>
      readForQuery(connectionId, creditsKey(connectionId))(endpoints.account.credits, { signal }),
    retry: false,
    staleTime: 60_000,
  });

/** What a project has cost so far. */
export const spendQuery = (connectionId: string, projectId: string) =>
  queryOptions({
    queryKey: spendKey(connectionId, projectId),
    queryFn: ({ signal }) =>
      readForQuery(connectionId, spendKey(connectionId, projectId))(endpoints.projects.getSpend, {
        params: { project_id: projectId },
        signal,
      }),
  });

/** Whether a source says a price, of whichever of its models. */
const hasPrice = (source: string | null | undefined): boolean =>
  priceInSource(source) !== 0 && /\$[1-9]/.test(source ?? '');

/**
 * Whether anything can cost on a connection: always at a hosted service; in the local workspace once a model has a price.
 */
export function useCanCost(connectionId: string): boolean {
  const isLocal = connectionId === LOCAL_CONNECTION_ID;
  const { data } = useQuery({
    queryKey: ['node-types', connectionId, 'can-cost'],
    queryFn: ({ signal }) =>
      apiFor(connectionId)(endpoints.nodeTypes.list, {
        query: { limit: 200, fields: 'type,source' },
        signal,
      }),
    select: ({ data: types }) => types.some(({ source }) => hasPrice(source)),
    enabled: isLocal,
    retry: false,
  });
  return !isLocal || data === true;
}
