import type { Graph } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { readGraph } from './rows.ts';
import { cacheGraph, cachedGraph } from './graph-cache.ts';

/**
 * The stored graph of a project; inside a transaction or snapshot that has read its version, so that the two belong
 * together.
 */
export async function loadGraph(
  ctx: Pick<ServiceContext, 'db'>,
  projectId: string,
  version: number,
): Promise<Graph> {
  const cached = cachedGraph(ctx, projectId, version);
  if (cached) return cached;
  const graph = await readGraph(ctx.db, projectId);
  cacheGraph(ctx, projectId, version, graph);
  return graph;
}
