import type { ConnectionProblem, DeskErrorCode } from '#shared/desk/index.ts';

const STATUS: Record<DeskErrorCode, number> = {
  NOT_FOUND: 404,
  NOT_ALLOWED: 403,
  INVALID_REQUEST: 400,
  UNREACHABLE: 502,
  BAD_ANSWER: 502,
  KEY_NEEDED: 401,
  LOCAL_SERVICE_DOWN: 503,
  DISK_FULL: 507,
  NOT_WRITER: 409,
  INTERNAL: 500,
};

/** A refusal of the desktop process itself. The message is shown to the person: it says what to do next. */
export class DeskError extends Error {
  override name = 'DeskError';
  readonly code: DeskErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(
    code: DeskErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? STATUS[code];
    this.details = options.details ?? {};
  }
}

/** The service could not be spoken to; `problem` says in which way. */
export class UnreachableError extends DeskError {
  override name = 'UnreachableError';
  readonly problem: ConnectionProblem;

  constructor(problem: ConnectionProblem, message: string, cause?: unknown) {
    super('UNREACHABLE', message, {
      details: { problem },
      status: problem === 'timeout' ? 504 : 502,
      cause,
    });
    this.problem = problem;
  }
}

/** The error code Node gave a failed system call, or null. */
export function systemErrorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** SQLite's result code for a database that cannot grow. */
const SQLITE_FULL = 13;

export const isDiskFull = (error: unknown): boolean => {
  const code = systemErrorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  return code === 'ERR_SQLITE_ERROR' && (error as { errcode?: unknown }).errcode === SQLITE_FULL;
};

export const diskFullError = (cause?: unknown) =>
  new DeskError('DISK_FULL', 'The disk of this computer is full. Free some space on it, then try again.', {
    cause,
  });
