import type { OtioWarning } from '#shared/api/index.ts';
import { TimelineFileRefused } from '#shared/otio/index.ts';
import { words } from '#renderer/words/index.ts';
import { createExportWorker, type ExportWorker } from './export-worker-client.ts';
import { MAX_CUT_BYTES, nameOfCut } from './cut-names.ts';
import type { CutRequest, CutInspection } from './read-cut.ts';

/** Files of cuts that services do not read: they are made into OpenTimelineIO before they are sent. */

/** Files of the largest size take a few seconds. */
const CUT_TIMEOUT_MS = 60_000;

/** What a person says of a file. */
export type CutChoices = Pick<CutRequest, 'encoding' | 'rate' | 'hint' | 'media'>;

/** How a file is read. */
export interface ParsedCut {
  signal: AbortSignal;
  /** Which work is done; a new worker without it. */
  worker?: ExportWorker;
  /** When it is given up. */
  timeout?: AbortSignal;
}

async function cutRequestOf(file: File, choices: CutChoices): Promise<CutRequest> {
  // Larger ones are refused before they are in memory.
  if (file.size > MAX_CUT_BYTES) throw new TimelineFileRefused(words.interchange.cutTooLarge);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new TimelineFileRefused(words.interchange.fileGone(file.name));
  });
  return { ...choices, bytes: new Uint8Array(bytes), filename: file.name };
}

/** Asks a worker, which is ended when nobody waits any more. */
async function withWorker<T extends { ok: boolean }>(
  { signal, worker = createExportWorker(), timeout = AbortSignal.timeout(CUT_TIMEOUT_MS) }: ParsedCut,
  task: (worker: ExportWorker, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await task(worker, AbortSignal.any([signal, timeout]));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new TimelineFileRefused(words.interchange.cutTooSlow);
    throw error;
  } finally {
    worker.close();
  }
}

/**
 * Looks into an EDL or FCP 7 XML.
 * @returns what its reader had to guess, and the files that it asks for.
 * @throws TimelineFileRefused for a file that is none, too large or too slow to read; the signal's reason.
 */
export async function inspectForeignCut(
  file: File,
  choices: CutChoices,
  cut: ParsedCut,
): Promise<CutInspection> {
  const request = await cutRequestOf(file, choices);
  const found = await withWorker(cut, (worker, signal) => worker.request('inspect', null, request, signal));
  if (!found.ok) throw new TimelineFileRefused(found.problem);
  return found;
}

/**
 * Reads an EDL or an FCP 7 XML.
 * @returns the same cut as a file of OpenTimelineIO, and what of it did not fit.
 * @throws TimelineFileRefused for a file that is none, too large or too slow to read; the signal's reason.
 */
export async function asOtioFile(
  file: File,
  choices: CutChoices,
  cut: ParsedCut,
): Promise<{ file: File; warnings: OtioWarning[] }> {
  const request = await cutRequestOf(file, choices);
  const found = await withWorker(cut, (worker, signal) => worker.request('cut', null, request, signal));
  if (!found.ok) throw new TimelineFileRefused(found.problem);
  return { file: new File([found.otio], `${nameOfCut(file.name)}.otio`), warnings: found.warnings };
}
