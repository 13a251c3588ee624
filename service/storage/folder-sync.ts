import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Flushes a file's bytes to the disk. @throws what the system says. */
export function syncFileSync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Flushes a folder's entries: a new or renamed file survives a power cut only once its folder was flushed. */
export function syncFolderSync(path: string): void {
  // Windows has no such call and needs none.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
