import { endpoints } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import type { Connections } from '../connections/connections.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext } from '../feature.ts';
import type { openVersions } from '../versions/versions-feature.ts';

/** Where the graph of a run can be found: in the open project, in its history, or still at the service. */
export function findGraphAt(
  {
    connections,
    versioning: { recorder: open, versions },
  }: {
    connections: Connections;
    versioning: Pick<ReturnType<typeof openVersions>, 'versions' | 'recorder'>;
  },
  log: CoreContext['log'],
) {
  return async (
    connectionId: string,
    projectId: string,
    version: number,
    signal: AbortSignal,
  ): Promise<Graph | null> => {
    const localGraph =
      open.graphAt(connectionId, projectId, version) ??
      (await versions.graphAt(connectionId, projectId, version));
    if (localGraph !== null) return localGraph;
    try {
      const { call } = connections.client(connectionId);
      const answer = await call(endpoints.projects.getDocument, {
        params: { project_id: projectId },
        signal,
      });
      return answer.version === version ? answer.document.graph : null;
    } catch (error) {
      log.debug(errorFields(error), 'the document of a run could not be read');
      return null;
    }
  };
}
