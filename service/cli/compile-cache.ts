import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Node keeps what it compiled of this program for the next start, in this person's folder for caches. It is never kept
 * in a data directory: that may have come from somebody else, and what is compiled is executed.
 */
export function useCompileCache(): void {
  // Electron's programs are bundles, and where they lie is Electron's business.
  if ('electron' in process.versions) return;
  const folder = compileCacheFolder();
  if (folder !== null && ensurePrivateFolder(folder)) enableCompileCache(folder);
}

/**
 * @returns the absolute path, null where the system names no folder.
 * @param system as `process.platform`.
 */
export function compileCacheFolder(
  system: string = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string | null {
  if (system === 'win32') {
    const local = environment['LOCALAPPDATA'];
    return local ? join(local, 'Patchbay', 'Cache', 'compiled') : null;
  }
  if (home === '' || home === '/') return null;
  if (system === 'darwin') return join(home, 'Library', 'Caches', 'Patchbay', 'compiled');
  return join(environment['XDG_CACHE_HOME'] || join(home, '.cache'), 'patchbay', 'compiled');
}

/** Makes the folder if it is not there. @returns whether nobody else can write there. */
export function ensurePrivateFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const status = lstatSync(folder);
    if (!status.isDirectory()) return false;
    return process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o022) === 0);
  } catch {
    // A disk that is full or read-only: the program starts as fast as without.
    return false;
  }
}
