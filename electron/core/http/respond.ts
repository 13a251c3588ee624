import { ApiError } from '#shared/api/index.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreLog } from '../options.ts';
import { DeskError, storageError } from '../desk-error.ts';

/** A refusal as it is sent: a status of HTTP, and a body in the shape of the API's error body. */
export interface ErrorResponse {
  status: number;
  body: {
    error: { code: string; message: string; details: Record<string, unknown>; requestId: string };
  };
}

/** The one place that turns what is thrown into a refusal. */
export function errorResponseOf(error: unknown, requestId: string, log: CoreLog): ErrorResponse {
  if (isAbort(error)) {
    // Nobody reads this response: the page went away or gave up.
    return errorBody(499, 'CANCELED', 'The request was canceled.', {}, requestId);
  }
  const deskError = error instanceof DeskError ? error : storageError(error);
  if (deskError) {
    log.debug({ requestId, code: deskError.code, status: deskError.status }, 'request refused');
    return errorBody(deskError.status, deskError.code, deskError.message, deskError.details, requestId);
  }
  if (error instanceof ApiError) {
    const { status, code, message, details } = serviceErrorOf(error);
    log.info({ requestId, code, status }, 'refused by the service');
    return errorBody(status, code, message, details, requestId);
  }
  log.error({ requestId, ...errorFields(error) }, 'request failed');
  return errorBody(
    500,
    'INTERNAL',
    'Something went wrong inside Patchbay. Try again; if it happens again, restart the app.',
    {},
    requestId,
  );
}

/** What a service refused to the core, as the page gets it: the page has not asked the service itself. */
function serviceErrorOf({ status, code, message, details }: ApiError): {
  status: number;
  code: string;
  message: string;
  details: Record<string, unknown>;
} {
  // It said yes, with something that cannot be read.
  if (status < 400) return { status: 502, code: 'BAD_RESPONSE', message, details };
  if (status !== 401) return { status, code, message, details };
  return {
    status,
    code: 'KEY_NEEDED',
    message: 'The service does not accept the key. Enter it again on the connections page.',
    details,
  };
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'ResponseAborted');

function errorBody(
  status: number,
  code: string,
  message: string,
  details: Record<string, unknown>,
  requestId: string,
): ErrorResponse {
  return { status, body: { error: { code, message, details, requestId } } };
}

/** What is thrown, as a response. */
export function respondWithError(error: unknown, requestId: string, log: CoreLog): Response {
  const { status, body } = errorResponseOf(error, requestId, log);
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', 'x-request-id': requestId },
  });
}
