import { statfsSync } from 'node:fs';

/** What a failed write says about the disk, be it of a file or of the database. */

/** SQLite's result codes for a database that cannot grow, and for one that may not be written. */
const SQLITE_FULL = 13;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;

const codesOf = (error: unknown): { code?: unknown; errcode?: unknown } => error ?? {};

/** Whether an error says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = codesOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === SQLITE_FULL;
}

/** Whether an error says that the disk itself failed, this once or for good. */
export function isDiskFailure(error: unknown): boolean {
  const { code, errcode } = codesOf(error);
  return code === 'EIO' || (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_IOERR);
}

/**
 * Whether a write failed because there is no room. SQLite calls it a failure of the disk when its shared memory cannot grow.
 * @param directory on the disk that was written to
 */
export const isOutOfSpace = (error: unknown, directory: string): boolean =>
  isDiskFull(error) || (isDiskFailure(error) && hasNoSpace(directory));

function hasNoSpace(directory: string): boolean {
  try {
    return statfsSync(directory).bavail === 0;
  } catch {
    return false;
  }
}

/** Whether an error says that the system does not let us write there. */
export function isNotWritable(error: unknown): boolean {
  const { code, errcode } = codesOf(error);
  // Extended codes keep the plain one in their low byte.
  const isReadOnly = typeof errcode === 'number' && (errcode & 0xff) === SQLITE_READONLY;
  return code === 'EROFS' || code === 'EACCES' || code === 'EPERM' || isReadOnly;
}
