import { createStore } from 'zustand/vanilla';
import type { FileRecord } from '#shared/desk/index.ts';
import { decodeTextAs, readTextFile, type TextFileReading, type TextReport } from '#shared/reading/index.ts';
import { addCaptions, removeTrack, type TimelineEdit } from '#shared/timeline/edits/index.ts';
import type { Caption } from '#shared/timeline/read-captions.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { newId } from '../gestures/use-timeline-pointer.ts';
import { readCaptionsInWorker } from './caption-worker-client.ts';

const t = words.timelineCommands.captionFiles;

/** Files of captions on their way to a track. */

export type Change = ((name: string, edit: TimelineEdit) => void) | null;

export const isCaptionName = (name: string): boolean => /\.(?:srt|vtt)$/i.test(name);
export const isCaptionFile = ({ name }: Pick<File, 'name'>): boolean => isCaptionName(name);

const READ_OPTIONS = {
  maxBytes: 10_000_000,
  hint: t.srtVttFile,
  kind: words.timelineCommands.captionFiles.kind,
};
/** The most that the desktop process gives of a text. */
const MAX_LIBRARY_BYTES = 4_000_000;

/** A file whose encoding was guessed, and the track that it went to. */
export interface DetectedCaptions {
  filename: string;
  bytes: Uint8Array;
  encoding: TextReport['encoding'];
  trackId: string;
  change: Change;
}

/** The file whose encoding a person is choosing. */
export const captionEncoding = createStore<{ requested: DetectedCaptions | null }>(() => ({
  requested: null,
}));

/** Puts the captions of files on tracks of their own, and says what was put right and what cannot be read. */
export async function importCaptions(files: readonly File[], change: Change): Promise<void> {
  for (const file of files) {
    const decoded = await readTextFile(file, READ_OPTIONS);
    await importDecoded(file.name, decoded, change);
  }
}

/** Puts the captions of a file of the library, as a run that transcribes makes them, on a track of their own. */
export async function importLibraryCaptions(
  connectionId: string,
  { fileId, filename }: Pick<FileRecord, 'fileId' | 'filename'>,
  change: Change,
): Promise<void> {
  try {
    const read = await callDesk('mediaText', { body: { connectionId, fileId, maxBytes: MAX_LIBRARY_BYTES } });
    await insertCaptions(filename, read.isWhole ? read.text : '', change, read.report);
  } catch (error) {
    notImported(filename, describeProblem(error));
  }
}

const notImported = (filename: string, problem: string): void =>
  showToast({ kind: 'error', title: words.clips.notImported(filename), description: problem });

async function importDecoded(filename: string, decoded: TextFileReading, change: Change): Promise<void> {
  if (!decoded.ok) {
    notImported(filename, decoded.problem);
    return;
  }
  const { report, bytes } = decoded;
  const requestEncoding = (trackId: string): void =>
    captionEncoding.setState({ requested: { filename, bytes, encoding: report.encoding, trackId, change } });
  await insertCaptions(filename, decoded.text, change, report, requestEncoding);
}

async function insertCaptions(
  filename: string,
  text: string,
  change: Change,
  decoded?: TextReport,
  requestEncoding?: (trackId: string) => void,
): Promise<void> {
  const read = await readCaptionsInWorker(text).catch((error: unknown) => ({
    ok: false as const,
    problem: describeProblem(error),
  }));
  if (!read.ok) {
    notImported(filename, read.problem);
    return;
  }
  const track = trackOf(filename);
  change?.(t.importCaptions, addCaptions(read.captions, track, newId));
  const messages = [
    ...(decoded ? words.textFiles.decoded(decoded) : []),
    ...words.textFiles.captionReport(read.report),
  ];
  if (messages.length === 0) return;
  showToast({
    title: words.textFiles.captionsRead(read.captions.length, filename),
    description: messages.join(' '),
    ...(decoded?.isGuess &&
      requestEncoding && {
        action: { label: words.textFiles.otherEncoding, run: () => requestEncoding(track.id) },
      }),
  });
}

const trackOf = (filename: string): { id: string; name: string } => {
  const name = filename.replace(/\.\w+$/, '').slice(0, 100);
  return { id: `track-${crypto.randomUUID()}`, name: name || t.captions };
};

/** What a file holds in an encoding, to be looked at. */
export async function captionsIn(
  { bytes }: DetectedCaptions,
  encoding: TextReport['encoding'],
): Promise<Caption[]> {
  const decoded = decodeTextAs(bytes, READ_OPTIONS, encoding);
  const read = decoded.ok ? await readCaptionsInWorker(decoded.text) : null;
  return read?.ok ? read.captions : [];
}

/** Puts the captions of a file, read in the encoding that a person chose, in the place of the track that it became. */
export function replaceCaptions(request: DetectedCaptions, captions: readonly Caption[]): void {
  const track = trackOf(request.filename);
  request.change?.(t.importCaptions, (document) => {
    const before = removeTrack(request.trackId)(document) ?? document;
    return addCaptions(captions, track, newId)(before);
  });
  captionEncoding.setState({ requested: null });
}
