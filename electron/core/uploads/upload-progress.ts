import type { StoredUpload } from './stored-upload.ts';

/**
 * One measure of an upload's way: from the page to this computer, then to the service. Both legs may run at the same
 * time, a session may be begun anew and the app be restarted: what has been shown once is never taken back.
 */

/** The first leg is a copy on this computer; the second crosses a network. */
const RECEIVING_SHARE = 0.3;
/** The last hundredth is the service's own check of the whole. */
const MAX_UPLOAD_PROGRESS = 0.99;
/** Stored in steps: a write for every hundred milliseconds would cost more than it tells. */
const STORE_EVERY = 0.05;

/** @param uploadedBytes the service has taken so far. @returns 0 to 1, never less than the upload's progress before. */
export function progressOf(upload: StoredUpload, uploadedBytes: number): number {
  if (upload.state === 'done') return 1;
  const { sizeBytes, receivedBytes, progress } = upload;
  if (sizeBytes === 0) return progress;
  const transferredBytes = RECEIVING_SHARE * receivedBytes + (1 - RECEIVING_SHARE) * uploadedBytes;
  return Math.max(progress, Math.min(MAX_UPLOAD_PROGRESS, transferredBytes / sizeBytes));
}

/** Whether the progress on disk has fallen so far behind that it is written down. */
export const isCacheable = (stored: number, currentProgress: number): boolean =>
  currentProgress - stored >= STORE_EVERY;
