import { z } from 'zod';
import {
  DocumentBase,
  DocumentEntry,
  JournalEntry,
  JournalInFlight,
  MediaDocumentKind,
  UndoChange,
  UndoStacks,
} from '#shared/desk/index.ts';

/** A line of the graph and its canvas. */
export const GraphLine = z.discriminatedUnion('t', [
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
export type GraphLine = z.infer<typeof GraphLine>;

const kind = MediaDocumentKind;

/** A line of a storyboard or timeline. */
export const DocumentLine = z.discriminatedUnion('t', [
  // One line, so that a crash leaves either what was replaced or what replaces it, and no edit without what it was made on.
  z.object({
    t: z.literal('replaced'),
    kind,
    entryIds: z.array(z.string()),
    entries: z.array(DocumentEntry),
    /** The document that the first of all edits was made on; only with that. */
    base: DocumentBase.optional(),
  }),
  z.object({ t: z.literal('sending'), kind, inFlight: JournalInFlight }),
  /** `version`: of the project, whose document is what these edits made. Earlier builds wrote and read none. */
  z.object({ t: z.literal('taken'), kind, entryIds: z.array(z.string()), version: z.int().optional() }),
]);
export type DocumentLine = z.infer<typeof DocumentLine>;

/** One line of a journal file. */
export type JournalLine = GraphLine | DocumentLine;

/** @returns ids of the edits that lines bring. */
export const addedBy = (lines: readonly JournalLine[]): string[] =>
  lines.flatMap((line) => {
    if (line.t === 'entry') return [line.entry.id];
    return line.t === 'replaced' ? line.entries.map(({ id }) => id) : [];
  });

/** A line without a kind is of the graph and its canvas; lines of every other document say which. */
export const LineOfKind = z.object({ kind: z.string() });
