import { transaction } from '#service/storage/database.ts';
import { findAnyProject } from '#service/projects/rows.ts';
import type { NodeRegistry } from '#service/nodes/registry.ts';
import { selectInputs, selectOutputs, TemplateProblem, type InputSelection } from './pins.ts';
import { publishedGraph } from './published-graph.ts';
import { insertEndpoint, insertTemplate, issueEndpointKey, type TemplateContext } from './rows.ts';

export interface Publication {
  projectId: string;
  name: string;
  description?: string;
  category?: string;
  tags?: string[];
  /** Name of the endpoint to make; none without it. */
  endpoint?: string;
  /** Null: every input node. */
  inputs: InputSelection[] | null;
  /** Names of outputs; null: all. */
  outputs: string[] | null;
}

export interface Published {
  templateId: string;
  endpointId: string | null;
  /** The endpoint's own key, to be shown this once. */
  key: string | null;
}

/**
 * Makes a template of a saved project as it is now. Later changes of the project do not touch it.
 * @throws TemplateProblem when there is no such project, or it has no such inputs or outputs.
 */
export function publishTemplate(
  ctx: TemplateContext & { nodes: NodeRegistry },
  publication: Publication,
): Promise<Published> {
  return transaction(ctx.db, async () => {
    const { projectId, name, description, category, tags, endpoint } = publication;
    const project = await findAnyProject(ctx.db, projectId);
    if (!project) throw new TemplateProblem(`There is no project ${projectId}.`);
    const graph = await publishedGraph(ctx, projectId, project);
    const templateId = await insertTemplate(ctx, {
      accountId: project.accountId,
      name,
      source: 'project',
      project: { id: projectId, version: project.version },
      graph,
      inputs: selectInputs(graph, ctx.nodes, publication.inputs),
      outputs: selectOutputs(graph, ctx.nodes, publication.outputs),
      ...(description !== undefined && { description }),
      ...(category !== undefined && { category }),
      ...(tags !== undefined && { tags }),
    });
    if (endpoint === undefined) return { templateId, endpointId: null, key: null };
    const endpointId = await insertEndpoint(ctx, { templateId, name: endpoint });
    return { templateId, endpointId, key: await issueEndpointKey(ctx, endpointId) };
  });
}
