import { z } from 'zod';
import { EditableGraph, PatchOperation } from '../api/schemas/documents.ts';
import { CanvasBase } from '../canvas/base.ts';
import { CanvasOperation, MAX_CANVAS_OPERATIONS } from '../canvas/operations.ts';
import { MAX_NODES, MAX_OPERATIONS } from '../api/schemas/counts.ts';
import { listUpTo, recordUpTo } from '../reading/index.ts';

/**
 * The journal of a project's edits as pages and desktop process speak of it. One window of this computer writes it at a
 * time; the others follow what it keeps, and any of them can take over with all that is in it.
 */

/** Edits, steps and ids in one message: more than weeks of work without a service leave behind. */
const MAX_ENTRIES = 100_000;

/** Operations on the graph and on the canvas, of one edit. */
const Operations = listUpTo(MAX_OPERATIONS, PatchOperation);
const CanvasOperations = listUpTo(MAX_CANVAS_OPERATIONS, CanvasOperation);
const EntryIds = listUpTo(MAX_ENTRIES, z.string());

/** One journaled edit: the operations of one transaction, in order. */
export const JournalEntry = z.object({
  /** Made by the page, unique, ascending within a project. */
  id: z.string(),
  label: z.string(),
  at: z.string(),
  baseVersion: z.int(),
  operations: Operations,
  /**
   * The part of the document at `baseVersion` that the operations touch: with it an edit that is found after a crash
   * can be told from what others did to the same fields meanwhile.
   */
  base: EditableGraph.optional(),
  /** What the transaction changed of the canvas items. */
  canvas: CanvasOperations.optional(),
  canvasBase: CanvasBase.optional(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** A change that was written down before it was sent, with the key it is (re)sent under. */
export const JournalInFlight = z.object({
  idempotencyKey: z.string(),
  expectedVersion: z.int(),
  entryIds: EntryIds,
});
export type JournalInFlight = z.infer<typeof JournalInFlight>;

/** A window: every page has an id of its own. */
export const WindowId = z.string().min(1).max(80);

/** One step that undo takes back: the operations of one gesture and those that undo them. */
export const UndoStep = z.object({
  label: z.string(),
  /** The window that made it, and that takes it back; left out where that is not known. */
  by: WindowId.optional(),
  forward: Operations,
  backward: Operations,
  /** Edits that carry the same key merge into one step while they follow each other. */
  mergeKey: z.string().nullable(),
  /** The same for canvas items. */
  canvas: z.object({ forward: CanvasOperations, backward: CanvasOperations }).optional(),
});
export type UndoStep = z.infer<typeof UndoStep>;

/** How the undo history changed. */
export const UndoChange = z.discriminatedUnion('do', [
  z.object({ do: z.literal('push'), step: UndoStep }),
  /** Puts a step in the place of the last one of its window: typing went on. */
  z.object({ do: z.literal('merge'), step: UndoStep }),
  /** A window takes back the last of its own steps, or makes it again. */
  z.object({ do: z.literal('undo'), by: WindowId.optional() }),
  z.object({ do: z.literal('redo'), by: WindowId.optional() }),
  /** A window goes on with the steps of windows that are gone; null stands for steps of which no window is known. */
  z.object({ do: z.literal('adopt'), from: listUpTo(MAX_ENTRIES, WindowId.nullable()), by: WindowId }),
  /** A gesture is under way (a number is dragged): `step` is all that it came to so far. */
  z.object({ do: z.literal('hold'), step: UndoStep }),
  /** The gesture ended, and what is held is a step of its own. */
  z.object({ do: z.literal('release') }),
  /** The gesture was given up. */
  z.object({ do: z.literal('bail') }),
  /** A merge gave nodes of ours other ids. */
  z.object({ do: z.literal('rename'), ids: recordUpTo(MAX_NODES, z.string()) }),
]);
export type UndoChange = z.infer<typeof UndoChange>;

/** Both stacks, the next to be taken last, and the step of a gesture that is under way. */
export const UndoStacks = z.object({
  done: z.array(UndoStep),
  undone: z.array(UndoStep),
  held: UndoStep.optional(),
});
export type UndoStacks = z.infer<typeof UndoStacks>;

/** The journal as a window finds it. */
export const JournalState = z.object({
  /** Whether the asking window writes from now on. Else another one does, and this one follows. */
  writing: z.boolean(),
  /** In the order they were made. */
  entries: listUpTo(MAX_ENTRIES, JournalEntry),
  /** Requests that were written down and not answered since. */
  inFlight: z.array(JournalInFlight),
  history: UndoStacks,
  /** A sentence for the person when a damaged journal had to be set aside. */
  notice: z.string().nullable().optional(),
});
export type JournalState = z.infer<typeof JournalState>;

/** What the window that writes has just journaled, for those that follow. */
export const JournalEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('appended'),
    entries: listUpTo(MAX_ENTRIES, JournalEntry),
    history: listUpTo(MAX_ENTRIES, UndoChange),
  }),
  /** `entries` stand for those of `ids` now; with none, the service has taken them. */
  z.object({ kind: z.literal('replaced'), ids: EntryIds, entries: listUpTo(MAX_ENTRIES, JournalEntry) }),
  /** Who writes from now on; null when the one who did is gone. */
  z.object({ kind: z.literal('writer'), writer: z.string().nullable() }),
]);
export type JournalEvent = z.infer<typeof JournalEvent>;

/** A window opens a project. `take`: to write from now on, whoever did before. */
export const JournalClaim = z.object({ writer: WindowId, take: z.boolean() });
export const JournalAppend = z.object({
  writer: WindowId,
  entries: listUpTo(MAX_ENTRIES, JournalEntry),
  history: listUpTo(MAX_ENTRIES, UndoChange).default([]),
  /**
   * Names this write when it is repeated, so that its history counts once: a step has no id of its own, as entries have.
   * Left out by what is never repeated.
   */
  writeId: z.string().min(1).max(80).optional(),
});
export const JournalSending = z.object({ writer: WindowId, inFlight: JournalInFlight });
/** Entries the server has taken (or that were given up): they leave the journal. */
export const JournalAcknowledge = z.object({ writer: WindowId, entryIds: EntryIds });
/** Puts entries in the place of those named, in one step, after a rebase; all others stay. Ends the request in flight. */
export const JournalReplace = z.object({
  writer: WindowId,
  replaced: EntryIds,
  entries: listUpTo(MAX_ENTRIES, JournalEntry),
});
export const JournalLeave = z.object({ writer: WindowId });
