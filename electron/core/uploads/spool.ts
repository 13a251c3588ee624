import { createHash } from 'node:crypto';
import { open, statfs, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DeskError, storageError } from '../desk-error.ts';

/** Network chunks are gathered to this many bytes: a call to the file system costs more than a copy. */
const BATCH_BYTES = 1024 * 1024;
/** The hash of so many bytes tells early that a file cannot be one of those known. */
const HEAD_BYTES = 1024 * 1024;
/** Left free on the disk for everything else that is being written: as much as the file takes, within these. Bytes. */
const MIN_FREE_BYTES = 4 * 1024 * 1024;
const MAX_FREE_BYTES = 64 * 1024 * 1024;

export interface SpoolListener {
  /** @param bytes that have come so far. */
  onReceived(bytes: number): void;
  /** @param bytes that others can read from the file. */
  onProgress(bytes: number): void;
  /** The first `HEAD_BYTES` of a file that has more have come. @param sha256 over them, in hex. */
  onHead(sha256: string): void;
}

/**
 * Writes a stream to a file while hashing it; holds two batches of chunks at most: one being written, one coming in.
 * @param sizeBytes what was announced; more or less is refused.
 * @returns SHA-256, in hex. @throws DeskError `DISK_FULL` or `INVALID_REQUEST`; AbortError when the sender left.
 */
export async function spool(
  body: ReadableStream<Uint8Array> | null,
  path: string,
  sizeBytes: number,
  signal: AbortSignal,
  listener: SpoolListener,
): Promise<string> {
  const hash = createHash('sha256');
  const head = createHash('sha256');
  let received = 0;
  let storedBytes = 0;
  const reader = body?.getReader();
  const leave = () => void reader?.cancel().catch(() => {});
  signal.addEventListener('abort', leave, { once: true });
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw storageError(error) ?? error;
  });
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  let pending = Promise.resolve();
  const write = async (chunks: readonly Uint8Array[], bytes: number) => {
    await writeFully(file, chunks);
    storedBytes += bytes;
    listener.onProgress(storedBytes);
  };
  const flush = async () => {
    const full = batch;
    const bytes = batchBytes;
    batch = [];
    batchBytes = 0;
    await pending;
    pending = write(full, bytes);
    // Whoever waits next hears of a failure; until then nobody listens.
    pending.catch(() => {});
  };
  try {
    for (;;) {
      const next = await reader?.read();
      if (signal.aborted) throw canceled();
      if (!next || next.done) break;
      const chunk = next.value;
      if (received === 0) await checkSpace(path, sizeBytes);
      const before = received;
      received += chunk.byteLength;
      if (received > sizeBytes) throw sizeMismatch();
      if (before < HEAD_BYTES && sizeBytes > HEAD_BYTES) {
        head.update(chunk.subarray(0, HEAD_BYTES - before));
        if (received >= HEAD_BYTES) listener.onHead(head.digest('hex'));
      }
      batch.push(chunk);
      batchBytes += chunk.byteLength;
      // Hashing and receiving go on while the system writes.
      if (batchBytes >= BATCH_BYTES) await flush();
      hash.update(chunk);
      listener.onReceived(received);
    }
    await flush();
    await pending;
    if (received !== sizeBytes) throw sizeMismatch();
    return hash.digest('hex');
  } catch (error) {
    leave();
    if (signal.aborted) throw canceled();
    throw storageError(error) ?? error;
  } finally {
    signal.removeEventListener('abort', leave);
    await pending.catch(() => {});
    await file.close();
  }
}

async function writeFully(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return;
  const expected = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const { bytesWritten } = await file.writev(chunks);
  if (bytesWritten === expected) return;
  // A short write: the disk is nearly full. Writing the rest plainly says so.
  const remaining = Buffer.concat(chunks).subarray(bytesWritten);
  for (let offset = 0; offset < remaining.byteLength;) {
    offset += (await file.write(remaining, offset)).bytesWritten;
  }
}

async function checkSpace(path: string, sizeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  const free = bavail * bsize;
  const reserve = Math.min(MAX_FREE_BYTES, Math.max(MIN_FREE_BYTES, sizeBytes));
  if (free >= sizeBytes + reserve) return;
  throw new DeskError(
    'DISK_FULL',
    `There is not enough room on the disk of this computer: the file needs ${megabytes(sizeBytes + reserve)} for a moment, and ${megabytes(free)} are free. Free some space on it, then try again.`,
  );
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

const canceled = () => new DOMException('The upload was canceled.', 'AbortError');

const sizeMismatch = () =>
  new DeskError(
    'INVALID_REQUEST',
    'The file could not be read as a whole. It may have changed, or be stored online only: open it once on this computer, then add it again.',
  );
