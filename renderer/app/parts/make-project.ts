import { endpoints } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { apiFor } from '#renderer/desk/index.ts';
import {
  findUntouched,
  freeName,
  isUntitled,
  noteCreated,
  requestProject,
  UNTITLED,
} from '#renderer/projects/index.ts';

/**
 * An empty project that has no name of its own: one that this app created and nobody has touched, else a new one.
 * @param currentId the project that this window shows; null for none. @throws ApiError
 */
export async function emptyProject(connectionId: string, currentId: string | null): Promise<{ id: string }> {
  const untouchedId = await findUntouched(connectionId, currentId);
  return untouchedId === null ? makeProject(connectionId, UNTITLED, null) : { id: untouchedId };
}

/**
 * Makes a project of a graph; without one it is empty. Where another project has its name it gets a number. What could not be
 * filled is taken back.
 * @throws ApiError
 */
export async function makeProject(
  connectionId: string,
  name: string,
  graph: Graph | null,
): Promise<{ id: string; version: number }> {
  const api = apiFor(connectionId);
  const freed = await freeName(connectionId, name);
  const idempotencyKey = crypto.randomUUID();
  const project = await requestProject((signal) =>
    api(endpoints.projects.create, { body: { name: freed }, idempotencyKey, signal }),
  );
  if (graph === null) {
    if (isUntitled(freed)) noteCreated(connectionId, project);
    return { id: project.id, version: project.version };
  }
  const params = { project_id: project.id };
  try {
    const { version } = await api(endpoints.projects.replaceDocument, {
      params,
      body: { document: { graph }, expectedVersion: project.version },
      idempotencyKey: crypto.randomUUID(),
    });
    return { id: project.id, version };
  } catch (error) {
    // The response may have been lost, and not what was asked for.
    const current = await api(endpoints.projects.get, { params }).catch(() => null);
    if (current !== null && current.version > project.version)
      return { id: project.id, version: current.version };
    await api(endpoints.projects.delete, { params, query: { expectedVersion: project.version } }).catch(
      () => undefined,
    );
    throw error;
  }
}
