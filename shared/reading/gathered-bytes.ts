const BLOCK_BYTES = 64 * 1024;
const SMALL_BYTES = BLOCK_BYTES / 4;

/** Bytes that arrive in pieces. Small ones share a block: a million pieces of one byte would each take a hundred. */
export class GatheredBytes {
  readonly #parts: Uint8Array[] = [];
  #block: Uint8Array | null = null;
  #used = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (bytes.length >= SMALL_BYTES) {
      this.#closeBlock();
      this.#parts.push(bytes);
      return;
    }
    if (this.#block && this.#used + bytes.length > BLOCK_BYTES) this.#closeBlock();
    this.#block ??= new Uint8Array(BLOCK_BYTES);
    this.#block.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** All of it in one piece. */
  join(): Uint8Array {
    this.#closeBlock();
    if (this.#parts.length === 1) return this.#parts[0]!;
    const whole = new Uint8Array(this.#size);
    let offset = 0;
    for (const part of this.#parts) {
      whole.set(part, offset);
      offset += part.length;
    }
    return whole;
  }

  /** The pieces in their order; from here on they are held by the caller alone. */
  take(): Uint8Array[] {
    this.#closeBlock();
    const pieces = [...this.#parts];
    this.clear();
    return pieces;
  }

  /** Lets go of what is here. */
  clear(): void {
    this.#parts.length = 0;
    this.#block = null;
    this.#used = 0;
    this.#size = 0;
  }

  #closeBlock(): void {
    if (!this.#block) return;
    this.#parts.push(this.#block.subarray(0, this.#used));
    this.#block = null;
    this.#used = 0;
  }
}
