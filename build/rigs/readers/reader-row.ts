import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a reader makes of bytes: something, or a sentence for the person. Anything thrown is a fault. */
export type Outcome = { answer: unknown } | { problem: string };

/** One reader, with a small file that it takes. */
export interface ReaderRow {
  smallest: Uint8Array | (() => Promise<Uint8Array>);
  read: (bytes: Uint8Array) => Outcome | Promise<Outcome>;
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Reads what lies on the disk. */
export async function onDisk(
  bytes: Uint8Array,
  name: string,
  read: (path: string) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-reader-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return await read(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file of the data folder, which says itself when it was damaged: without it, the defaults. */
export const dataFile = (
  name: string,
  text: string,
  load: (path: string) => Promise<unknown>,
): ReaderRow => ({
  smallest: bytesOf(text),
  read: (bytes) => onDisk(bytes, name, async (path) => ({ answer: await load(path) })),
});
