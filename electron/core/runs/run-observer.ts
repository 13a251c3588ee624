import {
  endpoints,
  PublicRunDetail,
  PublicTemplateRunDetail,
  type AnyEndpoint,
  type EndpointMatch,
} from '#shared/api/index.ts';
import { runOfProjectHeader } from '#shared/desk/index.ts';
import type { ProxyObserver } from '../api/proxy-observer.ts';
import type { RunRecorder } from './run-recorder.ts';
import type { RunWriter } from './run-writer.ts';

/** Tells the writer of runs what passes between pages and services: of hosted services nothing else is known. */
export const createRunObserver = (
  writer: RunWriter,
  recorder: Pick<RunRecorder, 'noteStart' | 'noteTemplateStart'>,
): ProxyObserver => ({
  accepts: ({ resource, responseKind }: AnyEndpoint) =>
    (resource === 'run' || resource === 'template-run') && responseKind !== 'event-stream',

  responded(connectionId, { endpoint }, response) {
    if (response.status < 200 || response.status > 299) return;
    if (endpoint.resource === 'template-run') {
      const run = PublicTemplateRunDetail.safeParse(response.body()).data;
      if (run === undefined) return;
      const isStart = endpoint === endpoints.templates.createRun;
      if (isStart) recorder.noteTemplateStart(connectionId, run, response.requestBody());
      writer.noteTemplateRun(connectionId, run);
      return;
    }
    const run = PublicRunDetail.safeParse(response.body()).data;
    if (run === undefined) return;
    if (endpoint === endpoints.runs.create) recorder.noteStart(connectionId, run, response);
    writer.note(connectionId, { ...run, projectId: run.projectId ?? response.header(runOfProjectHeader) });
  },

  onStreamOpen(connectionId, match) {
    const runId = streamedRun(match);
    if (runId !== null) writer.onStreamOpen(connectionId, runId);
  },

  streamFinished(connectionId, match, isComplete) {
    const runId = streamedRun(match);
    if (runId !== null) writer.onStreamFinished(connectionId, runId, isComplete);
  },
});

/** The run whose events a stream carries; null for any other stream. */
function streamedRun({ endpoint, params }: EndpointMatch): string | null {
  if (endpoint.resource === 'run') return params['run_id'] ?? null;
  return endpoint.resource === 'template-run' ? (params['task_id'] ?? null) : null;
}
