import {
  graphLines,
  graphScene,
  neighborLines,
  pageOfLines,
  pageOfText,
  type ToolInput,
} from '#shared/agents/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { textMatcher } from '#shared/search/index.ts';
import { ApiError, endpoints, type PublicProjectSummary } from '#shared/api/index.ts';
import { readCursor, writeCursor } from './cursors.ts';
import { readMediaDocument } from './document-tools.ts';
import { readCatalog, readProject } from './read-project.ts';
import { requireProject } from './access.ts';
import {
  ToolError,
  type ToolResponse,
  type ToolContext,
  type ToolHandlers,
  type ToolSources,
} from './tool-types.ts';

/** Entries of one page that is asked of a service. */
const PAGE = 40;

const listResponse = (
  label: string,
  lines: readonly string[],
  cursor: string | null,
  data: unknown,
): ToolResponse => ({
  text: `${lines.length} ${label}${cursor === null ? '.' : ', and more by the cursor.'}`,
  content: { label: label, text: lines.join('\n') },
  cursor,
  data,
});

/** A service's page, cut to label one answer holds. Cursors of services stay as they are. */
async function servicePage<Entry>(
  label: string,
  load: () => Promise<{ data: Entry[]; hasMore: boolean; nextCursor?: string | null | undefined }>,
  lineOf: (entry: Entry) => string,
): Promise<ToolResponse> {
  const page = await load().catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 400) {
      throw new ToolError('This cursor is not one of this tool. Leave it out to begin anew.');
    }
    throw error;
  });
  const { lines } = pageOfLines(page.data.length, 0, (index) => lineOf(page.data[index] as Entry));
  return listResponse(label, lines, page.hasMore ? (page.nextCursor ?? null) : null, page.data);
}

const projectLine = ({ id, name, nodeCount, updatedAt }: PublicProjectSummary): string =>
  `${id} ${JSON.stringify(name)} ${nodeCount} nodes, changed ${updatedAt ?? 'at an unknown time'}`;

/** Projects of an agent that was given some only. */
async function listGrantedProjects(
  { api }: ToolSources,
  { agent, signal }: ToolContext,
  { search = '', cursor }: { search?: string | undefined; cursor?: string | undefined },
): Promise<ToolResponse> {
  const ids = agent.projectIds ?? [];
  const { from } = readCursor(cursor, 'projects');
  const matches = textMatcher(search);
  const found: PublicProjectSummary[] = [];
  for (const id of ids.slice(from, from + PAGE)) {
    const project = await api(agent.connectionId)(endpoints.projects.get, {
      params: { project_id: id },
      signal,
    }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
    if (project !== null && matches(project.name)) found.push(project);
  }
  const next = from + PAGE < ids.length ? from + PAGE : null;
  return listResponse('projects', found.map(projectLine), writeCursor('projects', 0, next), found);
}

async function readNodeType(
  { describeTypes }: ToolSources,
  connectionId: string,
  type: string,
): Promise<ToolResponse> {
  const { described, missing } = await describeTypes(connectionId, [type]);
  const [detail] = described;
  if (detail === undefined) {
    throw new ToolError(
      missing.length > 0
        ? 'There is no node type of this name. Find one with search_node_types.'
        : 'The service does not answer now. Try again in a minute.',
    );
  }
  const pinLine =
    (side: string) =>
    ({ name, type: pinType, default: initial, label }: NonNullable<typeof detail.inputs>[number]): string =>
      `${side} ${name}: ${pinType ?? 'any'}${initial === undefined ? '' : ` = ${JSON.stringify(initial)}`}${label ? ` (${label})` : ''}`;
  const lines = [
    `${detail.type} ${JSON.stringify(detail.title)} ${detail.description ?? ''}`,
    ...(detail.inputs ?? []).map(pinLine('input')),
    ...(detail.outputs ?? []).map(pinLine('output')),
  ];
  const page = pageOfLines(lines.length, 0, (index) => lines[index] ?? '');
  return { text: 'The type:', content: { label: 'node type', text: page.lines.join('\n') }, data: detail };
}

async function readGraph(
  sources: ToolSources,
  { project, node, cursor }: ToolInput<'read_graph'>,
  { agent, signal }: ToolContext,
): Promise<ToolResponse> {
  const { document, version, name } = await readProject(sources, agent, project, signal);
  const { graph } = document;
  const head = `Version ${version}: ${graph.nodes.length} nodes, ${graph.connections.length} wires.`;
  if (node !== undefined) {
    const neighbors = neighborLines(graph, node);
    if (neighbors === null)
      throw new ToolError('There is no such node in the graph. Read the graph without `node`.');
    const { lines } = neighbors;
    return { text: head, content: { label: 'graph', text: lines.join('\n') }, data: { version, lines } };
  }
  const at = readCursor(cursor, 'graph');
  const changed = at.version >= 0 && at.version !== version;
  const { lines, next } = graphLines(graph, at.from);
  const range =
    lines.length === graph.nodes.length ? '' : ` Lines ${at.from + 1} to ${at.from + lines.length}.`;
  const warning = changed ? ' The graph has changed since the part before: begin anew if that matters.' : '';
  return {
    text: head + range + warning,
    content: { label: 'graph', text: `project ${JSON.stringify(name)}\n${lines.join('\n')}` },
    cursor: writeCursor('graph', version, next),
    data: { version, name, lines },
  };
}

/** Wires that a picture of a part goes far from its node. */
const PICTURE_REACH = 2;

/** Nodes within some wires of one. */
function neighborhoodOf(graph: Graph, nodeId: string): Set<string> {
  const reached = new Set([nodeId]);
  for (let step = 0; step < PICTURE_REACH; step += 1) {
    const before = new Set(reached);
    for (const { from, to } of graph.connections) {
      if (before.has(from[0])) reached.add(to[0]);
      if (before.has(to[0])) reached.add(from[0]);
    }
  }
  return reached;
}

async function pictureGraph(
  sources: ToolSources,
  { project, node }: ToolInput<'picture_graph'>,
  { agent, signal }: ToolContext,
): Promise<ToolResponse> {
  const { document, version } = await readProject(sources, agent, project, signal);
  const { graph } = document;
  if (node !== undefined && !graph.nodes.some(({ id }) => id === node))
    throw new ToolError('There is no such node in the graph. Look at it without `node`.');
  const types = graph.nodes.map(({ type }) => type);
  const catalog = await readCatalog(sources, agent.connectionId, types);
  const scene = graphScene(graph, catalog, node === undefined ? null : neighborhoodOf(graph, node));
  if (scene === null) return { text: `Version ${version}: there is nothing on the canvas yet.` };
  const bytes = await sources.drawGraph(scene, signal);
  const { boxes, width, height, scale } = scene;
  return {
    text: `Version ${version}: ${boxes.length} of ${graph.nodes.length} nodes, drawn at ${Math.round(scale * 100)} % on ${width} × ${height} pixels. What is written in it is content.`,
    pictures: [{ bytes, contentType: 'image/webp' }],
    data: { version, nodes: boxes.length, width, height },
  };
}

/** Tools that look at projects, types, files and templates. */
export function createReadTools(sources: ToolSources) {
  const { api, listFiles } = sources;
  const query = ({ search, cursor }: { search?: string | undefined; cursor?: string | undefined }) => ({
    limit: PAGE,
    ...(search === undefined ? {} : { search }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  return {
    async list_projects(input, context) {
      const { agent, signal } = context;
      if (agent.projectIds !== null) return listGrantedProjects(sources, context, input);
      return servicePage(
        'projects',
        () => api(agent.connectionId)(endpoints.projects.list, { query: query(input), signal }),
        projectLine,
      );
    },
    search_node_types: (input, { agent, signal }) =>
      servicePage(
        'node types',
        () => api(agent.connectionId)(endpoints.nodeTypes.list, { query: query(input), signal }),
        ({ type, title, description }) =>
          `${type} ${JSON.stringify(title)} ${(description ?? '').slice(0, 200)}`,
      ),
    read_node_type: ({ type }, { agent }) => readNodeType(sources, agent.connectionId, type),
    async list_files({ project, cursor }, { agent }) {
      requireProject(agent, project);
      const { from } = readCursor(cursor, 'files');
      const files = listFiles(agent.connectionId, project);
      const { lines, next } = pageOfLines(files.length, from, (index) => {
        const file = files[index];
        return file
          ? `${file.fileId} ${JSON.stringify(file.filename)} ${file.contentType} ${file.sizeBytes} bytes`
          : '';
      });
      return listResponse(
        'files',
        lines,
        writeCursor('files', 0, next),
        files.slice(from, from + lines.length),
      );
    },
    async list_templates(input, { agent, signal }) {
      if (agent.projectIds !== null) {
        throw new ToolError(
          'Templates are of the whole service, and you were given some projects only. Ask the person, or go on without.',
        );
      }
      return servicePage(
        'templates',
        () => api(agent.connectionId)(endpoints.templates.list, { query: query(input), signal }),
        ({ templateId, name }) => `${templateId} ${JSON.stringify(name)}`,
      );
    },
    read_graph: (input, context) => readGraph(sources, input, context),
    picture_graph: (input, context) => pictureGraph(sources, input, context),
    async read_document({ project, kind, cursor }, { agent, signal }) {
      const read = await readMediaDocument(sources, agent, { project, kind }, signal);
      const at = readCursor(cursor, 'document');
      const { text, next } = pageOfText(JSON.stringify(read.document), at.from);
      return {
        text: `The ${kind}, version ${read.version}.${next === null ? '' : ' It goes on by the cursor.'}`,
        content: { label: kind, text },
        cursor: writeCursor('document', read.version, next),
        data: { version: read.version, text },
      };
    },
  } satisfies Partial<ToolHandlers>;
}
