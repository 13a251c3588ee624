import { z } from 'zod';
import { WindowId } from './journal.ts';
import { route } from './route.ts';

/**
 * Drafts: storyboards and timelines as windows of earlier versions of Patchbay had changed them when the service did not have them
 * yet. They become edits in the journal once the document is opened. And the steps of undo of these documents.
 */

/** A request to save that was sent, while nobody knows whether the service has taken it. */
const SentRequest = z.object({
  /** Its `Idempotency-Key`: asked again under it, the service says what became of it. */
  key: z.string().min(1).max(200),
  expectedVersion: z.int(),
  /** The document that it was made on, and the one in it, as changes on `base` of the draft. */
  before: z.unknown(),
  changes: z.unknown(),
});
/** Its own, and those of windows it took up while the service was away. */
const SentRequests = z.array(SentRequest).max(100);

const DocumentDraft = z.object({
  /** The window that wrote it. */
  window: WindowId,
  /** The version of the project that `base` is the document of. */
  baseVersion: z.int(),
  base: z.unknown(),
  /** What was changed on it, as `changesBetween` of `shared/document` says it. */
  changes: z.unknown(),
  sent: SentRequests,
});
export type DocumentDraft = z.infer<typeof DocumentDraft>;

const JSON_VALUE = z.unknown();
const UndoStep = z.object({
  name: z.string().max(1000),
  /** What leads from the state that comes before in the list to that before the step, and from there to that after it. */
  before: JSON_VALUE,
  after: JSON_VALUE,
});
/** Most steps of a document that are kept over a restart. */
const MAX_UNDO_STEPS = 500;
const undoSteps = {
  /** What was done, the oldest first; then what was taken back, the newest first. */
  done: z.array(UndoStep).max(MAX_UNDO_STEPS),
  undone: z.array(UndoStep).max(MAX_UNDO_STEPS),
};
const DocumentUndo = z.object({
  /** The document that the first of the steps begins with. */
  base: JSON_VALUE,
  ...undoSteps,
});
export type DocumentUndo = z.infer<typeof DocumentUndo>;

const drafts = '/desk/drafts/{connectionId}/{projectId}/{kind}' as const;

export const draftRoutes = {
  /** In the order in which they were written. */
  listDrafts: route('GET', drafts, { response: z.object({ drafts: z.array(DocumentDraft) }) }),
  /** The journal has all that was written of these windows, or the service. */
  removeDrafts: route('POST', `${drafts}/remove`, {
    body: z.strictObject({ windows: z.array(WindowId).max(1000) }),
  }),
  /** What was done to a document and can be taken back, as a window of this computer wrote it last; null for nothing. */
  readUndo: route('GET', `${drafts}/undo`, { response: z.object({ undo: DocumentUndo.nullable() }) }),
  /** Resolves when it is on the disk. */
  writeUndo: route('PUT', `${drafts}/undo`, {
    body: z.strictObject({
      window: WindowId,
      /** Left out where this window was the last to send it. */
      base: JSON_VALUE.optional(),
      ...undoSteps,
    }),
  }),
} as const;
