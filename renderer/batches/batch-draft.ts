import type { DecimalMark } from '#renderer/ui/index.ts';
import type { SourceChoice } from './batch-source.ts';
import type { ColumnMatch } from './cell-values.ts';
import type { Filled } from './read-values.ts';

/** A batch that somebody prepares: it is there again when they come back from another page. */
export interface BatchDraft {
  /** The template or project. */
  source: SourceChoice | null;
  /** What stands in the field for a pasted table. */
  pasted: string;
  filled: Filled | null;
  /** Which column goes where, and the key of the table that it was chosen for. */
  columns: { key: string; match: ColumnMatch; marks: ReadonlyMap<number, DecimalMark> } | null;
}

const drafts = new Map<string, BatchDraft>();

const empty: BatchDraft = { source: null, pasted: '', filled: null, columns: null };

/** @returns what was prepared for a connection; an empty draft where nothing was. */
export const readDraft = (connectionId: string): BatchDraft => drafts.get(connectionId) ?? empty;

/** Changes what is prepared. */
export function writeDraft(connectionId: string, change: Partial<BatchDraft>): void {
  drafts.set(connectionId, { ...readDraft(connectionId), ...change });
}

/** The batch was made, or another page begins a new one. */
export const clearDraft = (connectionId: string): void => void drafts.delete(connectionId);

/** Whether there is something to go on with: a table was read or typed. */
export function hasDraft(connectionId: string): boolean {
  const { pasted, filled } = readDraft(connectionId);
  return filled !== null || pasted.trim() !== '';
}
