import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import {
  ApiError,
  endpoints,
  type PublicFileDetail,
  type PublicFileUploadSession,
} from '#shared/api/index.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { BlobClient, UploadResponse } from '../api/blob-client.ts';
import {
  backoff,
  isTransientFailure,
  isTransientStatus,
  MAX_WAIT_MS,
  MAX_ATTEMPTS,
  parseRetryAfter,
} from '../api/retry.ts';
import { isLoopback } from '../api/base-url.ts';
import { UnreachableError } from '../desk-error.ts';
import type { Clock } from '../options.ts';
import { readRange, type PartialSpool } from './partial-spool.ts';
import { segmentsOf, targetOf, type UploadSegment } from './signed-instructions.ts';
import { failureOfStatus, SessionExpiredError, UploadFailure, VerificationError } from './upload-failure.ts';
import type { StoredUpload } from './stored-upload.ts';

/** Sends one file from its spooled copy, also while that grows: create, PUT what is missing, complete. */

export interface SendContext {
  api: ApiClient;
  blobs: BlobClient;
  clock: Clock;
  /** Address of the connection as it is now. */
  baseUrl(): string;
  /** Signed addresses are of the service's own origin: so does the local one. Others may keep bytes elsewhere. */
  isSelfSigned: boolean;
  path: string;
  /** Of a file that is still being received: it is sent as it grows. Null when all of it is there. */
  copy: PartialSpool | null;
  signal: AbortSignal;
  /** Keeps the upload's progress on disk. */
  save(change: Partial<StoredUpload>): void;
  onProgress(bytes: number): void;
}

const MAX_ROUNDS = 5;
const PARALLEL_CHUNKS = 3;

/**
 * @param upload as stored; `save` changes it.
 * @returns the file the service made of it. @throws UploadFailure, ApiError, DeskError, or AbortError when canceled.
 */
export async function sendUpload(upload: StoredUpload, context: SendContext): Promise<PublicFileDetail> {
  if (context.copy === null) await checkSpool(upload, context.path);
  let verificationFailed = false;
  for (let round = 1; ; round += 1) {
    try {
      const session = await openSession(upload, context);
      await sendSegments(upload, session, context);
      // The hash is over everything that came, and so is what the service compares with it.
      await context.copy?.full(context.signal);
      context.save({ state: 'completing' });
      return await complete(upload, session, context);
    } catch (error) {
      if (context.signal.aborted || round >= MAX_ROUNDS) throw error;
      if (error instanceof SessionExpiredError) {
        resetSession(upload, context);
      } else if (error instanceof VerificationError && !verificationFailed) {
        verificationFailed = true;
        resetSession(upload, context);
      } else if (!(error instanceof UnreachableError && isOurService(context))) {
        throw error;
      }
      // The local service is started again by itself: opening the session waits for it.
    }
  }
}

const isOurService = (context: SendContext): boolean => isLoopback(new URL(context.baseUrl()));

function resetSession(upload: StoredUpload, context: SendContext): void {
  context.save({
    idempotencyKey: randomUUID(),
    announcesHash: upload.sha256 !== null,
    serviceUploadId: null,
    parts: [],
  });
}

async function checkSpool(upload: StoredUpload, path: string): Promise<void> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => -1,
  );
  if (size !== upload.sizeBytes || upload.sha256 === null) {
    throw new UploadFailure('lost', 'The copy of the file on this computer is gone. Add the file again.', {
      retryable: false,
    });
  }
}

async function openSession(upload: StoredUpload, context: SendContext): Promise<PublicFileUploadSession> {
  const create = () =>
    context.api.call(endpoints.files.createUpload, {
      body: {
        filename: upload.filename,
        sizeBytes: upload.sizeBytes,
        contentType: upload.contentType,
        ...(upload.announcesHash ? { sha256: upload.sha256 } : {}),
      },
      idempotencyKey: upload.idempotencyKey,
      signal: context.signal,
    });
  context.save({ state: 'uploading' });
  let session: PublicFileUploadSession;
  try {
    session = await create();
  } catch (error) {
    // The key belongs to something else by now (a service restored from a copy), or to a session that has expired: a
    // new one opens a new session.
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 410)) throw error;
    resetSession(upload, context);
    session = await create();
  }
  if (session.uploadId !== upload.serviceUploadId) {
    context.save({ serviceUploadId: session.uploadId, parts: [] });
  }
  return session;
}

async function sendSegments(
  upload: StoredUpload,
  session: PublicFileUploadSession,
  context: SendContext,
): Promise<void> {
  const segments = segmentsOf(upload.sizeBytes, session);
  const uploadedNumbers = new Set(upload.parts.map(({ partNumber }) => partNumber));
  const progress = new Map<number, number>();
  const report = () => context.onProgress([...progress.values()].reduce((sum, bytes) => sum + bytes, 0));
  for (const { partNumber, size } of segments)
    progress.set(partNumber, uploadedNumbers.has(partNumber) ? size : 0);
  report();

  const failed = new AbortController();
  const signal = AbortSignal.any([context.signal, failed.signal]);
  const missing = segments.filter(({ partNumber }) => !uploadedNumbers.has(partNumber));
  const worker = async () => {
    for (let segment = missing.shift(); segment; segment = missing.shift()) {
      const { partNumber } = segment;
      // A part that waited for its bytes would keep a connection idle; the whole of a file streams as it comes.
      if (partNumber > 0) await context.copy?.until(segment.start + segment.size, signal);
      const etag = await sendSegment(segment, { ...context, signal }, (bytes) => {
        progress.set(partNumber, bytes);
        report();
      });
      context.save({ parts: [...upload.parts, { partNumber, etag }] });
    }
  };
  const workers = Array.from({ length: Math.min(PARALLEL_CHUNKS, missing.length) }, async () => {
    try {
      await worker();
    } catch (error) {
      // The others stop too; what they had finished stays stored.
      failed.abort();
      throw error;
    }
  });
  const outcomes = await Promise.allSettled(workers);
  if (context.signal.aborted) throw new DOMException('The upload was canceled.', 'AbortError');
  const reasons = outcomes.flatMap((outcome): unknown[] =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  // The workers that were stopped say "aborted"; the one that failed says why.
  const reason =
    reasons.find((candidate) => !(candidate instanceof Error && candidate.name === 'AbortError')) ??
    reasons[0];
  if (reason !== undefined) throw reason;
}

/** @returns the etag, empty when the store gave none. */
async function sendSegment(
  segment: UploadSegment,
  context: SendContext,
  onProgress: (bytes: number) => void,
): Promise<string> {
  const target = targetOf(segment, context.baseUrl());
  if (context.isSelfSigned && target.url.origin !== new URL(context.baseUrl()).origin) {
    // Signed before the local service came back on another port.
    throw new SessionExpiredError('The signed address is of an older start of the service.');
  }
  for (let attempt = 1; ; attempt += 1) {
    let wait = backoff(attempt, context.clock.random());
    let response: UploadResponse | null = null;
    try {
      let bytes = 0;
      onProgress(0);
      response = await context.blobs.put(
        target,
        readRange(context.path, segment, context.copy, context.signal),
        segment.size,
        {
          signal: context.signal,
          onProgress: (increment) => {
            bytes += increment;
            onProgress(bytes);
          },
        },
      );
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isTransientFailure(error)) throw error;
    }
    if (response) {
      if (response.status >= 200 && response.status < 300) {
        onProgress(segment.size);
        return response.etag ?? '';
      }
      onProgress(0);
      if (response.status === 403 || response.status === 404 || response.status === 410) {
        throw new SessionExpiredError('The upload session is gone.');
      }
      if (attempt >= MAX_ATTEMPTS || !isTransientStatus(response.status))
        throw failureOfStatus(response.status, null);
      const retryAfter = parseRetryAfter(response.retryAfter, context.clock.now());
      // As with any other request: who is to wait for long is told so, and decides.
      if (retryAfter !== null && retryAfter > MAX_WAIT_MS) throw failureOfStatus(response.status, null);
      wait = Math.max(wait, retryAfter ?? 0);
    }
    await context.clock.sleep(wait, context.signal);
  }
}

async function complete(
  upload: StoredUpload,
  session: PublicFileUploadSession,
  context: SendContext,
): Promise<PublicFileDetail> {
  const multipart = upload.parts.filter(({ partNumber }) => partNumber > 0);
  try {
    return await context.api.call(endpoints.files.completeUpload, {
      params: { upload_id: session.uploadId },
      body: {
        actualSha256: upload.sha256,
        actualSizeBytes: upload.sizeBytes,
        ...(multipart.length > 0
          ? { multipartParts: multipart.toSorted((a, b) => a.partNumber - b.partNumber) }
          : {}),
      },
      signal: context.signal,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404 || error.status === 410) throw new SessionExpiredError(error.message);
    if (error.status === 422) throw new VerificationError(error.message);
    throw error;
  }
}
