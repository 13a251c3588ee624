import { ApiError } from '#shared/api/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.desk.problems;

/** A failure as a plain sentence with the next step. */
export function describeProblem(error: unknown): string {
  if (error instanceof ApiError) {
    switch (error.code) {
      case 'UNREACHABLE':
      case 'BAD_RESPONSE':
      case 'KEY_NEEDED':
      case 'LOCAL_SERVICE_DOWN':
      case 'DISK_FULL':
      case 'FOLDER_NOT_WRITABLE':
      case 'DISK_FAILED':
      case 'UNEXPECTED_RESPONSE':
        return words.sentences.translate(error.message);
      default:
        break;
    }
    switch (error.status) {
      case 401:
        return t.serviceDoesNotAccept;
      case 403:
        return t.keyNotAllowedDo(sentence(error.message));
      case 429:
        return error.retryAfter === null
          ? t.manyRequestsShortTime
          : t.manyRequestsShortTime2(error.retryAfter);
      case 501:
        return t.serviceDoesNotYet;
      default:
        return sentence(error.message);
    }
  }
  if (error instanceof Error) return sentence(error.message);
  return t.somethingUnexpectedHappenedTry;
}

/** True when the service could not be asked at all. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'UNREACHABLE' || error.code === 'LOCAL_SERVICE_DOWN');

/** A failed read as a sentence; while the service is away it says why nothing is shown from memory. */
export const describeRead = (error: unknown): string =>
  error instanceof ApiError && error.code === 'UNREACHABLE'
    ? t.serviceCannotReachedNot
    : describeProblem(error);

/**
 * A failed write as a sentence; one that failed because the service is away says that it waits for nobody.
 * @param need what needs the service, for example `a new project`.
 */
export const describeWrite = (error: unknown, need: string): string =>
  isUnavailable(error) ? t.serviceCannotReachedNeeds(need) : describeProblem(error);

/** True when the failure is the connection's key: the next step is to enter one. */
export const isKeyProblem = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'KEY_NEEDED' || error.status === 401);

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const sentence = (english: string): string => {
  const text = words.sentences.translate(english);
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
};
