import { randomUUID } from 'node:crypto';
import { endpoints, type ApiClient } from '#shared/api/index.ts';
import { SAMPLE_RUN_ID } from '#shared/desk/run-origin.ts';
import { diff, type Graph } from '#shared/graph/index.ts';
import { germanText } from '#shared/starters/german.ts';
import { posterGraph, translateGraph } from '#shared/starters/index.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext } from '../feature.ts';

/**
 * Runs the sample project of a new local workspace once, so that whoever opens it finds its results. It is a run like
 * any other: in the list, in the gallery, reused by the next one.
 * @param deps.api calls the API on the road that pages take, so that history and gallery see the run.
 */
export function openSampleResults(
  { options, log }: Pick<CoreContext, 'options' | 'log'>,
  deps: {
    signals: Pick<ConnectionSignals, 'keyCreated'>;
    api: (connectionId: string) => ApiClient;
  },
): void {
  if (options.sampleLanguages === undefined) return;
  deps.signals.keyCreated.listen((connectionId) =>
    runSample(deps.api(connectionId)).catch((error: unknown) =>
      // The page makes previews then, and Run the rest.
      log.debug(errorFields(error), 'the sample was not run'),
    ),
  );
}

/** The sample as the local service writes it, in each language. */
const samples = (): Graph[] => [posterGraph, translateGraph(posterGraph, germanText)];

/** Runs it where it is all there is, and as it came: nothing of a person is ever run unasked. */
async function runSample(call: ApiClient): Promise<void> {
  const { data } = await call(endpoints.projects.list, { query: { limit: 2 } });
  const [project] = data;
  if (project === undefined || data.length > 1) return;
  const { document } = await call(endpoints.projects.getDocument, { params: { project_id: project.id } });
  if (samples().every((graph) => diff(document.graph, graph).length > 0)) return;
  await call(endpoints.runs.create, {
    body: { projectId: project.id, externalId: SAMPLE_RUN_ID },
    idempotencyKey: randomUUID(),
  });
}
