import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { JournalEntry, JournalInFlight, UndoChange, UndoStacks, type UndoStep } from '#shared/desk/index.ts';
import { advanceUndo, cappedUndo, isNoUndo, noUndo } from '#shared/sync/index.ts';

/** The lines of a journal file and what they add up to. Pure; `journal.ts` does the writing. */

export const JournalLine = z.discriminatedUnion('t', [
  z.object({ t: z.literal('entry'), entry: JournalEntry }),
  z.object({ t: z.literal('sending'), inFlight: JournalInFlight }),
  z.object({ t: z.literal('taken'), entryIds: z.array(z.string()) }),
  // One line, so that a crash leaves either what was replaced or what replaces it.
  z.object({ t: z.literal('replaced'), entryIds: z.array(z.string()), entries: z.array(JournalEntry) }),
  z.object({
    t: z.literal('undo'),
    changes: z.array(UndoChange),
    writeId: z.string().optional(),
    /** Of the edits and changes of that write, to tell a repeated write from another one under its id. */
    digest: z.string().optional(),
  }),
  /** The undo history as a whole, when the file is written anew. */
  z.object({
    t: z.literal('history'),
    history: UndoStacks,
    writeIds: z.array(z.string()).optional(),
    /** One for each of `writeIds`. */
    digests: z.array(z.string().nullable()).optional(),
  }),
  // Written by the first version, which told windows apart here.
  z.object({ t: z.literal('claimed') }),
]);
export type JournalLine = z.infer<typeof JournalLine>;

/** What the lines of a project's journal add up to. */
export interface JournalContents {
  /** In the order they were written. */
  entries: readonly JournalEntry[];
  /** Requests that were recorded and without a response since. */
  inFlight: readonly JournalInFlight[];
  history: UndoStacks;
  /** The last writes of the undo history that have an id, the newest at the end. */
  writeIds: readonly string[];
  /** One for each of `writeIds`; null for a write of an earlier version. */
  digests: readonly (string | null)[];
}

/** A window repeats its last write before it makes the next one; the other ids are for other windows. */
const REMEMBERED_WRITES = 16;

/** Characters of JSON that the undo history of a project may take. */
export const HISTORY_LIMIT = 2 * 1024 * 1024;

const emptyJournal = (): JournalContents => ({
  entries: [],
  inFlight: [],
  history: noUndo,
  writeIds: [],
  digests: [],
});
export const isEmpty = ({ entries, inFlight, history }: JournalContents): boolean =>
  entries.length + inFlight.length === 0 && isNoUndo(history);

/** One line's effect. An entry or a change of the history that is written twice counts once, as a page repeats its request. */
export function advanceJournal(state: JournalContents, line: JournalLine): JournalContents {
  switch (line.t) {
    case 'entry':
      return state.entries.some(({ id }) => id === line.entry.id)
        ? state
        : { ...state, entries: [...state.entries, line.entry] };
    case 'sending': {
      // The same edits under a new key: the request before it is over.
      const ids = new Set(line.inFlight.entryIds);
      const others = state.inFlight.filter(({ entryIds }) => !entryIds.some((id) => ids.has(id)));
      return { ...state, inFlight: [...others, line.inFlight] };
    }
    case 'taken':
      return withoutFinished(without(state, line.entryIds));
    case 'replaced': {
      const left = without(state, [...line.entryIds, ...line.entries.map(({ id }) => id)]);
      return { ...left, entries: [...left.entries, ...line.entries], inFlight: [] };
    }
    case 'undo':
      if (line.writeId === undefined)
        return { ...state, history: line.changes.reduce(advanceUndo, state.history) };
      if (state.writeIds.includes(line.writeId)) return state;
      return {
        ...state,
        history: line.changes.reduce(advanceUndo, state.history),
        writeIds: [...state.writeIds, line.writeId].slice(-REMEMBERED_WRITES),
        digests: [...state.digests, line.digest ?? null].slice(-REMEMBERED_WRITES),
      };
    case 'history':
      return {
        ...state,
        history: line.history,
        writeIds: line.writeIds ?? [],
        digests: line.digests ?? (line.writeIds ?? []).map(() => null),
      };
    case 'claimed':
      return state;
    default:
      return assertNever(line);
  }
}

function without(state: JournalContents, entryIds: readonly string[]): JournalContents {
  const gone = new Set(entryIds);
  return { ...state, entries: state.entries.filter(({ id }) => !gone.has(id)) };
}

/** A request none of whose entries is left has nothing to ask for any more. */
function withoutFinished(state: JournalContents): JournalContents {
  if (state.inFlight.length === 0) return state;
  const ids = new Set(state.entries.map(({ id }) => id));
  return { ...state, inFlight: state.inFlight.filter(({ entryIds }) => entryIds.some((id) => ids.has(id))) };
}

function assertNever(value: never): never {
  throw new Error(`Unexpected journal line ${JSON.stringify(value)}`);
}

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
}

/** Reads a journal file's text. */
export function readJournalText(text: string): JournalReading {
  const pieces = text.split('\n');
  const tail = pieces.pop() ?? '';
  let state = emptyJournal();
  let broken = 0;
  for (const piece of pieces) {
    const line = parseLine(piece);
    if (line === null) broken += 1;
    else state = advanceJournal(state, line);
  }
  const condition = broken > 0 ? 'damaged' : tail === '' ? 'whole' : 'torn';
  return { state, size: text.length, condition, unreadable: broken };
}

/** @returns null for what is no line, or not the one that was written. Lines of earlier versions have no checksum. */
function parseLine(text: string): JournalLine | null {
  try {
    const checksum = CHECKSUM.exec(text);
    const content = checksum === null ? text : `${text.slice(0, checksum.index)}}`;
    if (checksum !== null && checksumOf(content) !== checksum[1]) return null;
    const parsed = JournalLine.safeParse(JSON.parse(content));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
