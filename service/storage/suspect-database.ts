import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * A small file says how often SQLite reported damage since the database was last found sound for a day, mended or
 * replaced. It outlives the starts between, so that a database which fails in use is not started for ever.
 */

/** With so many reports the backup is taken, though no check finds anything. */
export const MAX_SUSPICIONS = 3;

/** @returns how many reports there are; 0 when there is no such file. */
export function readSuspicions(path: string): number {
  try {
    return Math.max(1, Math.trunc(Number(readFileSync(path, 'utf8'))) || 1);
  } catch {
    return 0;
  }
}

/** Adds one report. @throws what the system says. */
export function addSuspicion(path: string): void {
  writeFileSync(path, String(readSuspicions(path) + 1));
}

/** The database is trusted again. */
export function clearSuspicions(path: string): void {
  rmSync(path, { force: true });
}
