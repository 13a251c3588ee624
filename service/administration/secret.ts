import { hash, timingSafeEqual } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ADMINISTRATION_SECRET_FILE } from '#shared/administration/rows.ts';

/** What opens the administration of a running service, in a file that only its owner reads. */
export interface AdministrationSecret {
  /** @param candidate what a request brought. */
  matches(candidate: string): boolean;
}

/**
 * Whoever can read this file can change the database beside it, and run the command line on it: it opens nothing more
 * than that. It need not outlive a power cut, as it is written anew at every start. Where it cannot be written, the API is
 * answered all the same, and the administration opens to nobody.
 */
export function writeAdministrationSecret(
  dataDirectory: string,
  log: Pick<Logger, 'warn'>,
  bytes: Buffer,
): AdministrationSecret {
  const secret = bytes.toString('base64url');
  const file = join(dataDirectory, ADMINISTRATION_SECRET_FILE);
  try {
    // Whoever finds the file finds all of it.
    writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    log.warn({ err: error }, 'the secret of the administration could not be written');
    return { matches: () => false };
  }
  const expected = hash('sha256', secret, 'buffer');
  return { matches: (candidate) => timingSafeEqual(hash('sha256', candidate, 'buffer'), expected) };
}
