import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';

const READ_BYTES = 1024 * 1024;

/** The copy of a file while it is still being written: says how far it has come to those who read behind. */
export class PartialSpool {
  #availableBytes = 0;
  #isComplete = false;
  #waiters = new Set<() => void>();

  /** Bytes that can be read. */
  get raw(): number {
    return this.#availableBytes;
  }

  /** @param bytes that can be read now. */
  grow(bytes: number): void {
    this.#availableBytes = bytes;
    this.#wake();
  }

  /** All bytes are there, and they are as many as announced. */
  finish(): void {
    this.#isComplete = true;
    this.#wake();
  }

  #wake(): void {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const resume of waiters) resume();
  }

  /** Resolves when so many bytes can be read. @throws the signal's reason */
  async until(bytes: number, signal: AbortSignal): Promise<void> {
    while (this.#availableBytes < bytes) await this.#next(signal);
  }

  /** Resolves when the copy is whole. @throws the signal's reason */
  async full(signal: AbortSignal): Promise<void> {
    while (!this.#isComplete) await this.#next(signal);
  }

  #next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters.delete(resume);
        reject(signal.reason as Error);
      };
      const resume = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      this.#waiters.add(resume);
    });
  }
}

/**
 * Reads a stretch of a spooled file.
 * @param copy of a file that is still being written: the reading waits for the writing. Null for a whole file.
 */
export function readRange(
  path: string,
  { start, size }: { start: number; size: number },
  copy: PartialSpool | null,
  signal: AbortSignal,
): Readable {
  if (copy === null || copy.raw >= start + size) {
    return createReadStream(path, { start, end: start + size - 1, highWaterMark: READ_BYTES });
  }
  return Readable.from(tailFile(path, start, start + size, copy, signal), {
    objectMode: false,
    highWaterMark: READ_BYTES,
  });
}

async function* tailFile(path: string, start: number, end: number, copy: PartialSpool, signal: AbortSignal) {
  const file = await open(path, 'r');
  try {
    for (let at = start; at < end;) {
      await copy.until(at + 1, signal);
      const length = Math.min(READ_BYTES, copy.raw - at, end - at);
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
      if (bytesRead === 0) throw new Error('The spooled copy is shorter than what was written to it.');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
