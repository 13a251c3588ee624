/**
 * Says whether bytes are JSON (RFC 8259, in UTF-8) without building anything of them, in pieces as they arrive: what is only
 * passed on needs no more, and large responses keep nobody waiting.
 */

const State = {
  Value: 0,
  FirstItem: 1,
  FirstKey: 2,
  Key: 3,
  Colon: 4,
  AfterValue: 5,
  Literal: 6,
  Number: 7,
  End: 8,
} as const;
type State = (typeof State)[keyof typeof State];

/** Parts of a number, by what may follow. */
const NumberState = {
  Sign: 0,
  Zero: 1,
  Integer: 2,
  Point: 3,
  Fraction: 4,
  Exponent: 5,
  ExponentSign: 6,
  ExponentDigits: 7,
} as const;
type NumberState = (typeof NumberState)[keyof typeof NumberState];

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isHex = (code: number): boolean =>
  isDigit(code) || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46);
const ESCAPED = new Set(Array.from('"\\/bfnrt', (character) => character.charCodeAt(0)));
const LITERALS: Readonly<Record<number, string>> = { 0x74: 'true', 0x66: 'false', 0x6e: 'null' };
const FINAL_NUMBER_STATES = new Set<NumberState>([
  NumberState.Zero,
  NumberState.Integer,
  NumberState.Fraction,
  NumberState.ExponentDigits,
]);

export class JsonValidator {
  /** True for a list, by depth. */
  readonly #lists: boolean[] = [];
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  #state: State = State.Value;
  #numberState: NumberState = NumberState.Sign;
  #literal = '';
  #inString = false;
  #isKey = false;
  /** In an escape: -1 after the backslash, else hex digits still to come. */
  #escape = 0;
  #started = false;

  /** @returns false once it is clear that this is no JSON. */
  push(bytes: Uint8Array): boolean {
    try {
      this.#utf8.decode(bytes, { stream: true });
    } catch {
      return false;
    }
    let at = this.#afterMark(bytes);
    while (at < bytes.length) {
      if (this.#inString) {
        at = this.#string(bytes, at);
        if (at < 0) return false;
        continue;
      }
      const code = bytes[at]!;
      if (this.#state === State.Number && this.#isNumberCharacter(code)) {
        at += 1;
        continue;
      }
      if (this.#state === State.Number && !this.#endNumber()) return false;
      at += 1;
      if (this.#state !== State.Literal && isSpace(code)) continue;
      if (!this.#structure(code)) return false;
    }
    return true;
  }

  /** @returns whether what came is one whole JSON value. */
  end(): boolean {
    try {
      this.#utf8.decode();
    } catch {
      return false;
    }
    if (this.#inString) return false;
    if (this.#state === State.Number && !this.#endNumber()) return false;
    return this.#state === State.End;
  }

  /** A byte order mark at the start is no part of the text. */
  #afterMark(bytes: Uint8Array): number {
    if (this.#started || bytes.length === 0) return 0;
    this.#started = true;
    return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }

  /** @returns where the string goes on to or ends, or -1 for what no string may hold. */
  #string(bytes: Uint8Array, start: number): number {
    for (let at = start; at < bytes.length; at += 1) {
      const code = bytes[at]!;
      if (this.#escape === -1) {
        if (code === 0x75) this.#escape = 4;
        else if (ESCAPED.has(code)) this.#escape = 0;
        else return -1;
      } else if (this.#escape > 0) {
        if (!isHex(code)) return -1;
        this.#escape -= 1;
      } else if (code === QUOTE) {
        this.#inString = false;
        if (this.#isKey) this.#state = State.Colon;
        else this.#afterValue();
        return at + 1;
      } else if (code === BACKSLASH) {
        this.#escape = -1;
      } else if (code < 0x20) {
        return -1;
      }
    }
    return bytes.length;
  }

  #afterValue(): void {
    this.#state = this.#lists.length === 0 ? State.End : State.AfterValue;
  }

  #structure(code: number): boolean {
    switch (this.#state) {
      case State.Literal:
        if (code !== this.#literal.charCodeAt(0)) return false;
        this.#literal = this.#literal.slice(1);
        if (this.#literal === '') this.#afterValue();
        return true;
      case State.FirstItem:
        return code === 0x5d ? this.#close(true) : this.#value(code);
      case State.Value:
        return this.#value(code);
      case State.FirstKey:
        return code === 0x7d ? this.#close(false) : this.#key(code);
      case State.Key:
        return this.#key(code);
      case State.Colon:
        this.#state = State.Value;
        return code === 0x3a;
      case State.AfterValue: {
        const isList = this.#lists.at(-1) === true;
        if (code === 0x2c) {
          this.#state = isList ? State.Value : State.Key;
          return true;
        }
        return (code === 0x5d || code === 0x7d) && this.#close(code === 0x5d);
      }
      default:
        return false;
    }
  }

  #key(code: number): boolean {
    this.#inString = true;
    this.#isKey = true;
    return code === QUOTE;
  }

  #value(code: number): boolean {
    if (code === QUOTE) {
      this.#inString = true;
      this.#isKey = false;
    } else if (code === 0x7b || code === 0x5b) {
      this.#lists.push(code === 0x5b);
      this.#state = code === 0x5b ? State.FirstItem : State.FirstKey;
    } else if (code === 0x2d || isDigit(code)) {
      this.#state = State.Number;
      this.#numberState =
        code === 0x2d ? NumberState.Sign : code === 0x30 ? NumberState.Zero : NumberState.Integer;
    } else {
      const literal = LITERALS[code];
      if (literal === undefined) return false;
      this.#literal = literal.slice(1);
      this.#state = State.Literal;
    }
    return true;
  }

  #close(isList: boolean): boolean {
    if (this.#lists.pop() !== isList) return false;
    this.#afterValue();
    return true;
  }

  #endNumber(): boolean {
    if (!FINAL_NUMBER_STATES.has(this.#numberState)) return false;
    this.#afterValue();
    return true;
  }

  #isNumberCharacter(code: number): boolean {
    const next = nextNumberState(this.#numberState, code);
    if (next === null) return false;
    this.#numberState = next;
    return true;
  }
}

/** The part of a number that a character begins or goes on with, or null where it is none of a number. */
function nextNumberState(state: NumberState, code: number): NumberState | null {
  const digit = isDigit(code);
  const isExponent = code === 0x65 || code === 0x45;
  switch (state) {
    case NumberState.Sign:
      return digit ? (code === 0x30 ? NumberState.Zero : NumberState.Integer) : null;
    case NumberState.Integer:
      if (digit) return state;
      return code === 0x2e ? NumberState.Point : isExponent ? NumberState.Exponent : null;
    case NumberState.Zero:
      return code === 0x2e ? NumberState.Point : isExponent ? NumberState.Exponent : null;
    case NumberState.Point:
    case NumberState.Fraction:
      if (digit) return NumberState.Fraction;
      return state === NumberState.Fraction && isExponent ? NumberState.Exponent : null;
    case NumberState.Exponent:
      if (code === 0x2b || code === 0x2d) return NumberState.ExponentSign;
      return digit ? NumberState.ExponentDigits : null;
    case NumberState.ExponentSign:
    case NumberState.ExponentDigits:
      return digit ? NumberState.ExponentDigits : null;
    default:
      return null;
  }
}
