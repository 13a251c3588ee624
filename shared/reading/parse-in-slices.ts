import type { Slices } from './slices.ts';

/** So much text is parsed without a pause: a few milliseconds. */
const MAX_CHUNK_LENGTH = 128 * 1024;

/**
 * `JSON.parse` with pauses: objects are walked through, and the elements of their lists are parsed in pieces. It takes
 * about twice as long as `JSON.parse`, but no piece takes longer than a few milliseconds, unless one element of a list
 * is larger than that.
 * @throws SyntaxError for what is no JSON.
 */
export function* parseInSlices(text: string): Slices<unknown> {
  const parser = new Parser(text);
  const value = yield* parser.value();
  parser.expectEnd();
  return value;
}

const SPACE = /[ \t\n\r]*/y;
/** The next place where a string begins or a container opens, closes or goes on. */
const STRUCTURE = /["{}[\],]/g;
/** The end of a number or word. */
const SCALAR = /[^ \t\n\r,\]}]*/y;

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  *value(): Slices<unknown> {
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case '{':
        return yield* this.#object();
      case '[':
        return yield* this.#list();
      case '"':
        return this.#parseTo(this.#endOfString(this.#at));
      default:
        SCALAR.lastIndex = this.#at;
        return this.#parseTo(this.#at + (SCALAR.exec(this.#text)?.[0].length ?? 0));
    }
  }

  expectEnd(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#unexpected();
  }

  *#object(): Slices<unknown> {
    const object: Record<string, unknown> = {};
    this.#at += 1;
    this.#skipSpace();
    if (this.#accept('}')) return object;
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') throw this.#unexpected();
      const key = this.#parseTo(this.#endOfString(this.#at)) as string;
      this.#skipSpace();
      if (!this.#accept(':')) throw this.#unexpected();
      const value = yield* this.value();
      // As JSON.parse does: also `__proto__` is a key like any other.
      Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
      this.#skipSpace();
    } while (this.#accept(','));
    if (!this.#accept('}')) throw this.#unexpected();
    return object;
  }

  *#list(): Slices<unknown> {
    const list: unknown[] = [];
    this.#at += 1;
    for (;;) {
      const end = this.#endOfChunk(this.#at);
      const isLast = this.#text[end] === ']';
      const chunk = JSON.parse(`[${this.#text.slice(this.#at, end)}]`) as unknown[];
      // Only a list without any elements may have an empty piece.
      if (chunk.length === 0 && (!isLast || list.length > 0)) throw this.#unexpected();
      for (const element of chunk) list.push(element);
      this.#at = end + 1;
      if (isLast) return list;
      yield;
    }
  }

  /** @returns the place of the comma or bracket that ends the elements that are parsed together. */
  #endOfChunk(from: number): number {
    let end = this.#endOfElement(from);
    while (this.#text[end] === ',' && end - from < MAX_CHUNK_LENGTH) end = this.#endOfElement(end + 1);
    return end;
  }

  /** @returns the place of the comma or bracket that ends the element of a list that begins at `from`. */
  #endOfElement(from: number): number {
    let depth = 0;
    STRUCTURE.lastIndex = from;
    for (;;) {
      const found = STRUCTURE.exec(this.#text);
      if (found === null) throw this.#unexpected();
      const at = found.index;
      switch (found[0]) {
        case '"':
          STRUCTURE.lastIndex = this.#endOfString(at);
          break;
        case '{':
        case '[':
          depth += 1;
          break;
        case ',':
          if (depth === 0) return at;
          break;
        case ']':
          if (depth === 0) return at;
          depth -= 1;
          break;
        default:
          if (depth === 0) throw this.#unexpected();
          depth -= 1;
      }
    }
  }

  /** @returns the place after the closing quote. */
  #endOfString(open: number): number {
    for (let at = open + 1; ; at += 1) {
      at = this.#text.indexOf('"', at);
      if (at === -1) throw this.#unexpected();
      let backslashes = 0;
      while (this.#text[at - 1 - backslashes] === '\\') backslashes += 1;
      if (backslashes % 2 === 0) return at + 1;
    }
  }

  #parseTo(end: number): unknown {
    const value: unknown = JSON.parse(this.#text.slice(this.#at, end));
    this.#at = end;
    return value;
  }

  #accept(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0;
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`Unexpected ${this.#text[this.#at] ?? 'end'} in JSON at position ${this.#at}`);
  }
}
