import type {
  ManagedTemplate,
  Publishable,
  PublishedTemplate,
  TemplateForm,
} from '#shared/administration/templates.ts';
import { numberedName } from '#shared/language/numbered-name.ts';
import type { ServiceContext } from '#service/context.ts';
import { cacheGraph } from '#service/graphs/graph-cache.ts';
import { writeGraph } from '#service/graphs/rows.ts';
import { Problem } from '#service/problems/problem.ts';
import {
  findAnyProject,
  findProject,
  insertProject,
  projectNamesLike,
  saveProject,
} from '#service/projects/rows.ts';
import { fileIdsOf } from '#service/rules/file-values.ts';
import { expectedPrice } from '#service/spend/spend.ts';
import { transaction } from '#service/storage/database.ts';
import {
  allEndpoints,
  externalRuns,
  findTemplate,
  latestCalls,
  latestPictures,
  templatePictures,
  templatesOfProject,
} from '#service/templates/management-rows.ts';
import { inputCandidates, outputCandidates, publish } from '#service/templates/publication.ts';
import { mediumOf } from '#service/templates/pins.ts';
import { publishedGraph } from '#service/templates/published-graph.ts';
import { filledGraph } from '#service/templates/runs.ts';
import {
  deleteTemplate,
  insertEndpoint,
  issueEndpointKey,
  setEndpointActive,
  templateGraph,
  type TemplateRow,
} from '#service/templates/rows.ts';
import type { AdministrationCall, AdministrationHandlers } from './surface.ts';

const MAX_CANDIDATES = 5000;
const MAX_PICTURES = 24;

const published = (template: TemplateRow): PublishedTemplate => ({
  templateId: template.id,
  name: template.name,
  description: template.description,
  category: template.category,
  pictureFileId: template.pictureFileId,
  projectVersion: template.project?.version ?? null,
  inputs: template.inputs.map(({ nodeId, pinName, name, fieldName }) => ({
    nodeId,
    pin: pinName,
    label: name,
    isRequired: template.required.includes(fieldName),
  })),
  outputs: template.outputs.map(({ nodeId, pinName, name }) => ({ nodeId, pin: pinName, label: name })),
});

function publishableOf(ctx: ServiceContext, projectId: string): Publishable {
  const found = findAnyProject(ctx.db, projectId);
  const project = found && findProject(ctx, found.accountId, projectId);
  if (!project) throw Problem.of('PROJECT_NOT_FOUND', 'The project no longer exists.', { projectId });
  const graph = publishedGraph(ctx, projectId);
  const inputFileIds = graph.nodes
    .filter(({ type }) => type === 'input/image')
    .flatMap(fileIdsOf)
    .map(({ fileId }) => fileId);
  const resultFileIds = latestPictures(ctx.db, projectId, MAX_PICTURES);
  return {
    projectId,
    name: project.name,
    version: project.version,
    inputs: inputCandidates(graph, ctx.nodes, MAX_CANDIDATES),
    outputs: outputCandidates(graph, ctx.nodes).slice(0, MAX_CANDIDATES),
    pictures: [...new Set([...resultFileIds, ...inputFileIds])].slice(0, MAX_PICTURES),
    templates: templatesOfProject(ctx.db, projectId, 100).map(published),
  };
}

/** The inputs of a template as its nodes declare them; those whose node or type is gone are left out. */
function formOf(ctx: ServiceContext, template: TemplateRow): TemplateForm {
  const graph = templateGraph(ctx, template.id);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const price = graph.nodes.reduce((sum, node) => sum + expectedPrice(ctx, node), 0n);
  return {
    price: Number(price),
    inputs: template.inputs.flatMap(({ fieldName, nodeId, pinName }) => {
      const node = nodes.get(nodeId);
      const definition = node && ctx.nodes.get(node.type);
      const pin = definition?.inputs.find(({ name }) => name === pinName);
      if (!node || !definition || !pin) return [];
      const medium = mediumOf(node, pin);
      return [
        {
          fieldName,
          pinType: medium ?? pin.type,
          isRequired: template.required.includes(fieldName),
          nodeTitle: node.title?.trim() || definition.title,
          icon: definition.icon,
        },
      ];
    }),
  };
}

function managed(ctx: ServiceContext, template: TemplateRow): ManagedTemplate {
  const { project } = template;
  const found = project && findAnyProject(ctx.db, project.id);
  return {
    templateId: template.id,
    projectId: project?.id ?? null,
    hasProject: found !== null,
    isBehind: project !== null && found !== null && found.version > project.version,
    endpoints: allEndpoints(ctx.db, template.id),
    calls: latestCalls(ctx.db, template.id),
  };
}

/** A project with the graph of a template and what its form holds, for the template's account. */
function openAsProject(
  ctx: ServiceContext,
  template: TemplateRow,
  inputs: AdministrationCall<'openTemplate'>['body']['inputs'],
): string {
  return transaction(ctx.db, () => {
    const graph = filledGraph(ctx, template, inputs);
    const { accountId } = template;
    const name = numberedName(template.name, projectNamesLike(ctx.db, accountId, template.name));
    const project = insertProject(ctx, { accountId, name });
    writeGraph(ctx, project.id, graph);
    const saved = saveProject(ctx, project, { nodeCount: graph.nodes.length });
    cacheGraph(ctx, saved.id, saved.version, graph);
    return saved.id;
  });
}

/** Templates, their endpoints and keys, by the same rules as on the command line. */
export function templateHandlers(ctx: ServiceContext) {
  const requireTemplate = (params: Readonly<Record<string, string>>): TemplateRow => {
    const templateId = params['templateId'] ?? '';
    const template = findTemplate(ctx.db, templateId);
    if (template) return template;
    throw Problem.of('TEMPLATE_NOT_FOUND', 'This template no longer exists.', { templateId });
  };
  const requireEndpoint = (params: Readonly<Record<string, string>>): string => {
    const { id: templateId } = requireTemplate(params);
    const endpointId = params['endpointId'] ?? '';
    if (allEndpoints(ctx.db, templateId).some((endpoint) => endpoint.endpointId === endpointId)) {
      return endpointId;
    }
    throw Problem.of('ENDPOINT_NOT_FOUND', 'The template has no such endpoint.', { templateId, endpointId });
  };
  const newKey = (endpointId: string) => {
    const key = issueEndpointKey(ctx, endpointId);
    if (key === null) throw new Error(`The endpoint ${endpointId} has just been there.`);
    return { endpointId, key };
  };
  return {
    getPublishable: ({ params }) => publishableOf(ctx, params['projectId'] ?? ''),
    publishTemplate: ({ body }) => {
      const { templateId } = body;
      return publish(ctx, templateId === undefined ? null : requireTemplate({ templateId }), body);
    },
    listTemplatePictures: () => ({ pictures: templatePictures(ctx.db, 10_000) }),
    listEndpointRuns: ({ body }) => ({ runs: externalRuns(ctx.db, body.before) }),
    getManagedTemplate: ({ params }) => managed(ctx, requireTemplate(params)),
    getTemplateForm: ({ params }) => formOf(ctx, requireTemplate(params)),
    deleteTemplate: ({ params }) => {
      const { id } = requireTemplate(params);
      transaction(ctx.db, () => deleteTemplate(ctx, id));
    },
    openTemplate: ({ params, body }) => ({
      projectId: openAsProject(ctx, requireTemplate(params), body.inputs),
    }),
    addEndpoint: ({ params }) => {
      const { id: templateId, name } = requireTemplate(params);
      return transaction(ctx.db, () => newKey(insertEndpoint(ctx, { templateId, name })));
    },
    renewEndpointKey: ({ params }: AdministrationCall<'renewEndpointKey'>) => newKey(requireEndpoint(params)),
    switchEndpoint: ({ params, body }) => {
      setEndpointActive(ctx, requireEndpoint(params), body.isActive);
    },
  } satisfies Partial<AdministrationHandlers>;
}
