import type { QueuedFile, Transfer, Upload, ZipDownload } from '#shared/desk/index.ts';

/** An upload as a row of the queue. */
export function fileOfUpload(upload: Upload): QueuedFile {
  const { id, connectionId, filename, sizeBytes, state, progress, error, retryable, settled } = upload;
  const isNamed = state === 'waiting' || state === 'paused' || state === 'done';
  return {
    kind: 'file',
    id,
    connectionId,
    work: 'upload',
    name: filename,
    state: isNamed || state === 'failed' || state === 'canceled' ? state : 'working',
    fraction: progress,
    totalBytes: sizeBytes,
    error,
    canRetry: state === 'failed' && retryable && !settled,
    canPause: state === 'queued' || state === 'uploading' || state === 'waiting',
    at: upload.createdAt,
  };
}

/** A transfer as a row of the queue. @param at when it began or ended. */
export function fileOfTransfer(transfer: Transfer, at: string): QueuedFile {
  const { id, connectionId, kind, name, state, doneBytes, totalBytes, sizeBytes, error } = transfer;
  return {
    kind: 'file',
    id,
    connectionId,
    work: kind,
    name,
    state,
    fraction: totalBytes !== null && totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : null,
    totalBytes: sizeBytes ?? totalBytes,
    error,
    canRetry: false,
    canPause: false,
    at,
  };
}

/** A ZIP of outputs as a row of the queue. */
export function fileOfZip({ doneFiles, totalFiles, ...zip }: ZipDownload): QueuedFile {
  return {
    ...zip,
    kind: 'file',
    work: 'zip',
    fraction: totalFiles === null ? null : doneFiles / totalFiles,
    totalBytes: null,
    error: zip.state === 'failed' ? 'The ZIP could not be written to its end. Save the outputs again.' : null,
    canRetry: false,
    canPause: false,
  };
}
