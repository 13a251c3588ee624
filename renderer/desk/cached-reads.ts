import { hashKey, type QueryKey } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { createApiClient, type ApiClient } from '#shared/api/index.ts';
import { acceptCachedHeader, cachedAtHeader } from '#shared/desk/index.ts';
import { apiPath } from './api.ts';
import { deskFetch } from './transport.ts';

/**
 * Reads that may be answered with what was known last while the service is away. For what is only looked at: a read
 * whose version a write then builds on goes through `apiFor`, and fails.
 */

/** When what a query shows was known, by the query's hash; only of those that are not fresh. */
const ages = createStore<Readonly<Record<string, string>>>(() => ({}));

function noteAge(key: string, cachedAt: string | null): void {
  const before = ages.getState();
  if ((before[key] ?? null) === cachedAt) return;
  const { [key]: _removed, ...remaining } = before;
  ages.setState(cachedAt === null ? remaining : { ...remaining, [key]: cachedAt }, true);
}

function reader(connectionId: string, onAge: (cachedAt: string | null) => void): ApiClient {
  return createApiClient(async (request) => {
    const response = await deskFetch(apiPath(connectionId, request.path), {
      method: request.method,
      headers: { ...request.headers, [acceptCachedHeader]: '1' },
      body: request.body,
      signal: request.signal instanceof AbortSignal ? request.signal : null,
    });
    if (response.ok) onAge(response.headers.get(cachedAtHeader));
    return response;
  });
}

const readers = new Map<string, ApiClient>();

/** For reads outside of a query, whose age nobody shows. */
export function readFor(connectionId: string): ApiClient {
  const cached = readers.get(connectionId);
  if (cached) return cached;
  const created = reader(connectionId, () => {});
  readers.set(connectionId, created);
  return created;
}

/** For the function of a query: `useCachedAt` of its key then says how old its data is. */
export const readForQuery = (connectionId: string, queryKey: QueryKey): ApiClient => {
  const key = hashKey(queryKey);
  return reader(connectionId, (cachedAt) => noteAge(key, cachedAt));
};

/** When the query's data was known; null while it is fresh. */
export function useCachedAt(queryKey: QueryKey): string | null {
  const key = hashKey(queryKey);
  return useStore(ages, (all) => all[key] ?? null);
}
