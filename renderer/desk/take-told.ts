import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Takes what the desktop process has just told. What is being read meanwhile was written before, and may come later: it
 * would stand until the next change, so that a page took a service that is away for one that answers.
 */
export function applyPushed(client: QueryClient, queryKey: QueryKey, pushed: unknown): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, pushed);
}
