import type { PatchOperation } from '#shared/api/index.ts';
import { applyOperations, type Graph } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { REPLAY_HOURS } from '#service/rules/replay-hours.ts';
import { graphVersion } from './rows.ts';
import { deleteUndoBefore, insertUndo, undoStepsAfter } from './undo-rows.ts';
import { loadGraph } from './load-graph.ts';

/** Graphs of past versions, for as long as a response that shows one may have to be given again. */

/** Notes what takes the graph back from this version to the one before; inside the transaction that writes it. */
export async function recordUndo(
  ctx: ServiceContext,
  project: { id: string; version: number },
  operations: readonly PatchOperation[],
): Promise<void> {
  if (operations.length === 0) return;
  await insertUndo(ctx.db, project, JSON.stringify(operations), new Date(ctx.now()).toISOString());
}

/** The graph as it was at a version of the last 24 hours. A version without a note changed no graph. */
export async function graphAt(ctx: ServiceContext, projectId: string, version: number): Promise<Graph> {
  let { graph, steps } = await ctx.db.snapshot(async () => ({
    graph: await loadGraph(ctx, projectId, await graphVersion(ctx.db, projectId)),
    steps: await undoStepsAfter(ctx.db, projectId, version),
  }));
  // The kept graph's lookups move along with every change made to it; a copy leaves them where they are.
  if (steps.length > 0) graph = { nodes: [...graph.nodes], connections: [...graph.connections] };
  for (const step of steps) {
    const applied = applyOperations(graph, step);
    if (!applied.ok) throw new Error(`An old version cannot be restored: ${applied.rejection.reason}`);
    graph = applied.graph;
  }
  return graph;
}

/** Forgets notes that no response needs any more. */
export async function sweepUndo(ctx: ServiceContext): Promise<void> {
  // An hour more than responses are kept, so that none outlives its notes.
  const oldest = new Date(ctx.now() - (REPLAY_HOURS + 1) * 3_600_000).toISOString();
  await deleteUndoBefore(ctx.db, oldest);
}
