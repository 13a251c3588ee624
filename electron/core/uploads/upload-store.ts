import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { UploadProblem, UploadState } from '#shared/desk/index.ts';
import { UploadedChunk, type StoredUpload } from './stored-upload.ts';

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
    parts: z.array(UploadedChunk).parse(JSON.parse(row.parts)),
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
