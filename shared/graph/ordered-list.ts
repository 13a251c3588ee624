/** A place in an OrderedList. The value may be replaced; the place is found again in O(√n). */
export interface Entry<T> {
  value: T;
  chunk: Chunk<T> | null;
}

interface Chunk<T> {
  entries: Entry<T>[];
}

const CHUNK = 512;

/**
 * A list with cheap insertion, removal and "where is this entry": entries live in chunks of at most 2 × 512.
 * At 10,000 entries each of these costs about a microsecond, where `indexOf` and `splice` on one array would make
 * k operations cost k × n.
 */
export class OrderedList<T> {
  private chunks: Chunk<T>[] = [];
  private count = 0;

  constructor(values: readonly T[], onEntry: (entry: Entry<T>) => void) {
    for (let start = 0; start < values.length; start += CHUNK) {
      const chunk: Chunk<T> = { entries: [] };
      for (const value of values.slice(start, start + CHUNK)) {
        const entry: Entry<T> = { value, chunk };
        chunk.entries.push(entry);
        onEntry(entry);
      }
      this.chunks.push(chunk);
    }
    this.count = values.length;
  }

  get length(): number {
    return this.count;
  }

  /** Puts an entry that is in no list at an index; beyond the end appends. */
  insert(index: number, entry: Entry<T>): void {
    let offset = Math.min(index, this.count);
    let position = 0;
    while (position < this.chunks.length - 1 && offset > this.chunks[position]!.entries.length) {
      offset -= this.chunks[position]!.entries.length;
      position += 1;
    }
    let chunk = this.chunks[position];
    if (!chunk) {
      chunk = { entries: [] };
      this.chunks.push(chunk);
    }
    chunk.entries.splice(offset, 0, entry);
    entry.chunk = chunk;
    this.count += 1;
    if (chunk.entries.length > 2 * CHUNK) {
      const second: Chunk<T> = { entries: chunk.entries.splice(CHUNK) };
      for (const tailEntry of second.entries) tailEntry.chunk = second;
      this.chunks.splice(position + 1, 0, second);
    }
  }

  /** The index of an entry of this list. */
  indexOf(entry: Entry<T>): number {
    let index = 0;
    for (const chunk of this.chunks) {
      if (chunk === entry.chunk) return index + chunk.entries.indexOf(entry);
      index += chunk.entries.length;
    }
    throw new Error('The entry is not in the list.');
  }

  /** Takes an entry out. @returns the index it had. */
  remove(entry: Entry<T>): number {
    const index = this.indexOf(entry);
    const chunk = entry.chunk!;
    chunk.entries.splice(chunk.entries.indexOf(entry), 1);
    if (chunk.entries.length === 0) this.chunks.splice(this.chunks.indexOf(chunk), 1);
    entry.chunk = null;
    this.count -= 1;
    return index;
  }

  toArray(): T[] {
    const values: T[] = [];
    for (const chunk of this.chunks) for (const entry of chunk.entries) values.push(entry.value);
    return values;
  }
}
