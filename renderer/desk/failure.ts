import { ApiError } from '#shared/api/index.ts';
import type { Failure } from '#shared/graph-saving/index.ts';
import { words } from '#renderer/words/index.ts';

/** How a failed call is to be taken. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { kind: 'unreachable' };
  const { code, status } = error;
  if (code === 'UNREACHABLE' || code === 'LOCAL_SERVICE_DOWN') return { kind: 'unreachable' };
  if (status === 429 || status >= 500) {
    return { kind: 'busy', retryAfterMs: error.retryAfter === null ? null : error.retryAfter * 1000 };
  }
  // Somebody between us and the service spoke (a login page of a hotel, a proxy): the service has decided nothing.
  if (code === 'UNEXPECTED_RESPONSE' || code === 'RESPONSE_CUT' || code.startsWith('HTTP_'))
    return { kind: 'unreachable' };
  if (status === 401) return { kind: 'key' };
  if (status === 409) return { kind: 'stale' };
  if (status === 404) return { kind: 'gone' };
  return { kind: 'refused', message: words.sentences.translate(error.message) };
}

/** Statuses of a server that could not say more, maybe after it had done what was asked. */
const TRANSIENT = new Set([408, 425, 429, 502, 503, 504]);

/** Whether a failed write may have been done all the same: only the same key again tells. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  failureOf(error).kind === 'unreachable' || (error instanceof ApiError && TRANSIENT.has(error.status));

/** Whether the desktop process refused a write because another window writes this journal. */
export const isNotWriter = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'NOT_WRITER';

/** Whether there was no room on the disk of this computer. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'DISK_FULL';
