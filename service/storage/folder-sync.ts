import { open } from 'node:fs/promises';
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
  let folder: number;
  try {
    folder = openSync(path, 'r');
  } catch (error) {
    // The folder above the data directory may be one that we may enter but not read.
    if (['EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))) return;
    throw error;
  }
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** A rename is durable only once its folder is. Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
