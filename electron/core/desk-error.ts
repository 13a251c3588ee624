import type { ConnectionProblem, DeskErrorCode } from '#shared/desk/index.ts';

const STATUS: Record<DeskErrorCode, number> = {
  NOT_FOUND: 404,
  NOT_ALLOWED: 403,
  INVALID_REQUEST: 400,
  UNREACHABLE: 502,
  BAD_RESPONSE: 502,
  KEY_NEEDED: 401,
  LOCAL_SERVICE_DOWN: 503,
  DISK_FULL: 507,
  FOLDER_NOT_WRITABLE: 507,
  DISK_FAILED: 500,
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

/** SQLite's result codes for a database that cannot grow, and for one that may not be written. */
const SQLITE_FULL = 13;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CANTOPEN = 14;

const sqliteCode = (error: unknown): number | null =>
  systemErrorCode(error) === 'ERR_SQLITE_ERROR'
    ? Number((error as { errcode?: unknown }).errcode) & 0xff
    : null;

export const isDiskFull = (error: unknown): boolean => {
  const code = systemErrorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  return sqliteCode(error) === SQLITE_FULL;
};

/** Whether the system does not let us write where our data is. */
export const isNotWritable = (error: unknown): boolean =>
  ['EROFS', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '') ||
  sqliteCode(error) === SQLITE_READONLY;

/** Whether the system or SQLite refused to read or write a file, rather than that something is wrong inside. */
export const isStorageFailure = (error: unknown): boolean =>
  isDiskFull(error) || isNotWritable(error) || isDiskFailure(error) || sqliteCode(error) === SQLITE_CANTOPEN;

const isDiskFailure = (error: unknown): boolean =>
  systemErrorCode(error) === 'EIO' || sqliteCode(error) === SQLITE_IOERR;

/** A failed write to the data folder as a refusal with the next step; null for any other error. */
export function storageError(error: unknown): DeskError | null {
  if (isDiskFull(error)) return diskFullError(error);
  if (isNotWritable(error)) return notWritableError(error);
  if (!isDiskFailure(error)) return null;
  return new DeskError(
    'DISK_FAILED',
    'The disk of this computer reported an error, so this was not written. Try again; if it happens again, copy the data folder to another disk.',
    { cause: error },
  );
}

const notWritableError = (cause: unknown) =>
  new DeskError(
    'FOLDER_NOT_WRITABLE',
    'Patchbay may not write to its data folder: the disk is read-only, or the folder belongs to somebody else. Allow writing there, then try again.',
    { cause },
  );

const diskFullError = (cause?: unknown) =>
  new DeskError('DISK_FULL', 'The disk of this computer is full. Free some space on it, then try again.', {
    cause,
  });
