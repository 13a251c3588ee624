import type { ExportFormat } from '#shared/timeline/cut-formats.ts';
import type { TimelineDocument } from '#shared/timeline/index.ts';
import { exportName, otioName, type ExportPlan } from './export-formats.ts';
import type { ExportWorker } from './export-worker-client.ts';
import { exportOtio } from './otio-requests.ts';

/**
 * Makes the file of an export.
 * @param onReceived bytes of the service's bundle so far; 0 where none is needed.
 * @throws ApiError, HostUnreachable, AbortError
 */
export async function exportTimeline(options: {
  connectionId: string;
  projectId: string;
  document: TimelineDocument;
  format: ExportFormat;
  plan: ExportPlan;
  worker: ExportWorker;
  onReceived: (bytes: number) => void;
  signal: AbortSignal;
}): Promise<{ file: Blob; name: string }> {
  const { connectionId, projectId, document, format, plan, worker, onReceived, signal } = options;
  const name = exportName(document, format);
  const [only, ...remaining] = plan.files;
  if (only && remaining.length === 0) return { file: new Blob([only.text]), name: only.name };
  if (only) return { file: await worker.request('texts', document, plan, signal), name };
  const { bundle, name: proposed } = await exportOtio({ connectionId, projectId, onReceived, signal });
  if (format !== 'otioz' && format !== 'folder') return { file: bundle, name: proposed };
  const inside = { bundle, form: format, name: otioName(document), starts: plan.starts ?? [] };
  return { file: await worker.request('bundle', document, inside, signal), name };
}
