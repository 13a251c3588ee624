import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { UploadProblem, UploadState, type Upload } from '#shared/desk/index.ts';
import { progressOf } from './upload-progress.ts';

/** A part that the service has taken. Part 0 is the whole body of a single-part upload. */
const SentPart = z.object({ partNumber: z.int(), etag: z.string() });
export type SentPart = z.infer<typeof SentPart>;

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
  parts: SentPart[];
  createdAt: string;
}

const Row = z
  .object({
    id: z.string(),
    connection_id: z.string(),
    project_id: z.string().nullable(),
    node_id: z.string().nullable(),
    input: z.string().nullable(),
    settled: z.number(),
    filename: z.string(),
    content_type: z.string(),
    size_bytes: z.number(),
    received_bytes: z.number(),
    state: UploadState,
    sha256: z.string().nullable(),
    head_sha256: z.string().nullable(),
    announces_hash: z.number(),
    file_id: z.string().nullable(),
    error: z.string().nullable(),
    problem: UploadProblem.nullable().catch('other'),
    retryable: z.number(),
    progress: z.number(),
    idempotency_key: z.string(),
    service_upload_id: z.string().nullable(),
    parts: z.string(),
    created_at: z.string(),
  })
  .transform((row): StoredUpload => ({
    id: row.id,
    connectionId: row.connection_id,
    projectId: row.project_id,
    nodeId: row.node_id,
    input: row.input,
    settled: row.settled === 1,
    filename: row.filename,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    receivedBytes: row.received_bytes,
    state: row.state,
    sha256: row.sha256,
    headSha256: row.head_sha256,
    fileId: row.file_id,
    error: row.error,
    problem: row.problem,
    progress: row.progress,
    retryable: row.retryable === 1,
    idempotencyKey: row.idempotency_key,
    announcesHash: row.announces_hash === 1,
    serviceUploadId: row.service_upload_id,
    parts: z.array(SentPart).parse(JSON.parse(row.parts)),
    createdAt: row.created_at,
  }));

function readRow(row: unknown): StoredUpload | null {
  try {
    return Row.parse(row);
  } catch {
    return null;
  }
}

export interface UploadStore {
  all(): StoredUpload[];
  save(upload: StoredUpload): void;
  delete(id: string): void;
}

export function uploadStore(database: DatabaseSync): UploadStore {
  const select = database.prepare('SELECT * FROM uploads ORDER BY created_at, id');
  const upsert = database.prepare(`
    INSERT INTO uploads (id, connection_id, project_id, filename, content_type, size_bytes, received_bytes, state,
      sha256, file_id, error, retryable, idempotency_key, service_upload_id, parts, created_at, node_id, input,
      settled, head_sha256, announces_hash, problem, progress)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      received_bytes = excluded.received_bytes, state = excluded.state, sha256 = excluded.sha256,
      file_id = excluded.file_id, error = excluded.error, retryable = excluded.retryable,
      idempotency_key = excluded.idempotency_key, service_upload_id = excluded.service_upload_id,
      parts = excluded.parts, settled = excluded.settled,
      problem = excluded.problem, progress = excluded.progress,
      head_sha256 = excluded.head_sha256, announces_hash = excluded.announces_hash`);
  const remove = database.prepare('DELETE FROM uploads WHERE id = ?');

  return {
    // One that cannot be understood (of a later Patchbay, say) must not keep the others from going on.
    all: () => select.all().flatMap((row) => readRow(row) ?? []),
    save(upload) {
      upsert.run(
        upload.id,
        upload.connectionId,
        upload.projectId,
        upload.filename,
        upload.contentType,
        upload.sizeBytes,
        upload.receivedBytes,
        upload.state,
        upload.sha256,
        upload.fileId,
        upload.error,
        upload.retryable ? 1 : 0,
        upload.idempotencyKey,
        upload.serviceUploadId,
        JSON.stringify(upload.parts),
        upload.createdAt,
        upload.nodeId,
        upload.input,
        upload.settled ? 1 : 0,
        upload.headSha256,
        upload.announcesHash ? 1 : 0,
        upload.problem,
        upload.progress,
      );
    },
    delete: (id) => void remove.run(id),
  };
}

/** What the page is shown. @param sentBytes counted while sending; parts alone would move in jumps. */
export const shownUpload = (upload: StoredUpload, sentBytes: number): Upload => ({
  id: upload.id,
  connectionId: upload.connectionId,
  projectId: upload.projectId,
  nodeId: upload.nodeId,
  input: upload.input,
  settled: upload.settled,
  filename: upload.filename,
  contentType: upload.contentType,
  sizeBytes: upload.sizeBytes,
  receivedBytes: upload.receivedBytes,
  sentBytes,
  progress: progressOf(upload, sentBytes),
  state: upload.state,
  fileId: upload.fileId,
  error: upload.error,
  problem: upload.problem,
  retryable: upload.retryable,
  createdAt: upload.createdAt,
});
