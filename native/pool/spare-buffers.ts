const BUFFER_BYTES = 1024 * 1024;
/** Kept for the next reader; as much again may be in use at any time. */
const MAX_POOLED = 8;

/**
 * Buffers that are used again and again: a service that reads a picture of a megabyte into memory of its own each time
 * spends more on collecting that memory than on reading.
 */
export class BufferPool {
  readonly #pool: Buffer[] = [];

  /** Buffers that wait to be used. */
  get size(): number {
    return this.#pool.length;
  }

  /** @returns buffers for so many bytes, all full but the last. What lies in them is of somebody else. */
  acquire(bytes: number): Buffer[] {
    return Array.from(
      { length: Math.ceil(bytes / BUFFER_BYTES) },
      () => this.#pool.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES),
    );
  }

  /** Gives buffers back that nobody reads from or writes to any more. */
  release(buffers: readonly Buffer[]): void {
    this.#pool.push(...buffers.slice(0, MAX_POOLED - this.#pool.length));
  }
}
