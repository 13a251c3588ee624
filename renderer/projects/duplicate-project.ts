import { ApiError, endpoints, type PublicProjectSummary } from '#shared/api/index.ts';
import { apiFor } from '#renderer/desk/index.ts';

/** Documents beside the graph are not offered by every service: null of one that does not. */
export async function ifSupported<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiError && [403, 404, 501].includes(error.status)) return null;
    throw error;
  }
}

/**
 * Makes a project that is like another: its graph, storyboard and timeline. What could not be filled is taken back.
 * @returns the id of the copy. @throws ApiError
 */
export async function duplicateProject(
  connectionId: string,
  { id }: Pick<PublicProjectSummary, 'id'>,
  name: string,
): Promise<string> {
  const api = apiFor(connectionId);
  const from = { project_id: id };
  const [{ document }, storyboard, timeline] = await Promise.all([
    api(endpoints.projects.getDocument, { params: from }),
    ifSupported(api(endpoints.storyboards.get, { params: from })),
    ifSupported(api(endpoints.timelines.get, { params: from })),
  ]);
  const idempotencyKey = () => crypto.randomUUID();
  const created = await api(endpoints.projects.create, { body: { name }, idempotencyKey: idempotencyKey() });
  const params = { project_id: created.id };
  let { version } = created;
  try {
    const filled = await api(endpoints.projects.replaceDocument, {
      params,
      body: { document, expectedVersion: version },
      idempotencyKey: idempotencyKey(),
    });
    version = filled.version;
    if (storyboard && storyboard.summary.sceneCount > 0) {
      const board = await api(endpoints.storyboards.replace, {
        params,
        body: { document: storyboard.document, expectedVersion: version },
        idempotencyKey: idempotencyKey(),
      });
      version = board.version;
    }
    if (timeline && timeline.summary.trackCount > 0) {
      const line = await api(endpoints.timelines.replace, {
        params,
        body: { document: timeline.document, expectedVersion: version },
        idempotencyKey: idempotencyKey(),
      });
      version = line.version;
    }
    return created.id;
  } catch (error) {
    await api(endpoints.projects.delete, { params, query: { expectedVersion: version } }).catch(
      () => undefined,
    );
    throw error;
  }
}
