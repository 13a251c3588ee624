import { ApiError, endpoints, type PublicProjectDocument } from '#shared/api/index.ts';
import type { NodeCatalog, NodeTypePins } from '#shared/graph/index.ts';
import type { StoredAgent } from './agent-store.ts';
import { requireProject } from './access.ts';
import { ToolError, type ToolSources } from './tool-types.ts';

/** The saved document of a project that an agent may use. @throws ToolError */
export async function readProject(
  { api }: Pick<ToolSources, 'api'>,
  agent: StoredAgent,
  projectId: string,
  signal: AbortSignal,
): Promise<PublicProjectDocument> {
  requireProject(agent, projectId);
  try {
    return await api(agent.connectionId)(endpoints.projects.getDocument, {
      params: { project_id: projectId },
      signal,
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      throw new ToolError('There is no such project any more. list_projects lists those there are.');
    }
    throw error;
  }
}

/** The node types that are named, as far as the service has them. */
export async function readCatalog(
  { describeTypes }: Pick<ToolSources, 'describeTypes'>,
  connectionId: string,
  types: Iterable<string>,
): Promise<NodeCatalog> {
  const { described } = await describeTypes(connectionId, [...new Set(types)]);
  const pins = new Map<string, NodeTypePins>(
    described.map(({ type, inputs = [], outputs = [] }) => [type, { inputs, outputs }]),
  );
  return { pinsOf: (type) => pins.get(type) };
}
