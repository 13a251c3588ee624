import { allEndpoints, type AnyEndpoint } from '#shared/api/index.ts';

/** @throws Error when the table has no such row. */
export function endpointOf(id: string): AnyEndpoint {
  const found = allEndpoints.find((endpoint) => endpoint.id === id);
  if (!found) throw new Error(`There is no endpoint ${id}.`);
  return found;
}
