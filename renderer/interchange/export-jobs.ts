import type { TimelineDocument } from '#shared/timeline/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { planExport } from './export-formats.ts';
import type { ExportJob, ExportJobs, FromExportWorker, ToExportWorker } from './export-messages.ts';
import { packBundle, packTexts } from './pack-export.ts';
import { inspectCut, readCut } from './read-cut.ts';

/** Writes exports and reads cuts apart from the page, which stays usable while a film of many clips is written. */

let document: TimelineDocument | null = null;

const post = (message: FromExportWorker): void => self.postMessage(message, { transfer: [] });

function timeline(): TimelineDocument {
  if (!document) throw new Error('There is no timeline.');
  return document;
}

async function answerTo(
  message: Exclude<ToExportWorker, { kind: 'document' }>,
): Promise<ExportJobs[ExportJob]['answer']> {
  switch (message.kind) {
    case 'inspect':
      return inspectCut(message);
    case 'cut':
      return readCut(message);
    case 'plan':
      return planExport(timeline(), message.format, new Set(message.removed), new Map(message.media));
    case 'texts':
      return packTexts(message.files, message.warnings);
    case 'bundle':
      return packBundle({ ...message, document: timeline() });
    default:
      return assertNever(message);
  }
}

/** Answers the page. */
export function handleMessage({ data }: MessageEvent<ToExportWorker>): void {
  if (data.kind === 'document') {
    document = data.document;
    return;
  }
  const { id } = data;
  answerTo(data).then(
    (answer) => post({ kind: 'answer', id, answer }),
    (error: unknown) =>
      post({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) }),
  );
}
