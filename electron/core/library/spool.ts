import { randomBytes } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { DeskError } from '../desk-error.ts';

/** Bytes that are held in memory; what is longer lies in a file meanwhile. */
const MAX_BUFFERED_BYTES = 4 * 1024 ** 2;
const MAX_SPOOLED_BYTES = 8 * 1024 ** 3;

/** Where bytes lie that are read to their end before anybody gets the first of them. */
export interface Spool {
  /**
   * Reads a source to its end, or until the signal is aborted. @throws what the source throws, a DeskError when it is too long, and what the disk says;
   * nothing of it is left then.
   */
  read(source: Readable | Buffer, signal: AbortSignal): Promise<Spooled>;
}

export interface Spooled {
  size: number;
  /** The bytes from the beginning on; asked for once. */
  stream(): Readable;
  /** Removes them from the disk. */
  discard(): Promise<void>;
}

/** Takes pieces, in memory as long as they are few. */
class ChunkBuffer {
  readonly #path: string;
  #file: FileHandle | null = null;
  #buffered: Uint8Array[] = [];
  size = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async add(chunk: Uint8Array): Promise<void> {
    this.size += chunk.length;
    if (this.size > MAX_SPOOLED_BYTES) {
      throw new DeskError('INVALID_REQUEST', 'It is too large for a ZIP. Save it by itself.');
    }
    this.#buffered.push(chunk);
    if (this.size <= MAX_BUFFERED_BYTES) return;
    this.#file ??= await open(this.#path, 'wx', 0o600);
    const flushed = this.#buffered;
    this.#buffered = [];
    for (const next of flushed) await this.#file.writeFile(next);
  }

  async full(): Promise<Spooled> {
    const { size } = this;
    if (this.#file === null) {
      const chunks = this.#buffered;
      return { size, stream: () => Readable.from(chunks), discard: () => Promise.resolve() };
    }
    await this.#file.close();
    const file = await open(this.#path, 'r');
    return {
      size,
      stream: () => file.createReadStream({ autoClose: false }),
      discard: async () => {
        await file.close();
        await rm(this.#path, { force: true });
      },
    };
  }

  async discard(): Promise<void> {
    await this.#file?.close();
    await rm(this.#path, { force: true });
  }
}

/** @param folder makes sure that the folder for what is too long for memory is there, and gives its path. */
export const createSpool = (folder: () => string): Spool => ({
  async read(source, signal) {
    const buffer = new ChunkBuffer(join(folder(), randomBytes(12).toString('hex')));
    try {
      if (source instanceof Readable) {
        addAbortSignal(signal, source);
        for await (const chunk of source) await buffer.add(bytesOf(chunk));
      } else await buffer.add(source);
      return await buffer.full();
    } catch (error) {
      await buffer.discard();
      throw error;
    }
  },
});

/** A piece of a stream that may give text. */
const bytesOf = (chunk: unknown): Uint8Array =>
  chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
