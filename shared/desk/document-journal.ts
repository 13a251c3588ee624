import { z } from 'zod';
import { listUpTo } from '../reading/index.ts';
import { JournalInFlight, WindowId } from './journal.ts';
import { route } from './route.ts';

/**
 * Storyboards and timelines in the journal of their project: what was edited and the service does not have yet. Of each
 * document one window writes at a time; the others follow what it edits, and any of them can take over with all of it.
 */

export const MediaDocumentKind = z.enum(['storyboard', 'timeline']);
export type MediaDocumentKind = z.infer<typeof MediaDocumentKind>;

/** Edits in one message, and names of what was done in one of them. */
const MAX_EDITS = 100_000;
const MAX_STEPS = 1000;
const EditIds = listUpTo(MAX_EDITS, z.string());

/** One journaled edit of a document. */
export const DocumentEntry = z.object({
  /** Made by the page, unique. */
  id: z.string().min(1).max(80),
  /** What was done, each name once in a row. */
  steps: listUpTo(MAX_STEPS, z.string().max(1000)),
  /** What it changed in the document before it, as `changesBetween` of `shared/document` says it. */
  changes: z.unknown(),
});
export type DocumentEntry = z.infer<typeof DocumentEntry>;

/** The document that the first of the edits was made on. */
export const DocumentBase = z.object({
  /** Of the project, whose document it is; 0 where that is not known. */
  version: z.int(),
  document: z.unknown(),
});
export type DocumentBase = z.infer<typeof DocumentBase>;

/** Edits that were written down: `entries` in the place of those of `replaced`, behind all that stay. */
const writing = {
  replaced: EditIds,
  entries: listUpTo(MAX_EDITS, DocumentEntry),
  /** The edit that the first of `entries` comes behind; null where it is the first of all, and `base` is what it was made on. */
  after: z.string().nullable(),
  base: DocumentBase.optional(),
};
export const DocumentWriting = z.object(writing);
export type DocumentWriting = z.infer<typeof DocumentWriting>;

/** What the service holds with edits that it has taken. */
export const DocumentSaved = z.object({
  version: z.int(),
  /** Left out where it is what the edits made, or what the window that asks has already. */
  document: z.unknown().optional(),
});
export type DocumentSaved = z.infer<typeof DocumentSaved>;

/** How often the journal of the project has been written since the desktop process was started. */
const writes = z.int();

/** What the window that writes has just written down, for those that follow. */
export const DocumentJournalEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), writes, ...writing }),
  /** The service has these. */
  z.object({ kind: z.literal('taken'), writes, ids: EditIds, saved: DocumentSaved.optional() }),
  /** Who writes from now on; null when the one who did is gone. */
  z.object({ kind: z.literal('writer'), writer: z.string().nullable() }),
]);
export type DocumentJournalEvent = z.infer<typeof DocumentJournalEvent>;

/** A document in the journal as a window finds it. */
export const DocumentJournalState = z.object({
  /** Whether the asking window writes from now on. Else another one does, and this one follows. */
  writing: z.boolean(),
  /** Null without edits. */
  base: DocumentBase.nullable(),
  entries: z.array(DocumentEntry),
  /** Without edits: what the service holds since it has all there were; null where that is not known. */
  saved: DocumentSaved.nullable(),
  /** What is told of earlier writes is in this already. */
  writes,
  /** Requests that were written down and not answered since. */
  inFlight: z.array(JournalInFlight),
  /** A sentence for the person when a damaged journal had to be set aside. */
  notice: z.string().nullable(),
});
export type DocumentJournalState = z.infer<typeof DocumentJournalState>;

const documents = '/desk/documents/{connectionId}/{projectId}/{kind}' as const;

/** Each is answered when it is on the disk, and refused with `NOT_WRITER` while another window writes. */
export const documentJournalRoutes = {
  /**
   * A window opens a document. `force`: to write from now on, whoever did before. `version`: that of the document that the
   * window has; without one it reads the document itself.
   */
  claimDocument: route('POST', `${documents}/claim`, {
    body: z.strictObject({ writer: WindowId, force: z.boolean(), version: z.int().optional() }),
    response: DocumentJournalState,
  }),
  /** Also refused where the window does not know the edits before. */
  writeDocument: route('PUT', documents, { body: z.strictObject({ writer: WindowId, ...writing }) }),
  documentSending: route('POST', `${documents}/sending`, {
    body: z.strictObject({ writer: WindowId, inFlight: JournalInFlight }),
  }),
  /** The service has these edits. */
  acknowledgeDocument: route('POST', `${documents}/taken`, {
    body: z.strictObject({ writer: WindowId, entryIds: EditIds, saved: DocumentSaved.optional() }),
  }),
  /** What is there cannot be read by the page: the file stays under another name, and the document has no edits. */
  quarantineDocument: route('POST', `${documents}/aside`, { body: z.strictObject({ writer: WindowId }) }),
  leaveDocument: route('POST', `${documents}/leave`, { body: z.strictObject({ writer: WindowId }) }),
} as const;
