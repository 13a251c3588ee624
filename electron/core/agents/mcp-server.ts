import { McpServer, ResourceTemplate, type ServerContext } from '@modelcontextprotocol/server';
import {
  agentToolNames,
  agentTools,
  CONTENT_RULE,
  JSON_META_KEY,
  type AgentToolName,
} from '#shared/agents/index.ts';
import { isAllowed, type ToolOutcome, type ToolRunner } from './run-tool.ts';

/** Entries of the arguments of one call. */
const MAX_INPUT_ENTRIES = 100_000;

const INSTRUCTIONS = [
  'Patchbay is an editor of node graphs that make pictures, film, sound and text.',
  'Read before you propose: list_projects, read_graph, read_node_type.',
  'You change nothing by yourself: propose_changes lays changes over the graph, and the person accepts them in whole or in part.',
  CONTENT_RULE,
].join(' ');

/** What a client shows as a result. */
function resultOf({ isError, text, pictures, data }: ToolOutcome, withJson: boolean) {
  return {
    isError,
    content: [
      { type: 'text' as const, text },
      ...pictures.map(({ bytes, contentType }) => ({
        type: 'image' as const,
        data: Buffer.from(bytes).toString('base64'),
        mimeType: contentType,
      })),
    ],
    ...(withJson && data !== null ? { structuredContent: data as Record<string, unknown> } : {}),
  };
}

/** A server of the protocol for one agent: its tools and the documents of its projects. */
export function createMcpServer(
  agent: { id: string; scopes: readonly string[] },
  runner: ToolRunner,
  version: string,
): McpServer {
  const server = new McpServer(
    { name: 'patchbay', title: 'Patchbay', version },
    { instructions: INSTRUCTIONS, maxToolInputElements: MAX_INPUT_ENTRIES },
  );
  const call = (name: AgentToolName, input: unknown, { mcpReq }: ServerContext) => {
    const token = mcpReq._meta?.progressToken;
    return runner.call(agent.id, name, input, {
      signal: mcpReq.signal,
      progress(progress, total, message) {
        if (token === undefined) return;
        const params = { progressToken: token, progress, total, message };
        // One who has gone away needs no progress.
        mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
      },
    });
  };
  for (const name of agentToolNames) {
    if (!isAllowed(agent.scopes, name)) continue;
    const { title, description, input, scope } = agentTools[name];
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        annotations: { readOnlyHint: scope === 'read', destructiveHint: false, openWorldHint: false },
      },
      async (input: unknown, context: ServerContext) =>
        resultOf(await call(name, input, context), context.mcpReq._meta?.[JSON_META_KEY] === true),
    );
  }
  registerDocuments(server, call);
  return server;
}

/** Graphs, storyboards and timelines as resources. */
function registerDocuments(
  server: McpServer,
  call: (name: AgentToolName, input: unknown, context: ServerContext) => Promise<ToolOutcome>,
): void {
  server.registerResource(
    'documents',
    new ResourceTemplate('patchbay://projects/{project}/{kind}', { list: undefined }),
    {
      title: 'Documents of a project',
      description:
        'kind is graph, storyboard or timeline. Long ones come in parts by the tools read_graph and read_document.',
      mimeType: 'text/plain',
    },
    async (uri, { project, kind }, context) => {
      const isGraph = kind === 'graph';
      const input = isGraph ? { project } : { project, kind };
      const { isError, text } = await call(isGraph ? 'read_graph' : 'read_document', input, context);
      if (isError) throw new Error(text);
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
    },
  );
}
