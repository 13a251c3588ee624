import type { PublicProjectUpdateRequest } from '#shared/api/index.ts';
import { findNode } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { PreparedAnswer, type HandlersOf } from '#service/http/handler.ts';
import { invalid } from '#service/problems/validation-problem.ts';
import { transaction } from '#service/storage/database.ts';
import { run } from '#service/storage/statements.ts';
import { documentAnswer, minimalAnswer, prefersMinimal } from '#service/documents/document-responses.ts';
import { applyPatch, prepareReplacement, replaceGraph } from '#service/documents/write-graph.ts';
import { loadGraph } from '#service/graphs/rows.ts';
import { dropGraph, keepGraphAsIs } from '#service/graphs/graph-cache.ts';
import { graphNodeView, graphViewJson } from '#service/graphs/view.ts';
import { listProjects } from './list.ts';
import {
  detailOf,
  insertProject,
  requireProject,
  requireVersion,
  saveProject,
  type ProjectChanges,
} from './rows.ts';
import { unfileProject } from './search-rows.ts';
import { projectSpend } from '#service/spend/project-spend.ts';

const NAME_DEFAULT = 'Untitled project';
const NAME_LIMIT = 500;

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '')
    throw invalid(['body', 'name'], 'A name has at least one character.', 'string_too_short');
  if (trimmed.length > NAME_LIMIT) {
    throw invalid(['body', 'name'], `A name has at most ${NAME_LIMIT} characters.`, 'string_too_long');
  }
  return trimmed;
}

/**
 * The fields that an update names. Absent: unchanged. Null clears an external id or the metadata; a project cannot be
 * without a name, so a null name changes nothing.
 */
function changesOf(body: Omit<PublicProjectUpdateRequest, 'expectedVersion'>): ProjectChanges {
  const changes: ProjectChanges = {};
  if (body.name !== undefined && body.name !== null) changes.name = checkedName(body.name);
  if (body.externalId !== undefined) changes.externalId = body.externalId;
  if (body.externalUserId !== undefined) changes.externalUserId = body.externalUserId;
  if (body.externalWorkspaceId !== undefined) changes.externalWorkspaceId = body.externalWorkspaceId;
  if (body.metadata !== undefined) changes.metadata = body.metadata ?? {};
  return changes;
}

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

export function createProjectHandlers(ctx: ServiceContext): HandlersOf<'projects'> {
  const updateMetadata = (accountId: string, projectId: string, body: PublicProjectUpdateRequest) =>
    transaction(ctx.db, () => {
      const project = requireProject(ctx, accountId, projectId);
      const changes = changesOf(body);
      requireVersion(project, body.expectedVersion);
      const saved = saveProject(ctx, project, changes);
      keepGraphAsIs(ctx, project.id, project.version, saved.version);
      return detailOf(ctx, saved);
    });

  return {
    'projects.create': ({ caller, body, commit }) => {
      const name = body.name === undefined ? NAME_DEFAULT : checkedName(body.name);
      return commit(() => detailOf(ctx, insertProject(ctx, { ...body, name, accountId: caller.accountId })));
    },
    'projects.list': ({ caller, query }) => listProjects(ctx, caller.accountId, query),
    'projects.get': ({ caller, params }) =>
      detailOf(ctx, requireProject(ctx, caller.accountId, params.project_id)),
    'projects.update': ({ caller, params, body, commit }) =>
      commit(() => updateMetadata(caller.accountId, params.project_id, body)),
    'projects.updateMetadata': ({ caller, params, body, commit }) =>
      commit(() => updateMetadata(caller.accountId, params.project_id, body)),
    'projects.delete': ({ caller, params, query, commit }) =>
      commit(() => {
        const project = requireProject(ctx, caller.accountId, params.project_id);
        requireVersion(project, query.expectedVersion);
        // The graph itself goes a day later: until then an earlier answer may have to be given again.
        run(ctx.db, 'DELETE FROM file_references WHERE project_id = ?', project.id);
        run(ctx.db, 'DELETE FROM project_papers WHERE project_id = ?', project.id);
        unfileProject(ctx.db, project.id);
        dropGraph(ctx, project.id);
        run(
          ctx.db,
          'UPDATE projects SET deleted_at = ?, thumbnail_blob = NULL, filed_as = 0 WHERE id = ?',
          new Date(ctx.now()).toISOString(),
          project.id,
        );
        return undefined;
      }),
    'projects.getDocument': ({ caller, params }) => {
      const project = requireProject(ctx, caller.accountId, params.project_id);
      return documentAnswer(project, loadGraph(ctx, project.id));
    },
    'projects.replaceDocument': async ({ caller, params, body, commit }) => {
      const request = {
        accountId: caller.accountId,
        projectId: params.project_id,
        expectedVersion: body.expectedVersion,
        graph: body.document.graph,
        changes: changesOf(body),
      };
      await prepareReplacement(ctx, request);
      return commit(() => {
        const result = replaceGraph(ctx, request);
        return documentAnswer(result.project, result.graph);
      });
    },
    'projects.patchDocument': ({ caller, params, body, commit, request }) =>
      commit(() => {
        const { operations } = body;
        const { project, graph } = applyPatch(ctx, {
          accountId: caller.accountId,
          projectId: params.project_id,
          expectedVersion: body.expectedVersion,
          operations,
        });
        return prefersMinimal(request)
          ? minimalAnswer(project, graph, operations)
          : documentAnswer(project, graph, operations.length);
      }),
    'projects.getGraph': ({ caller, params }) => {
      const project = requireProject(ctx, caller.accountId, params.project_id);
      return new PreparedAnswer(graphViewJson(ctx.nodes, project, loadGraph(ctx, project.id)));
    },
    'projects.getGraphNode': ({ caller, params, query }) => {
      const project = requireProject(ctx, caller.accountId, params.project_id);
      const graph = loadGraph(ctx, project.id);
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
    },
    'projects.getSpend': ({ caller, params }) =>
      projectSpend(ctx.db, requireProject(ctx, caller.accountId, params.project_id).id),
  };
}
