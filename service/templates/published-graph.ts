import { projectAsRun } from '#shared/canvas/run-states-of.ts';
import type { Graph } from '#shared/graph/index.ts';
import { loadGraph } from '#service/graphs/load-graph.ts';
import type { NodeRegistry } from '#service/nodes/registry.ts';
import type { ProjectRow } from '#service/projects/rows.ts';
import type { TemplateContext } from './rows.ts';

/**
 * What a template takes of a project: its graph as the editor runs it, without muted and frozen nodes. Inside the
 * transaction or snapshot that has read the project.
 */
export const publishedGraph = async (
  ctx: Pick<TemplateContext, 'db'> & { nodes: NodeRegistry },
  projectId: string,
  { version, metadata }: Pick<ProjectRow, 'version' | 'metadata'>,
): Promise<Graph> => projectAsRun(await loadGraph(ctx, projectId, version), metadata, ctx.nodes);
