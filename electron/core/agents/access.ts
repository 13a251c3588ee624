import type { EditableInputValue, PatchOperation } from '#shared/api/index.ts';
import type { LibraryOutput } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import type { StoredAgent } from './agent-store.ts';
import { ToolError, type ToolSources } from './tool-types.ts';

/** What an agent may reach: its connection, and the projects that it was given. */

/** @throws ToolError */
export function requireProject(agent: StoredAgent, projectId: string): void {
  if (agent.projectIds === null || agent.projectIds.includes(projectId)) return;
  throw new ToolError(
    'You may not use this project, or there is none of this id. list_projects lists those you may use.',
  );
}

/** @returns the output. @throws ToolError where it is of another project or connection. */
export async function requireOutput(
  { getOutput }: Pick<ToolSources, 'getOutput'>,
  agent: StoredAgent,
  outputId: string,
) {
  const details = /^\d{1,15}$/.test(outputId)
    ? await Promise.resolve(getOutput(outputId)).catch(() => null)
    : null;
  if (details === null || !isReachable(agent, details.output)) {
    throw new ToolError(
      'There is no such output that you may look at. list_outputs lists those of a project.',
    );
  }
  return details;
}

const isReachable = (agent: StoredAgent, { connectionId, projectId }: LibraryOutput): boolean =>
  connectionId === agent.connectionId &&
  (agent.projectIds === null || (projectId !== null && agent.projectIds.includes(projectId)));

/** The files that values name. */
export function filesIn(values: readonly (EditableInputValue | undefined)[]): string[] {
  return values.flatMap((input): string[] => {
    if (input === undefined) return [];
    if (input.type === 'list' && Array.isArray(input.value))
      return filesIn(input.value as EditableInputValue[]);
    const fileId: unknown = input.value ?? input['fileId'];
    return input.type === 'file' && typeof fileId === 'string' ? [fileId] : [];
  });
}

/** The values that operations set. */
export const valuesOf = (operations: readonly PatchOperation[]): EditableInputValue[] =>
  operations.flatMap((operation) => {
    if (operation.op === 'addNode') return Object.values(operation.node.inputs ?? {});
    return operation.op === 'setNodeInput' ? [operation.value] : [];
  });

/**
 * Files of other projects stay out of reach of an agent that was given some projects only.
 * @throws ToolError
 */
export function requireFiles(
  { listFiles }: Pick<ToolSources, 'listFiles'>,
  agent: StoredAgent,
  projectId: string,
  graph: Graph,
  fileIds: readonly string[],
): void {
  if (agent.projectIds === null || fileIds.length === 0) return;
  const available = new Set([
    ...listFiles(agent.connectionId, projectId).map(({ fileId }) => fileId),
    ...filesIn(graph.nodes.flatMap(({ inputs }) => Object.values(inputs ?? {}))),
  ]);
  const foreign = fileIds.find((fileId) => !available.has(fileId));
  if (foreign === undefined) return;
  throw new ToolError(
    `The file ${foreign.slice(0, 100)} is not one of this project. list_files lists those you may use.`,
  );
}
