const BLOCK_BYTES = 64 * 1024;
const MAX_INLINE_BYTES = BLOCK_BYTES / 4;

/** Bytes that arrive in pieces. Small ones share a block: a million pieces of one byte would each take a hundred. */
export class GatheredBytes {
  readonly #segments: Uint8Array[] = [];
  #block: Uint8Array | null = null;
  #used = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (bytes.length >= MAX_INLINE_BYTES) {
      this.#closeBlock();
      this.#segments.push(bytes);
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
    if (this.#segments.length === 1) return this.#segments[0]!;
    const full = new Uint8Array(this.#size);
    let offset = 0;
    for (const segment of this.#segments) {
      full.set(segment, offset);
      offset += segment.length;
    }
    return full;
  }

  /** The pieces in their order; from here on they are held by the caller alone. */
  flush(): Uint8Array[] {
    this.#closeBlock();
    const chunks = [...this.#segments];
    this.clear();
    return chunks;
  }

  /** Lets go of what is here. */
  clear(): void {
    this.#segments.length = 0;
    this.#block = null;
    this.#used = 0;
    this.#size = 0;
  }

  #closeBlock(): void {
    if (!this.#block) return;
    this.#segments.push(this.#block.subarray(0, this.#used));
    this.#block = null;
    this.#used = 0;
  }
}
