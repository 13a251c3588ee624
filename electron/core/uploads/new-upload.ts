import { randomBytes, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { UploadStartQuery } from '#shared/desk/index.ts';
import { contentTypeOf } from '../media/content-type.ts';
import type { StoredUpload } from './stored-upload.ts';

/** An upload whose first byte is awaited. @param type as the page gave it. @param timestamp milliseconds since the epoch. */
export function newUpload(
  query: z.output<typeof UploadStartQuery>,
  type: string | null,
  timestamp: number,
): StoredUpload {
  return {
    id: query.uploadId ?? `upload_${timestamp.toString(36)}${randomBytes(6).toString('hex')}`,
    connectionId: query.connectionId,
    projectId: query.projectId ?? null,
    nodeId: query.nodeId ?? null,
    input: query.input ?? null,
    settled: false,
    filename: query.filename,
    contentType: contentTypeOf(query.filename, type),
    sizeBytes: Number(query.sizeBytes),
    receivedBytes: 0,
    state: 'receiving',
    sha256: null,
    headSha256: null,
    fileId: null,
    error: null,
    problem: null,
    retryable: false,
    progress: 0,
    idempotencyKey: randomUUID(),
    announcesHash: true,
    serviceUploadId: null,
    parts: [],
    createdAt: new Date(timestamp).toISOString(),
  };
}
