import { z } from 'zod';

/** A project on its way into a file, or out of one. */
export const Transfer = z.object({
  id: z.string(),
  kind: z.enum(['export', 'import']),
  state: z.enum(['working', 'done', 'failed', 'canceled']),
  step: z.enum([
    'reading', // the project from its service, or the file from the page
    'fetching', // media of the project
    'packing',
    'checking', // the file, before anything is made of it
    'uploading', // media of the file
    'creating', // the new project
  ]),
  /** Bytes of this step so far, and of all of it; null when nobody can tell. */
  doneBytes: z.int(),
  totalBytes: z.int().nullable(),
  name: z.string().nullable(),
  /** The project that was exported, or made. */
  projectId: z.string().nullable(),
  connectionId: z.string(),
  nodeCount: z.int(),
  /** Of an import: the shots of its storyboard and the clips of its timeline, once they are stored. */
  shotCount: z.int().min(0).optional(),
  clipCount: z.int().min(0).optional(),
  mediaCount: z.int(),
  /** Bytes of the file that was made. */
  sizeBytes: z.int().nullable(),
  /** Sentences about what could not be brought along. */
  problems: z.array(z.string()),
  /** Node types of an import that its service does not have, and how many nodes are of each. */
  missingTypes: z.array(z.object({ type: z.string(), nodes: z.int() })),
  /** A sentence with the next step, when failed. */
  error: z.string().nullable(),
});
export type Transfer = z.infer<typeof Transfer>;

/** Chosen by the page, so that it can follow and cancel a transfer before the first response. */
const TransferId = z.string().regex(/^transfer_[A-Za-z0-9-]{8,60}$/);

export const ExportRequest = z.object({
  transferId: TransferId,
  connectionId: z.string(),
  projectId: z.string(),
  /** A version of the local history; the project as the service has it when left out. */
  versionId: z.string().optional(),
  /** Whether the file holds the media themselves. */
  media: z.boolean(),
});
export type ExportRequest = z.infer<typeof ExportRequest>;

/** Query of `POST /desk/imports`; the body is the file. */
export const ImportStartQuery = z.object({
  transferId: TransferId,
  connectionId: z.string(),
  filename: z.string().min(1).max(255),
  sizeBytes: z.string().regex(/^\d{1,15}$/),
  /** Leaves out nodes of types that the service does not have; without it they make the import fail. */
  withoutMissing: z.literal('true').optional(),
});
export type ImportStartQuery = z.infer<typeof ImportStartQuery>;
