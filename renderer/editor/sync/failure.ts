import { ApiError } from '#shared/api/index.ts';
import type { Failure } from '#shared/sync/index.ts';

/** How a failed call is to be taken. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { kind: 'unreachable' };
  const retryAfterMs = error.retryAfter === null ? null : error.retryAfter * 1000;
  if (error.code === 'UNREACHABLE' || error.code === 'LOCAL_SERVICE_DOWN') return { kind: 'unreachable' };
  if (error.code === 'KEY_NEEDED') return { kind: 'refused', message: error.message };
  if (error.status === 401) {
    const message = 'The service does not accept the key any more. Enter a new one under Connections.';
    return { kind: 'refused', message };
  }
  if (error.status === 409) return { kind: 'stale' };
  if (error.status === 404) return { kind: 'gone' };
  if (error.status === 429 || error.status >= 500) return { kind: 'busy', retryAfterMs };
  return { kind: 'refused', message: error.message };
}
