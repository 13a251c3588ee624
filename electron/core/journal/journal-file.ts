import { z } from 'zod';
import { JournalEntry, JournalInFlight } from '#shared/desk/index.ts';

/** The lines of a journal file and what they add up to. Pure; `journal.ts` does the writing. */

export const JournalLine = z.discriminatedUnion('t', [
  z.object({ t: z.literal('claimed'), from: z.array(z.string()), by: z.string() }),
  z.object({ t: z.literal('entry'), writer: z.string(), entry: JournalEntry }),
  z.object({ t: z.literal('sending'), writer: z.string(), inFlight: JournalInFlight }),
  z.object({ t: z.literal('taken'), entryIds: z.array(z.string()) }),
  // One line, so that a crash leaves either what was replaced or what replaces it.
  z.object({
    t: z.literal('replaced'),
    writer: z.string(),
    entryIds: z.array(z.string()),
    entries: z.array(JournalEntry),
  }),
]);
export type JournalLine = z.infer<typeof JournalLine>;

/** What the lines of a project's journal add up to, over all windows that wrote to it. */
export interface JournalContents {
  /** In the order they were written. */
  entries: readonly { writer: string; entry: JournalEntry }[];
  /** Requests that were written down and not heard of since. */
  inFlight: readonly { writer: string; request: JournalInFlight }[];
}

export const emptyJournal = (): JournalContents => ({ entries: [], inFlight: [] });

/** One line's effect. An entry written twice (the page repeated its request) counts once. */
export function advanceJournal(state: JournalContents, line: JournalLine): JournalContents {
  switch (line.t) {
    case 'entry':
      return state.entries.some(({ entry }) => entry.id === line.entry.id)
        ? state
        : { ...state, entries: [...state.entries, { writer: line.writer, entry: line.entry }] };
    case 'claimed': {
      const owner = <T extends { writer: string }>(one: T): T =>
        line.from.includes(one.writer) ? { ...one, writer: line.by } : one;
      return { entries: state.entries.map(owner), inFlight: state.inFlight.map(owner) };
    }
    case 'sending': {
      // The same edits under a new key: the request before it is over.
      const ids = new Set(line.inFlight.entryIds);
      const others = state.inFlight.filter(({ request }) => !request.entryIds.some((id) => ids.has(id)));
      return { ...state, inFlight: [...others, { writer: line.writer, request: line.inFlight }] };
    }
    case 'taken':
      return withoutFinished(without(state, line.entryIds));
    case 'replaced': {
      const left = without(state, [...line.entryIds, ...line.entries.map(({ id }) => id)]);
      const inFlight = left.inFlight.filter(({ writer }) => writer !== line.writer);
      const entries = [...left.entries, ...line.entries.map((entry) => ({ writer: line.writer, entry }))];
      return withoutFinished({ entries, inFlight });
    }
    default:
      return assertNever(line);
  }
}

function without(state: JournalContents, entryIds: readonly string[]): JournalContents {
  const gone = new Set(entryIds);
  return { ...state, entries: state.entries.filter(({ entry }) => !gone.has(entry.id)) };
}

/** A request none of whose entries is left has nothing to ask for any more. */
function withoutFinished(state: JournalContents): JournalContents {
  if (state.inFlight.length === 0) return state;
  const ids = new Set(state.entries.map(({ entry }) => entry.id));
  return {
    ...state,
    inFlight: state.inFlight.filter(({ request }) => request.entryIds.some((id) => ids.has(id))),
  };
}

function assertNever(value: never): never {
  throw new Error(`Unexpected journal line ${JSON.stringify(value)}`);
}

/** The lines that make up a state, for a file written anew. */
export const linesOf = (state: JournalContents): JournalLine[] => [
  ...state.entries.map(({ writer, entry }): JournalLine => ({ t: 'entry', writer, entry })),
  ...state.inFlight.map(({ writer, request }): JournalLine => ({ t: 'sending', writer, inFlight: request })),
];

export const encodeLines = (lines: readonly JournalLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

export interface JournalReading {
  state: JournalContents;
  lines: number;
  /**
   * `torn`: the last line was cut off by a crash before it was acknowledged, so dropping it loses nothing promised.
   * `damaged`: a line in the middle cannot be read; what stands before it is kept.
   */
  condition: 'whole' | 'torn' | 'damaged';
}

/** Reads a journal file's text. */
export function readJournalText(text: string): JournalReading {
  const pieces = text.split('\n');
  const tail = pieces.pop() ?? '';
  let state = emptyJournal();
  let lines = 0;
  for (const [index, piece] of pieces.entries()) {
    const line = parseLine(piece);
    if (line === null) {
      const isLast = index === pieces.length - 1 && tail === '';
      return { state, lines, condition: isLast ? 'torn' : 'damaged' };
    }
    state = advanceJournal(state, line);
    lines += 1;
  }
  return { state, lines, condition: tail === '' ? 'whole' : 'torn' };
}

function parseLine(text: string): JournalLine | null {
  try {
    const parsed = JournalLine.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
