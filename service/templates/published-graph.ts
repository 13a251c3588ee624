import { projectAsRun } from '#shared/canvas/run-states-of.ts';
import type { Graph } from '#shared/graph/index.ts';
import { loadGraph } from '#service/graphs/load-graph.ts';
import type { NodeRegistry } from '#service/nodes/registry.ts';
import { findAnyProject } from '#service/projects/rows.ts';
import type { TemplateContext } from './rows.ts';

/** What a template takes of a project: its graph as the editor runs it, without muted and frozen nodes. */
export const publishedGraph = (
  ctx: Pick<TemplateContext, 'db'> & { nodes: NodeRegistry },
  projectId: string,
): Graph =>
  projectAsRun(loadGraph(ctx, projectId), findAnyProject(ctx.db, projectId)?.metadata ?? {}, ctx.nodes);
