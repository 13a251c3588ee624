import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '#shared/api/index.ts';
import { isMissing, readFor } from '#renderer/desk/index.ts';
import { FILM_NODE } from './film-run-request.ts';

/** Whether the service has the node type that makes films. */
export const filmNodeQuery = (connectionId: string) =>
  queryOptions({
    queryKey: ['film-node', connectionId],
    queryFn: async ({ signal }): Promise<boolean> => {
      try {
        await readFor(connectionId)(endpoints.nodeTypes.get, { params: { node_type: FILM_NODE }, signal });
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
  });
