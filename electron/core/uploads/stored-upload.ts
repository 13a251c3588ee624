import { z } from 'zod';
import { isTerminalUploadState, type UploadProblem, type UploadState } from '#shared/desk/index.ts';

/** A part that the service has taken. Part 0 is the whole body of a single-part upload. */
export const UploadedChunk = z.object({ partNumber: z.int(), etag: z.string() });
export type UploadedChunk = z.infer<typeof UploadedChunk>;

/** What must outlive the process for an upload to go on where it stopped. */
export interface StoredUpload {
  id: string;
  connectionId: string;
  projectId: string | null;
  nodeId: string | null;
  input: string | null;
  settled: boolean;
  filename: string;
  contentType: string;
  sizeBytes: number;
  receivedBytes: number;
  state: UploadState;
  /** Known once all bytes are spooled. */
  sha256: string | null;
  /** Of the first bytes (`HEAD_BYTES`); null for a smaller file. */
  headSha256: string | null;
  fileId: string | null;
  error: string | null;
  problem: UploadProblem | null;
  retryable: boolean;
  /** 0 to 1, as it was last shown or written down. */
  progress: number;
  /** Under which the session is opened: the same key finds the same session again. */
  idempotencyKey: string;
  /** The session under this key is opened with `sha256`; false when it was opened before the hash was known. */
  announcesHash: boolean;
  serviceUploadId: string | null;
  parts: UploadedChunk[];
  createdAt: string;
}

/** Nothing more comes of it by itself. */
export const isFinished = ({ state }: Pick<StoredUpload, 'state'>): boolean => isTerminalUploadState(state);
