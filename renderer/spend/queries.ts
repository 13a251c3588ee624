import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '#shared/api/index.ts';
import { readForQuery } from '#renderer/desk/index.ts';

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
