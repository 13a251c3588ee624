import { findNode } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { graphNodeView, graphViewJson } from '#service/graphs/view.ts';
import { loadGraph } from '#service/graphs/load-graph.ts';
import { PreparedResponse, type Handlers } from '#service/http/handler.ts';
import { createResponseCache } from '#service/http/response-cache.ts';
import { Problem } from '#service/problems/problem.ts';
import { invalid } from '#service/problems/validation-problem.ts';
import { changesOf } from '#service/projects/changes.ts';
import { requireProject } from '#service/projects/rows.ts';
import { documentResponse, minimalResponse, prefersMinimal } from './document-responses.ts';
import { applyPatch, preparePatch, prepareReplacement, replaceGraph } from './write-graph.ts';

function projectedFields(fields: string): Set<string> {
  const names = fields
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.find((name) => name !== 'inputs' && name !== 'outputs');
  if (unknown !== undefined || names.length === 0) {
    throw invalid(['query', 'fields'], 'Name inputs, outputs or both, separated by a comma.');
  }
  return new Set(names);
}

type DocumentHandlers = Pick<
  Handlers,
  | 'projects.getDocument'
  | 'projects.replaceDocument'
  | 'projects.patchDocument'
  | 'projects.getGraph'
  | 'projects.getGraphNode'
>;

/** The endpoints of a project's graph: as a document that is edited, and as a view that shows all pins. */
export function createDocumentHandlers(ctx: ServiceContext): DocumentHandlers {
  const responses = createResponseCache(ctx.db);
  return {
    'projects.getDocument': ({ caller, params }) =>
      responses.get(caller, ['document', params.project_id], async () => {
        const project = await requireProject(ctx, caller.accountId, params.project_id);
        return documentResponse(project, await loadGraph(ctx, project.id, project.version));
      }),
    'projects.replaceDocument': async ({ caller, params, body, commit }) => {
      const request = {
        accountId: caller.accountId,
        projectId: params.project_id,
        expectedVersion: body.expectedVersion,
        graph: body.document.graph,
        changes: changesOf(body),
      };
      await prepareReplacement(ctx, request);
      return commit(async () => {
        const result = await replaceGraph(ctx, request);
        return documentResponse(result.project, result.graph);
      });
    },
    'projects.patchDocument': async ({ caller, params, body, commit, request }) => {
      const { expectedVersion, operations } = body;
      const patch = {
        accountId: caller.accountId,
        projectId: params.project_id,
        expectedVersion,
        operations,
      };
      await preparePatch(ctx, patch);
      return commit(async () => {
        const { project, graph } = await applyPatch(ctx, patch);
        return prefersMinimal(request)
          ? minimalResponse(project, graph, operations)
          : documentResponse(project, graph, operations.length);
      });
    },
    'projects.getGraph': ({ caller, params }) =>
      responses.get(caller, ['graph', params.project_id], async () => {
        const project = await requireProject(ctx, caller.accountId, params.project_id);
        const graph = await loadGraph(ctx, project.id, project.version);
        return new PreparedResponse(graphViewJson(ctx.nodes, project, graph));
      }),
    'projects.getGraphNode': ({ caller, params, query }) =>
      responses.get(caller, ['node', params.project_id, params.node_id, query.fields ?? ''], async () => {
        const project = await requireProject(ctx, caller.accountId, params.project_id);
        const graph = await loadGraph(ctx, project.id, project.version);
        const node = findNode(graph, params.node_id);
        if (!node) {
          throw Problem.of('NODE_NOT_FOUND', 'The project has no such node.', {
            projectId: project.id,
            nodeId: params.node_id,
          });
        }
        const view = graphNodeView(ctx.nodes, graph, node);
        if (query.fields === undefined) return view;
        const fields = projectedFields(query.fields);
        const projected = (pins: typeof view.inputs) => pins.map(({ name, type }) => ({ name, type }));
        return {
          inputs: fields.has('inputs') ? projected(view.inputs) : null,
          outputs: fields.has('outputs') ? projected(view.outputs) : null,
        };
      }),
  };
}
