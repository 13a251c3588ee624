import { ApiError } from '#shared/api/index.ts';
import type { UploadProblem } from '#shared/desk/index.ts';
import { DeskError, UnreachableError } from '../desk-error.ts';

/** Why an upload ended, in a sentence that says what to do next. */
export class UploadFailure extends Error {
  override name = 'UploadFailure';
  readonly problem: UploadProblem;
  readonly retryable: boolean;

  constructor(problem: UploadProblem, message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.problem = problem;
    this.retryable = options.retryable;
  }
}

/** The session is gone or its URLs have expired: a new one is opened by itself. */
export class SessionExpiredError extends Error {
  override name = 'SessionExpiredError';
}

/** The service found other bytes than were announced. */
export class VerificationError extends Error {
  override name = 'VerificationError';
}

/** The sentence for a status that ends an upload, whether the API or the object store gave it. */
export function failureOfStatus(status: number, serviceMessage: string | null): UploadFailure {
  switch (status) {
    case 400:
    case 415:
    case 422:
      return new UploadFailure(
        'not-accepted',
        `The service does not accept this file${serviceMessage ? `: ${serviceMessage}` : '.'} Check the file, or choose another one.`,
        { retryable: false },
      );
    case 401:
      return new UploadFailure(
        'key',
        'The service did not accept the key. Enter it again on the connections page, then try again.',
        { retryable: true },
      );
    case 403:
      return new UploadFailure(
        'key',
        'The key is not allowed to add files. Use a key with the scope files:write, then try again.',
        { retryable: true },
      );
    case 410:
      return new UploadFailure('expired', 'The service gave the upload up. Try again to begin it anew.', {
        retryable: true,
      });
    case 413:
      return new UploadFailure(
        'too-large',
        'The file is larger than the service accepts. Choose a smaller file, or another service.',
        { retryable: false },
      );
    case 429:
    case 502:
    case 503:
    case 504:
      return new UploadFailure('away', 'The service is busy. The upload goes on by itself in a while.', {
        retryable: true,
      });
    case 507:
      return new UploadFailure(
        'no-room',
        'No room left in your account. Delete files there, then try again.',
        { retryable: true },
      );
    default:
      return new UploadFailure(
        'other',
        `The service could not take the file (status ${status}). Try again later.`,
        { retryable: true },
      );
  }
}

/** Whatever was thrown while sending, as a failure to show. */
export function toUploadFailure(error: unknown): UploadFailure {
  if (error instanceof UploadFailure) return error;
  // The service's disk, not what the account may hold; its own sentence says what to do.
  if (
    error instanceof ApiError &&
    ['DISK_FULL', 'STORAGE_NOT_WRITABLE', 'STORAGE_FAILED'].includes(error.code)
  ) {
    return new UploadFailure('no-room', error.message, { retryable: true, cause: error });
  }
  if (error instanceof ApiError) return failureOfStatus(error.status, error.message.replace(/\.?$/, '.'));
  if (error instanceof DeskError) return failureOfDesk(error);
  if (error instanceof VerificationError) {
    return new UploadFailure('lost', 'The file arrived damaged at the service, twice. Add it again.', {
      retryable: false,
      cause: error,
    });
  }
  if (error instanceof SessionExpiredError) {
    return new UploadFailure('expired', 'The service gave the upload up several times. Try again.', {
      retryable: true,
      cause: error,
    });
  }
  return new UploadFailure('other', 'The upload failed inside Patchbay. Try again.', {
    retryable: true,
    cause: error,
  });
}

function failureOfDesk(error: DeskError): UploadFailure {
  // An address that is not trusted stays so, however often it is tried.
  if (error instanceof UnreachableError && error.problem === 'address') {
    return new UploadFailure('not-accepted', error.message, { retryable: false, cause: error });
  }
  const retryable = true;
  switch (error.code) {
    case 'UNREACHABLE':
    case 'LOCAL_SERVICE_DOWN':
      return new UploadFailure(
        'away',
        'The service cannot be reached. The upload goes on by itself when it is back.',
        { retryable, cause: error },
      );
    case 'KEY_NEEDED':
      return new UploadFailure('key', error.message, { retryable, cause: error });
    case 'DISK_FULL':
    case 'FOLDER_NOT_WRITABLE':
    case 'DISK_FAILED':
      return new UploadFailure('disk-full', error.message, { retryable, cause: error });
    default:
      return new UploadFailure('other', error.message, { retryable, cause: error });
  }
}
