import type { TimelineDocument } from '#shared/timeline/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { planExport } from './export-formats.ts';
import type { ExportJob, ExportJobs, FromExportWorker, ToExportWorker } from './export-messages.ts';
import { packBundle, packTexts } from './pack-export.ts';

/** Writes exports apart from the page, which stays usable while a film of many clips is written. */

let document: TimelineDocument | null = null;

const say = (message: FromExportWorker): void => self.postMessage(message, { transfer: [] });

async function answerTo(
  message: Exclude<ToExportWorker, { kind: 'document' }>,
): Promise<ExportJobs[ExportJob]['answer']> {
  if (!document) throw new Error('There is no timeline.');
  switch (message.kind) {
    case 'plan':
      return planExport(document, message.format, new Set(message.gone));
    case 'texts':
      return packTexts(message.files, message.warnings);
    case 'bundle':
      return packBundle({ ...message, document });
    default:
      return assertNever(message);
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToExportWorker>) => {
  if (data.kind === 'document') {
    document = data.document;
    return;
  }
  const { id } = data;
  answerTo(data).then(
    (answer) => say({ kind: 'answer', id, answer }),
    (error: unknown) =>
      say({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) }),
  );
});
