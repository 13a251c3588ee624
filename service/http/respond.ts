import type { Logger } from 'pino';
import type { JsonText } from './handler.ts';
import { DatabaseProblem, DatabaseUnavailable } from '../storage/database-unavailable.ts';
import { isDatabaseDamage } from '../storage/database-health.ts';
import { MediaStoreProblem } from '../storage/media-location.ts';
import { isDiskFailure, isDiskFull, isNotWritable } from '../storage/storage-errors.ts';
import { problemReply } from './problem-responses.ts';
import { Problem } from '#service/problems/problem.ts';
import { MappedProblem } from './mapped-problem.ts';
import { ValidationProblem } from '#service/problems/validation-problem.ts';

/** The one place where what went wrong becomes a response. */

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * A response before it becomes a Response. Headers that every response gets are added while it is still plain data: the
 * HTTP adapter writes a Response that nobody has looked into straight to the socket.
 */
export interface Reply {
  status: number;
  body: JsonText | null;
  headers: Record<string, string>;
}

export const jsonReply = (status: number, body: JsonText, headers: Record<string, string> = {}): Reply => ({
  status,
  body,
  headers: { 'content-type': JSON_TYPE, ...headers },
});

/** Adds headers and makes the Response. */
export function toResponse(reply: Reply | Response, headers: Record<string, string>): Response {
  if (!(reply instanceof Response)) {
    return new Response(reply.body, { status: reply.status, headers: { ...reply.headers, ...headers } });
  }
  for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value);
  return reply;
}

const errorText = (code: string, message: string, requestId: string, details?: object, extra?: object) =>
  JSON.stringify({ error: { code, message, ...(details ? { details } : {}), requestId }, ...extra });

function mediaUnavailable({ message }: MediaStoreProblem, requestId: string, log: Logger): Reply {
  log.error({ requestId, reason: message }, 'the media cannot be read or written');
  return jsonReply(503, errorText('MEDIA_STORE_UNAVAILABLE', message, requestId), { 'retry-after': '2' });
}

/** Turns anything thrown into the response the API document describes; a defect becomes a 500 without its text. */
export function errorReply(error: unknown, requestId: string, log: Logger): Reply {
  if (error instanceof Problem) {
    const { status, code, details, headers } = problemReply(error);
    return jsonReply(status, errorText(code, error.message, requestId, details), headers);
  }
  if (error instanceof MappedProblem) {
    const { status, code } = error.mapping;
    return jsonReply(status, errorText(code, error.message, requestId, error.details));
  }
  if (error instanceof ValidationProblem) {
    // `detail` is the documented body; `error` beside it serves clients that read every failure the same way.
    return jsonReply(
      422,
      errorText('VALIDATION_ERROR', error.message, requestId, undefined, { detail: error.issues }),
    );
  }
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    // The client is gone; nobody reads this response.
    log.info({ requestId }, 'the client went away');
    return jsonReply(400, errorText('CLIENT_GONE', 'The request was cut off.', requestId));
  }
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseProblem) {
    log.error({ requestId, err: error }, 'the database cannot be used');
    const message =
      error instanceof DatabaseUnavailable
        ? error.message
        : 'The service cannot use its database at present; its log says why. Try again later.';
    return jsonReply(503, errorText('DATABASE_UNAVAILABLE', message, requestId), { 'retry-after': '2' });
  }
  if (error instanceof MediaStoreProblem) return mediaUnavailable(error, requestId, log);
  if (isDiskFull(error)) {
    return jsonReply(
      507,
      errorText('DISK_FULL', 'The disk of the service is full. Free some space and try again.', requestId),
    );
  }
  if (isNotWritable(error)) {
    log.error({ requestId, err: error }, 'the data directory may not be written to');
    return jsonReply(
      503,
      errorText(
        'STORAGE_NOT_WRITABLE',
        'The service may not write to its data directory: the disk is read-only, or the directory belongs to somebody else. Allow writing there, then try again.',
        requestId,
      ),
    );
  }
  if (isDiskFailure(error) && !isDatabaseDamage(error)) {
    log.error({ requestId, err: error }, 'the disk failed');
    return jsonReply(
      503,
      errorText(
        'STORAGE_FAILED',
        'The disk of the service reported an error, so nothing was written. Try again; if it happens again, copy the data directory to another disk.',
        requestId,
      ),
    );
  }
  if (isDatabaseDamage(error)) {
    return jsonReply(
      503,
      errorText(
        'DATABASE_DAMAGED',
        'The database of the service is damaged. The service restarts with its newest backup; try again in a moment.',
        requestId,
      ),
      { 'retry-after': '2' },
    );
  }
  log.error({ requestId, err: error }, 'request failed');
  return jsonReply(
    500,
    errorText(
      'INTERNAL_ERROR',
      'The service met an unexpected problem. Try again; if it stays, look into its log for this request id.',
      requestId,
    ),
  );
}
