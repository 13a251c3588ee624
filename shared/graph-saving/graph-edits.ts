import type { PatchOperation } from '../api/schemas/documents.ts';
import type { SavedCanvas } from '../canvas/metadata.ts';
import { coalesceCanvas, type CanvasOperation } from '../canvas/operations.ts';
import type { JournalEntry } from '../desk/journal.ts';
import type { CanvasKind } from '../canvas/items.ts';
import type { ClashOf } from '../documents/clash.ts';
import type {
  PendingEdit as AnyEdit,
  SavedTypes,
  SavingSource,
  EditedDocument,
} from '../documents/saving-kind.ts';
import type { SavingEffect, SavingEvent } from '../documents/saving-events.ts';
import type { SavingState } from '../documents/saving-state.ts';
import { coalesce } from '../graph/coalesce.ts';
import type { Graph } from '../graph/types.ts';
import { basesOf } from './edit-base.ts';

/** The graph of a project with its canvas items: what is saved of it, and its edits. */

/** Metadata of a project as the service holds it. */
export type Metadata = Readonly<Record<string, unknown>>;

/** A graph, and what the project has beside it. */
export interface GraphDocument {
  graph: Graph;
  canvas: SavedCanvas;
}

/** The canvas items on screen, or the sentence why there are none. */
export type ScreenCanvas = Pick<SavedCanvas, 'items' | 'problem' | 'groupsProblem' | 'areGroupsLocked'>;

/** An edit as the journal has it. */
export interface PendingEdit extends JournalEntry, AnyEdit {}

/**
 * Patch operations; or the whole graph, for a service that lacks one of them and for a change that goes with canvas items;
 * or the metadata alone.
 */
export type PatchChange =
  | { operations: PatchOperation[] }
  | { graph: Graph; metadata?: Metadata }
  | { metadata: Metadata };

/** A field of a node or of a canvas item that both sides changed. */
export type GraphClash = ClashOf<'graph' | 'canvas', CanvasKind>;

/** What is saved of a graph. */
export interface SavedGraph extends SavedTypes {
  document: GraphDocument;
  edit: PendingEdit;
  change: { label: string; operations: PatchOperation[]; canvas?: CanvasOperation[] };
  payload: PatchChange;
  /** `metadata`: as the service has it; without it, it is as it was sent. */
  answer: { graph: Graph; metadata?: Metadata | undefined };
  clash: GraphClash;
}

export type GraphState = SavingState<SavedGraph>;
export type GraphEvent = SavingEvent<SavedGraph>;
export type GraphEffect = SavingEffect<SavedGraph>;
export type EditedGraph = EditedDocument<SavedGraph>;

export const entryOf = ({ journaled: _journaled, ...entry }: PendingEdit): JournalEntry => entry;

/** An edit that the journal has. */
export const asJournaled = (entry: JournalEntry): PendingEdit => ({ ...entry, journaled: true });

/** The operations of edits in as few as say the same. */
export const operationsOf = (edits: readonly Pick<JournalEntry, 'operations'>[]): PatchOperation[] =>
  coalesce(edits.flatMap((edit) => edit.operations));

/** The changes of canvas items of edits in as few as say the same. */
export const canvasOf = (edits: readonly Pick<JournalEntry, 'canvas'>[]): CanvasOperation[] =>
  coalesceCanvas(edits.flatMap((edit) => edit.canvas ?? []));

/** Operations as one edit that stands on a document. */
export const editOn = (
  { version, document }: { version: number; document: GraphDocument },
  { label, operations, canvas }: SavedGraph['change'],
  source: SavingSource,
): PendingEdit => ({
  id: source.newId(),
  label,
  at: source.now(),
  baseVersion: version,
  operations,
  ...basesOf({ graph: document.graph, items: document.canvas.items }, operations, canvas),
  journaled: false,
});
