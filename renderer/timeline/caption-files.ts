import { createStore } from 'zustand/vanilla';
import type { FileRecord } from '#shared/desk/index.ts';
import { decodeTextAs, readTextFile, type TextFileReading, type TextReport } from '#shared/reading/index.ts';
import { addCaptions, removeTrack, type TimelineEdit } from '#shared/timeline/edits/index.ts';
import { readCaptions, type Caption } from '#shared/timeline/read-captions.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { newId } from './use-timeline-pointer.ts';

/** Files of captions on their way to a track. */

export type Change = ((name: string, edit: TimelineEdit) => void) | null;

export const isCaptionName = (name: string): boolean => /\.(?:srt|vtt)$/i.test(name);
export const isCaptionFile = ({ name }: Pick<File, 'name'>): boolean => isCaptionName(name);

const SUBJECT = {
  maxBytes: 10_000_000,
  advice: 'Choose an .srt or .vtt file.',
  kind: 'captions',
};
/** The most that the desktop process gives of a text. */
const MAX_LIBRARY_BYTES = 4_000_000;

/** A file whose encoding was guessed, and the track that it went to. */
export interface GuessedCaptions {
  filename: string;
  bytes: Uint8Array;
  encoding: TextReport['encoding'];
  trackId: string;
  change: Change;
}

/** The file whose encoding a person is choosing. */
export const captionEncoding = createStore<{ asked: GuessedCaptions | null }>(() => ({ asked: null }));

/** Puts the captions of files on tracks of their own, and says what was put right and what cannot be read. */
export async function importCaptions(files: readonly File[], change: Change): Promise<void> {
  for (const file of files) {
    const reading = await readTextFile(file, SUBJECT);
    takeReading(file.name, reading, change);
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
    takeCaptions(filename, read.isWhole ? read.text : '', change, read.report);
  } catch (error) {
    notImported(filename, describeProblem(error));
  }
}

const notImported = (filename: string, problem: string): void =>
  showToast({ kind: 'error', title: words.clips.notImported(filename), description: problem });

function takeReading(filename: string, reading: TextFileReading, change: Change): void {
  if (!reading.ok) {
    notImported(filename, reading.problem);
    return;
  }
  const { report, bytes } = reading;
  const ask = (trackId: string): void =>
    captionEncoding.setState({ asked: { filename, bytes, encoding: report.encoding, trackId, change } });
  takeCaptions(filename, reading.text, change, report, ask);
}

function takeCaptions(
  filename: string,
  text: string,
  change: Change,
  decoded?: TextReport,
  ask?: (trackId: string) => void,
): void {
  const read = readCaptions(text);
  if (!read.ok) {
    notImported(filename, read.problem);
    return;
  }
  const track = trackOf(filename);
  change?.('import captions', addCaptions(read.captions, track, newId));
  const said = [
    ...(decoded ? words.textFiles.decoded(decoded) : []),
    ...words.textFiles.captionReport(read.report),
  ];
  if (said.length === 0) return;
  showToast({
    title: words.textFiles.captionsRead(read.captions.length, filename),
    description: said.join(' '),
    ...(decoded?.isGuess &&
      ask && { action: { label: words.textFiles.otherEncoding, run: () => ask(track.id) } }),
  });
}

const trackOf = (filename: string): { id: string; name: string } => {
  const name = filename.replace(/\.\w+$/, '').slice(0, 100);
  return { id: `track-${crypto.randomUUID()}`, name: name || 'Captions' };
};

/** What a file holds in an encoding, to be looked at. */
export function captionsIn({ bytes }: GuessedCaptions, encoding: TextReport['encoding']): Caption[] {
  const reading = decodeTextAs(bytes, SUBJECT, encoding);
  const read = reading.ok ? readCaptions(reading.text) : null;
  return read?.ok ? read.captions : [];
}

/** Reads a file once more, in the encoding that a person chose, in the place of the track that it became. */
export function readAgain(asked: GuessedCaptions, encoding: TextReport['encoding']): void {
  const captions = captionsIn(asked, encoding);
  const track = trackOf(asked.filename);
  asked.change?.('import captions', (document) => {
    const before = removeTrack(asked.trackId)(document) ?? document;
    return addCaptions(captions, track, newId)(before);
  });
  captionEncoding.setState({ asked: null });
}
