import type { ReadOptions, SqlValue } from '../database.ts';

/** How values go to PostgreSQL and come back, so that rows look as those of SQLite do. */

const INTEGERS = new Set([20, 21, 23, 26]);
const NUMERIC = 1700;
const BOOLEAN = 16;
const FLOATS = new Set([700, 701]);
const BYTES = 17;

/** An integer as a number. @throws RangeError where a number does not hold it exactly. */
function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new RangeError(`${text} is larger than a number holds; read it as a bigint.`);
  return number;
}

type Parser = (text: string) => unknown;

function parserFor(oid: number, toInteger: (text: string) => number | bigint): Parser {
  // Sums of integers are numeric.
  if (INTEGERS.has(oid) || oid === NUMERIC) return toInteger;
  if (oid === BOOLEAN) return (text) => toInteger(text === 't' ? '1' : '0');
  if (FLOATS.has(oid)) return Number;
  if (oid === BYTES) return (text) => Buffer.from(text.slice('\\x'.length), 'hex');
  return (text) => text;
}

interface TypeParsers {
  getTypeParser(oid: number): Parser;
}

const cachedParsers = (toInteger: (text: string) => number | bigint): TypeParsers => {
  const parsers = new Map<number, Parser>();
  return {
    getTypeParser(oid) {
      let parser = parsers.get(oid);
      if (parser === undefined) parsers.set(oid, (parser = parserFor(oid, toInteger)));
      return parser;
    },
  };
};

const asNumbers = cachedParsers(toNumber);
const asBigints = cachedParsers(BigInt);

/** Reads columns as `ReadOptions` say. */
export const parsersFor = ({ bigints = false }: ReadOptions = {}): TypeParsers =>
  bigints ? asBigints : asNumbers;

/**
 * A value as the protocol carries it: text, or bytes. A NUL character, which PostgreSQL takes in no text, becomes the one that
 * stands for what cannot be written, as half a surrogate pair does: rows are looked for in vain by it, as in SQLite.
 */
export function toWire(value: SqlValue): string | Buffer | null {
  if (value === null) return value;
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return String(value);
}
