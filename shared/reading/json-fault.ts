/** Where a text stops being JSON, in words for people: what engines say differs and is made for programmers. */

const SPACE = /[ \t\n\r]*/y;
/** Of the control signs those above ASCII may stand in a text. */
const STRING =
  /"[^"\\[\p{Cc}--[\u007F-\u009F]]]*(?:\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\[\p{Cc}--[\u007F-\u009F]]]*)*"/vy;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

class FaultFinder {
  readonly #text: string;
  #at = 0;
  #expected: Expected = 'value';
  /** The closing brackets of what is open. */
  readonly #closing: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** @returns the index of the first character that does not belong there; the length of the text where it ends too early. */
  find(): number {
    for (;;) {
      this.#skip(SPACE);
      const character = this.#text[this.#at];
      if (character === undefined || !this.#accepts(character)) return this.#at;
    }
  }

  #accepts(character: string): boolean {
    switch (this.#expected) {
      case 'colon':
        return character === ':' && this.#step('value');
      case 'comma or end':
        if (character === ',') return this.#step(this.#closing.at(-1) === '}' ? 'key' : 'value');
        return this.#closes(character);
      case 'key':
      case 'key or end':
        if (character === '"') return this.#skip(STRING) && this.#expect('colon');
        return this.#expected === 'key or end' && this.#closes(character);
      case 'value':
      case 'value or end':
        return this.#acceptsValue(character);
      default:
        return false;
    }
  }

  #acceptsValue(character: string): boolean {
    if (character === '{' || character === '[') {
      this.#closing.push(character === '{' ? '}' : ']');
      return this.#step(character === '{' ? 'key or end' : 'value or end');
    }
    if (this.#expected === 'value or end' && this.#closes(character)) return true;
    return this.#skip(character === '"' ? STRING : SCALAR) && this.#endOfValue();
  }

  #closes(character: string): boolean {
    if (character !== this.#closing.at(-1)) return false;
    this.#closing.pop();
    this.#at += 1;
    return this.#endOfValue();
  }

  #endOfValue(): boolean {
    return this.#expect(this.#closing.length > 0 ? 'comma or end' : 'nothing');
  }

  #step(expected: Expected): boolean {
    this.#at += 1;
    return this.#expect(expected);
  }

  #expect(expected: Expected): boolean {
    this.#expected = expected;
    return true;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const length = pattern.exec(this.#text)?.[0].length;
    this.#at += length ?? 0;
    return length !== undefined;
  }
}

/** A text without the byte order mark that editors of Windows put before it. */
export const stripByteOrderMark = (text: string): string =>
  text.startsWith('\uFEFF') ? text.slice(1) : text;

/** @param source that is no JSON. @returns where, in words that end a sentence. */
export function jsonFault(source: string): string {
  const text = stripByteOrderMark(source);
  const at = new FaultFinder(text).find();
  if (at >= text.length) return 'it ends too early';
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  const character = (before.at(-1)?.length ?? 0) + 1;
  const position = /[\r\n]/.test(text.trim())
    ? `line ${before.length}, character ${character}`
    : `character ${character}`;
  return `what begins at ${position} does not belong there`;
}
