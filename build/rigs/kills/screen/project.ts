import { createApiClient, endpoints, type ApiClient, type ApiRequest } from '#shared/api/index.ts';
import { findLocalService } from '../local-service.ts';
import { pause } from '../page-process.ts';

/** A client of the local service as it is now. @throws where the service has not started yet. */
async function clientOf(data: string): Promise<ApiClient> {
  const { origin, key } = await findLocalService(data);
  return createApiClient((request: ApiRequest) =>
    fetch(`${origin}${request.path}`, {
      method: request.method,
      headers: { ...request.headers, authorization: `Bearer ${key}` },
      body: request.body,
    }),
  );
}

/** A document of a project as the service has it. @param view null for the graph. */
export async function readProject(
  data: string,
  projectId: string,
  view: 'storyboard' | 'timeline' | null,
): Promise<unknown> {
  const call = await clientOf(data);
  const params = { project_id: projectId };
  if (view === 'storyboard') return call(endpoints.storyboards.get, { params });
  if (view === 'timeline') return call(endpoints.timelines.get, { params });
  return call(endpoints.projects.getDocument, { params });
}

/** A project with one text to write in each of its documents. */
export async function makeProject(data: string): Promise<string> {
  for (;;) {
    try {
      const call = await clientOf(data);
      const created = await call(endpoints.projects.create, { body: { name: 'Screen' } });
      const params = { project_id: created.id };
      const node = { id: 'text', type: 'input/text', position: { x: 200, y: 200 }, inputs: {} };
      const { version } = await call(endpoints.projects.patchDocument, {
        params,
        body: { expectedVersion: created.version, operations: [{ op: 'addNode', node }] },
      });
      const timeline = {
        serviceType: 'timeline',
        version: 1,
        name: 'Film',
        timeline: { tracks: [{ id: 'v1' }], clips: [] },
      };
      const createdTimeline = await call(endpoints.timelines.replace, {
        params,
        body: { document: timeline, expectedVersion: version },
      });
      const document = {
        serviceType: 'storyboard',
        version: 1,
        sequences: [{ id: 'scene', shots: [{ id: 'shot', description: '' }] }],
      };
      await call(endpoints.storyboards.replace, {
        params,
        body: { document, expectedVersion: createdTimeline.version, mode: 'replace' },
      });
      return created.id;
    } catch (error) {
      // The service starts after the desktop process.
      if (error instanceof SyntaxError || error instanceof TypeError || isMissing(error)) await pause(100);
      else throw error;
    }
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
