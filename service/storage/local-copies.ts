import { statSync, utimesSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies that were used in this time stay, in milliseconds: a decoder may be about to open one. */
const IN_USE_MS = 60 * 60_000;
/** The part of the limit that is filled again after copies were removed. */
const FILLED = 0.8;

/** Copies of blobs on this computer, within a limit: those go first that were not used for the longest time. */
export class LocalCopies {
  readonly #folder: string;
  readonly #limitBytes: number;
  /** Null until they were counted. */
  #bytes: number | null = null;
  #removing: Promise<void> | null = null;

  /** @param folder with a folder for each two first digits of names */
  constructor(folder: string, limitBytes: number) {
    this.#folder = folder;
    this.#limitBytes = limitBytes;
  }

  /** Another one is there. Removes old ones where there are too many; waits for nobody else. */
  async added(sizeBytes: number): Promise<void> {
    if (this.#bytes === null) {
      const files = await this.#list();
      this.#bytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
    } else this.#bytes += sizeBytes;
    if (this.#bytes > this.#limitBytes) await this.#removeOld();
  }

  /** It is used now. When it was written stays: that says whether it may be deleted from the store. */
  touch(path: string): void {
    try {
      utimesSync(path, new Date(), statSync(path).mtime);
    } catch {
      // It went meanwhile; whoever opens it is told.
    }
  }

  #removeOld(): Promise<void> {
    this.#removing ??= this.#remove().finally(() => (this.#removing = null));
    return this.#removing;
  }

  async #remove(): Promise<void> {
    const files = await this.#list();
    let bytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
    for (const { path, sizeBytes, usedAt } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= this.#limitBytes * FILLED || Date.now() - usedAt < IN_USE_MS) break;
      await rm(path, { force: true });
      bytes -= sizeBytes;
    }
    this.#bytes = bytes;
  }

  async #list(): Promise<{ path: string; sizeBytes: number; usedAt: number }[]> {
    const found: { path: string; sizeBytes: number; usedAt: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      if (!/^[0-9a-f]{2}$/.test(name)) continue;
      for (const hash of await readdir(join(this.#folder, name))) {
        const path = join(this.#folder, name, hash);
        const file = await stat(path).catch(() => null);
        if (file) found.push({ path, sizeBytes: file.size, usedAt: Math.max(file.atimeMs, file.mtimeMs) });
      }
    }
    return found;
  }
}
