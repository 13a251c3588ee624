import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Upload, UploadStartQuery } from '#shared/desk/index.ts';
import type { Connections } from '../connections/connections.ts';
import { DeskError } from '../desk-error.ts';
import type { Clock } from '../options.ts';
import { PartialSpool } from './partial-spool.ts';
import { spool } from './spool.ts';
import { toUploadFailure } from './upload-failure.ts';
import type { UploadSender } from './upload-sender.ts';
import type { UploadTable } from './upload-table.ts';
import { contentTypeOf } from '../media/content-type.ts';
import type { StoredUpload } from './stored-upload.ts';

/**
 * Takes a file over from a page; resolves when all its bytes are here.
 * @throws DeskError with a sentence when the file is empty, not whole, or too large for the disk.
 */
export async function receiveUpload(
  query: z.output<typeof UploadStartQuery>,
  request: Request,
  context: { connections: Connections; clock: Clock; table: UploadTable; sender: UploadSender },
): Promise<Upload> {
  const { connections, clock, table, sender } = context;
  connections.get(query.connectionId);
  const sizeBytes = Number(query.sizeBytes);
  if (sizeBytes === 0) {
    throw new DeskError(
      'INVALID_REQUEST',
      `“${query.filename}” is empty. Choose a file with something in it.`,
    );
  }
  const stored = newUpload(query, request.headers.get('content-type'), clock.now());
  if (table.has(stored.id)) {
    throw new DeskError('INVALID_REQUEST', 'This upload has been started before. Add the file again.');
  }
  const work = new AbortController();
  const live = table.add(stored, work);
  table.change(stored.id, {});
  const signal = AbortSignal.any([request.signal, work.signal]);
  try {
    const copy = new PartialSpool();
    const sha256 = await spool(request.body, sender.pathOf(stored.id), sizeBytes, signal, {
      onReceived: (bytes) => {
        stored.receivedBytes = bytes;
        table.progressed(live);
      },
      onProgress: (bytes) => copy.grow(bytes),
      onHead: (headSha256) => {
        stored.headSha256 = headSha256;
        sender.startStreaming(live, headSha256, { work, copy });
      },
    });
    // Canceled as the last byte came: the sending has stopped, so nothing else would end it.
    work.signal.throwIfAborted();
    if (live.early) {
      table.change(stored.id, { state: 'uploading', sha256, receivedBytes: sizeBytes });
    } else {
      live.work = null;
      table.change(stored.id, { state: 'queued', sha256, receivedBytes: sizeBytes });
    }
    copy.finish();
  } catch (error) {
    live.work = null;
    await rm(sender.pathOf(stored.id), { force: true });
    if (work.signal.aborted) {
      table.change(stored.id, { state: 'canceled' });
    } else if (signal.aborted && !(error instanceof DeskError)) {
      table.change(stored.id, {
        state: 'failed',
        error: 'The page was closed while the file was being read. Add the file again.',
        problem: 'lost',
        retryable: false,
      });
    } else {
      const { message, problem } = toUploadFailure(error);
      table.change(stored.id, { state: 'failed', error: message, problem, retryable: false });
    }
    if (!work.signal.aborted) {
      work.abort(new DOMException('The file did not come whole.', 'AbortError'));
      void sender.abortSession(stored);
    }
    throw error;
  }
  sender.sendNext();
  return table.get(stored.id);
}

/** An upload whose first byte is awaited. @param type as the page gave it. @param timestamp milliseconds since the epoch. */
function newUpload(
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
