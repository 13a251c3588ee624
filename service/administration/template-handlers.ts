import type {
  ManagedTemplate,
  Publishable,
  PublishedTemplate,
  TemplateForm,
  TemplateGraph,
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
import { expectedPrice, providersFor } from '#service/spend/spend.ts';
import { transaction } from '#service/storage/database.ts';
import {
  allEndpoints,
  terminalRuns,
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

async function publishableOf(ctx: ServiceContext, projectId: string): Promise<Publishable> {
  const found = await findAnyProject(ctx.db, projectId);
  const project = found && (await findProject(ctx, found.accountId, projectId));
  if (!project) throw Problem.of('PROJECT_NOT_FOUND', 'The project no longer exists.', { projectId });
  const graph = await publishedGraph(ctx, projectId, project);
  const inputFileIds = graph.nodes
    .filter(({ type }) => type === 'input/image')
    .flatMap(fileIdsOf)
    .map(({ fileId }) => fileId);
  const resultFileIds = await latestPictures(ctx.db, projectId, MAX_PICTURES);
  return {
    projectId,
    name: project.name,
    version: project.version,
    inputs: inputCandidates(graph, ctx.nodes, MAX_CANDIDATES),
    outputs: outputCandidates(graph, ctx.nodes).slice(0, MAX_CANDIDATES),
    pictures: [...new Set([...resultFileIds, ...inputFileIds])].slice(0, MAX_PICTURES),
    templates: (await templatesOfProject(ctx.db, projectId, 100)).map(published),
  };
}

/** The inputs of a template as its nodes declare them; those whose node or type is gone are left out. */
async function formOf(ctx: ServiceContext, template: TemplateRow): Promise<TemplateForm> {
  const graph = await templateGraph(ctx, template.id);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const connected = await providersFor(ctx, graph);
  const price = graph.nodes.reduce((sum, node) => sum + expectedPrice(ctx, connected, node), 0n);
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

/** The graph of a template, with what it shows of it. */
async function graphOf(ctx: ServiceContext, template: TemplateRow): Promise<TemplateGraph> {
  const { nodes, connections } = await templateGraph(ctx, template.id);
  const exposed = ({ nodeId, pinName, name }: TemplateRow['inputs'][number]) => ({
    nodeId,
    pin: pinName,
    label: name,
  });
  return {
    name: template.name,
    version: template.updatedAt,
    graph: { nodes: [...nodes], connections: [...connections] },
    inputs: template.inputs.map(exposed),
    outputs: template.outputs.map(exposed),
  };
}

async function managed(ctx: ServiceContext, template: TemplateRow): Promise<ManagedTemplate> {
  const { project } = template;
  const found = project && (await findAnyProject(ctx.db, project.id));
  return {
    templateId: template.id,
    projectId: project?.id ?? null,
    hasProject: found !== null,
    isBehind: project !== null && found !== null && found.version > project.version,
    endpoints: await allEndpoints(ctx.db, template.id),
    calls: await latestCalls(ctx.db, template.id),
  };
}

/** A project with the graph of a template and what its form holds, for the template's account; inside a transaction. */
async function openAsProject(
  ctx: ServiceContext,
  template: TemplateRow,
  inputs: AdministrationCall<'openTemplate'>['body']['inputs'],
): Promise<string> {
  const graph = await filledGraph(ctx, template, inputs);
  const { accountId } = template;
  const name = numberedName(template.name, await projectNamesLike(ctx.db, accountId, template.name));
  const project = await insertProject(ctx, { accountId, name });
  await writeGraph(ctx, project.id, graph);
  const saved = await saveProject(ctx, project, { nodeCount: graph.nodes.length });
  cacheGraph(ctx, saved.id, saved.version, graph);
  return saved.id;
}

/** Templates, their endpoints and keys, by the same rules as on the command line. */
export function templateHandlers(ctx: ServiceContext) {
  const requireTemplate = async (params: Readonly<Record<string, string>>): Promise<TemplateRow> => {
    const templateId = params['templateId'] ?? '';
    const template = await findTemplate(ctx.db, templateId);
    if (template) return template;
    throw Problem.of('TEMPLATE_NOT_FOUND', 'This template no longer exists.', { templateId });
  };
  const requireEndpoint = async (params: Readonly<Record<string, string>>): Promise<string> => {
    const { id: templateId } = await requireTemplate(params);
    const endpointId = params['endpointId'] ?? '';
    if ((await allEndpoints(ctx.db, templateId)).some((endpoint) => endpoint.endpointId === endpointId)) {
      return endpointId;
    }
    throw Problem.of('ENDPOINT_NOT_FOUND', 'The template has no such endpoint.', { templateId, endpointId });
  };
  const newKey = async (endpointId: string) => {
    const key = await issueEndpointKey(ctx, endpointId);
    if (key === null) throw new Error(`The endpoint ${endpointId} has just been there.`);
    return { endpointId, key };
  };
  return {
    getPublishable: ({ params }) => ctx.db.snapshot(() => publishableOf(ctx, params['projectId'] ?? '')),
    publishTemplate: ({ body }) =>
      transaction(ctx.db, async () => {
        const { templateId } = body;
        const before = templateId === undefined ? null : await requireTemplate({ templateId });
        return await publish(ctx, before, body);
      }),
    listTemplatePictures: async () => ({ pictures: await templatePictures(ctx.db, 10_000) }),
    listTerminalRuns: async ({ body }) => ({ runs: await terminalRuns(ctx.db, body.before) }),
    getManagedTemplate: ({ params }) =>
      ctx.db.snapshot(async () => managed(ctx, await requireTemplate(params))),
    getTemplateForm: ({ params }) => ctx.db.snapshot(async () => formOf(ctx, await requireTemplate(params))),
    getTemplateGraph: ({ params }) =>
      ctx.db.snapshot(async () => graphOf(ctx, await requireTemplate(params))),
    deleteTemplate: ({ params }) =>
      transaction(ctx.db, async () => deleteTemplate(ctx, (await requireTemplate(params)).id)),
    openTemplate: ({ params, body }) =>
      transaction(ctx.db, async () => ({
        projectId: await openAsProject(ctx, await requireTemplate(params), body.inputs),
      })),
    addEndpoint: ({ params }) =>
      transaction(ctx.db, async () => {
        const { id: templateId, name } = await requireTemplate(params);
        return await newKey(await insertEndpoint(ctx, { templateId, name }));
      }),
    renewEndpointKey: ({ params }: AdministrationCall<'renewEndpointKey'>) =>
      transaction(ctx.db, async () => newKey(await requireEndpoint(params))),
    switchEndpoint: ({ params, body }) =>
      transaction(ctx.db, async () => {
        await setEndpointActive(ctx, await requireEndpoint(params), body.isActive);
      }),
  } satisfies Partial<AdministrationHandlers>;
}
