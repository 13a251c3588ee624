import { ApiError } from '#shared/api/index.ts';
import { DeskError } from '../desk-error.ts';

/** Why an upload ended, in a sentence that says what to do next. */
export class UploadFailure extends Error {
  override name = 'UploadFailure';
  readonly retryable: boolean;
  /** The service could not be reached, so the upload goes on by itself when it is back. */
  readonly unreachable: boolean;

  constructor(message: string, options: { retryable: boolean; unreachable?: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
    this.unreachable = options.unreachable ?? false;
  }
}

/** The session is gone or its URLs have expired: a new one is opened by itself. */
export class SessionLostError extends Error {
  override name = 'SessionLostError';
}

/** The service found other bytes than were announced. */
export class VerificationError extends Error {
  override name = 'VerificationError';
}

/** The sentence for a status that ends an upload, whether the API or the object store gave it. */
export function failureOfStatus(status: number, said: string | null): UploadFailure {
  switch (status) {
    case 400:
    case 415:
    case 422:
      return new UploadFailure(
        `The service does not accept this file${said ? `: ${said}` : '.'} Check the file, or choose another one.`,
        { retryable: false },
      );
    case 401:
      return new UploadFailure(
        'The service did not accept the key. Enter it again on the connections page, then try again.',
        { retryable: true },
      );
    case 403:
      return new UploadFailure(
        'The key is not allowed to add files. Use a key with the scope files:write, then try again.',
        { retryable: true },
      );
    case 413:
      return new UploadFailure(
        'The file is larger than the service accepts. Make it smaller, then add it again.',
        {
          retryable: false,
        },
      );
    case 429:
      return new UploadFailure('The service is busy with many requests. Wait a minute, then try again.', {
        retryable: true,
      });
    case 507:
      return new UploadFailure(
        'The service has no room left for your account. Delete files there or raise its limit, then try again.',
        { retryable: true },
      );
    default:
      return new UploadFailure(`The service could not take the file (status ${status}). Try again later.`, {
        retryable: true,
      });
  }
}

/** Whatever was thrown while sending, as a failure to show. */
export function toUploadFailure(error: unknown): UploadFailure {
  if (error instanceof UploadFailure) return error;
  if (error instanceof ApiError) return failureOfStatus(error.status, error.message.replace(/\.?$/, '.'));
  if (error instanceof DeskError) {
    const unreachable = error.code === 'UNREACHABLE' || error.code === 'LOCAL_SERVICE_DOWN';
    return new UploadFailure(error.message, { retryable: true, unreachable, cause: error });
  }
  if (error instanceof VerificationError) {
    return new UploadFailure('The file arrived damaged at the service, twice. Add it again.', {
      retryable: false,
      cause: error,
    });
  }
  if (error instanceof SessionLostError) {
    return new UploadFailure('The service gave the upload up several times. Try again.', {
      retryable: true,
      cause: error,
    });
  }
  return new UploadFailure('The upload failed inside Patchbay. Try again.', {
    retryable: true,
    cause: error,
  });
}
