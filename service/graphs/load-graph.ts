import type { Graph } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { graphVersion, readGraph } from './rows.ts';
import { keepGraph, keptGraph } from './graph-cache.ts';

/** The stored graph of a project. */
export function loadGraph(ctx: Pick<ServiceContext, 'db'>, projectId: string): Graph {
  const version = graphVersion(ctx.db, projectId);
  const kept = keptGraph(ctx, projectId, version);
  if (kept) return kept;
  const graph = readGraph(ctx.db, projectId);
  keepGraph(ctx, projectId, version, graph);
  return graph;
}
