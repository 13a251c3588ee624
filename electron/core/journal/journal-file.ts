import { crc32 } from 'node:zlib';
import { MediaDocumentKind, type UndoStep } from '#shared/desk/index.ts';
import { cappedUndo, isNoUndo } from '#shared/graph-saving/index.ts';
import { advanceJournal, emptyJournal, type JournalContents } from './journal-contents.ts';
import { DocumentLine, GraphLine, LineOfKind, type JournalLine } from './journal-line.ts';

/** The lines of a journal file and what they add up to. Pure; `journal.ts` does the writing. */

/** Characters of JSON that the undo history of a project may take. */
export const HISTORY_LIMIT = 2 * 1024 * 1024;

/** Whether there is anything that the service does not have. */
export const isUnsaved = ({ entries, inFlight, documents }: JournalContents): boolean =>
  entries.length + inFlight.length + documents.size > 0;

export const isEmpty = (state: JournalContents): boolean => !isUnsaved(state) && isNoUndo(state.history);

/** Lines that say of every document that the service has these edits of it: the file may have some that are in no state any more. */
export const acknowledgedLines = (ids: readonly string[]): JournalLine[] => [
  { t: 'taken', entryIds: [...ids] },
  ...MediaDocumentKind.options.map((kind): JournalLine => ({ t: 'taken', kind, entryIds: [...ids] })),
];

const sizes = new WeakMap<UndoStep, number>();
function sizeOf(step: UndoStep): number {
  let size = sizes.get(step);
  if (size === undefined) {
    size = JSON.stringify(step).length;
    sizes.set(step, size);
  }
  return size;
}

/** The state as it is stored for good: of the undo history only as much as may be stored. */
export const capped = (state: JournalContents): JournalContents => ({
  ...state,
  history: cappedUndo(state.history, HISTORY_LIMIT, sizeOf),
});

/** The lines that make up a state, for a file written anew. */
export const linesOf = ({
  entries,
  inFlight,
  history,
  writeIds,
  digests,
  documents,
}: JournalContents): JournalLine[] => [
  ...(isNoUndo(history) && writeIds.length === 0
    ? []
    : [
        {
          t: 'history',
          history,
          ...(writeIds.length > 0 && { writeIds: [...writeIds], digests: [...digests] }),
        } as const,
      ]),
  ...entries.map((entry): JournalLine => ({ t: 'entry', entry })),
  ...inFlight.map((request): JournalLine => ({ t: 'sending', inFlight: request })),
  ...[...documents].flatMap(([kind, document]): JournalLine[] => [
    { t: 'replaced', kind, entryIds: [], entries: [...document.entries], base: document.base },
    ...document.inFlight.map((request) => ({ t: 'sending', kind, inFlight: request }) as const),
  ]),
];

const CHECKSUM = /,"c":"([0-9a-f]{8})"\}$/;
const checksumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');

/** A line with the checksum of its text as its last field: versions that do not look at it read it all the same. */
function encodeLine(line: JournalLine): string {
  const text = JSON.stringify(line);
  return `${text.slice(0, -1)},"c":"${checksumOf(text)}"}\n`;
}

export const encodeLines = (lines: readonly JournalLine[]): string => lines.map(encodeLine).join('');

export interface JournalReading {
  state: JournalContents;
  /** Characters read. */
  size: number;
  /**
   * `torn`: the last line was cut off by a crash before it was acknowledged, so dropping it loses nothing promised.
   * `damaged`: lines that were whole once, which the end of a line tells, cannot be read; all others are used.
   */
  condition: 'whole' | 'torn' | 'damaged';
  unreadable: number;
  /** Whether a later version wrote lines that this one does not know; they are to stay where they are. */
  hasUnknownLines: boolean;
}

/** Reads a journal file's text. */
export function readJournalText(text: string): JournalReading {
  const chunks = text.split('\n');
  const tail = chunks.pop() ?? '';
  const read = chunks.flatMap((chunk) => parseLine(chunk) ?? []);
  const broken = chunks.length - read.length;
  const lines = read.filter((line) => line !== 'unknown');
  const state = advanceJournal(emptyJournal, lines);
  const condition = broken > 0 ? 'damaged' : tail === '' ? 'whole' : 'torn';
  return {
    state,
    size: text.length,
    condition,
    unreadable: broken,
    hasUnknownLines: lines.length < read.length,
  };
}

/** The lines of a file that can be read, word by word, also those of a later version. */
export const readableLinesOf = (text: string): string =>
  text
    .split(/(?<=\n)/)
    .filter((line) => line.endsWith('\n') && parseLine(line.slice(0, -1)) !== null)
    .join('');

/**
 * @returns null for what is no line, or not the one that was written; `unknown` for one that is whole and not known here, as it is of
 * another kind of document. Lines of earlier versions have no checksum, and so cannot be told from damage.
 */
function parseLine(text: string): JournalLine | 'unknown' | null {
  try {
    const checksum = CHECKSUM.exec(text);
    const content = checksum === null ? text : `${text.slice(0, checksum.index)}}`;
    if (checksum !== null && checksumOf(content) !== checksum[1]) return null;
    const input: unknown = JSON.parse(content);
    const parsed = (LineOfKind.safeParse(input).success ? DocumentLine : GraphLine).safeParse(input);
    if (parsed.success) return parsed.data;
    return checksum === null ? null : 'unknown';
  } catch {
    return null;
  }
}
