import type { Graph } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { graphVersion, readGraph } from './rows.ts';
import { cacheGraph, cachedGraph } from './graph-cache.ts';

/**
 * The stored graph of a project.
 * @param version its current version, for a caller that has just read it.
 */
export function loadGraph(
  ctx: Pick<ServiceContext, 'db'>,
  projectId: string,
  version: number = graphVersion(ctx.db, projectId),
): Graph {
  const cached = cachedGraph(ctx, projectId, version);
  if (cached) return cached;
  const graph = readGraph(ctx.db, projectId);
  cacheGraph(ctx, projectId, version, graph);
  return graph;
}
