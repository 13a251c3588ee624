/** How much of something that came from outside is read, and what is said when it is more. */

export interface ParseLimits {
  /** Bytes, counted after decompression. */
  bytes: number;
  /** Lists and objects inside each other. */
  depth: number;
  /** Items of all lists and keys of all objects together; an empty list or object counts as one. */
  values: number;
  /** Items of one list. */
  items: number;
  /** Keys of one object. */
  keys: number;
  /** Keys of all objects together that are whole numbers; without it, as many as there are keys. */
  numberKeys?: number;
  /** Keys that differ, and keys of objects beyond their first thousand; without it, as many as there are keys. */
  distinctKeys?: number;
  /** For counting different keys: a whole number below 2^32 that nobody outside knows. */
  keySeed?: number;
}

const MEBIBYTE = 1024 * 1024;

/** Enough for a document of several ten thousand nodes. */
export const DEFAULT_LIMITS: ParseLimits = {
  bytes: 16 * MEBIBYTE,
  depth: 100,
  values: 2_000_000,
  items: 500_000,
  keys: 100_000,
  // Engines sort such keys whenever they are listed: half a million of them take seconds.
  numberKeys: 20_000,
  // Engines build a shape for each: a million of them take one and a half seconds.
  distinctKeys: 100_000,
};

export type ParseProblemCode =
  | 'TOO_LARGE'
  | 'TOO_DEEP'
  | 'TOO_MANY_VALUES'
  | 'TOO_MANY_ITEMS'
  | 'TOO_MANY_KEYS'
  | 'TOO_MANY_NUMBER_KEYS'
  | 'TOO_MANY_DISTINCT_KEYS'
  | 'NOT_UTF8'
  | 'EMPTY'
  | 'NOT_JSON'
  /** The source failed before its end. */
  | 'CUT_OFF'
  | 'ABORTED';

export interface ParseProblem {
  code: ParseProblemCode;
  /** A sentence for people: what was too much, how much is allowed, what to do next. */
  message: string;
  /** The limit that was passed, for the codes that have one. */
  limit?: number;
  /** The error of the source or of the parser, or the reason of the abort. */
  cause?: unknown;
}

export type ReadResult<T> = { ok: true; value: T } | { ok: false; problem: ParseProblem };

/** How a problem is worded. */
export interface ParseOptions {
  /** Begins each sentence: "The request", "This file". */
  label: string;
  /** Ends each sentence about a limit: "Split it into smaller requests." */
  hint: string;
}

const count = (value: number): string => value.toLocaleString('en');

/** "16 MB", or "900 bytes" below one megabyte. */
export const bytesLabel = (bytes: number): string =>
  bytes >= MEBIBYTE ? `${count(Math.floor(bytes / MEBIBYTE))} MB` : `${count(bytes)} bytes`;

type LimitCode =
  | 'TOO_LARGE'
  | 'TOO_DEEP'
  | 'TOO_MANY_VALUES'
  | 'TOO_MANY_ITEMS'
  | 'TOO_MANY_KEYS'
  | 'TOO_MANY_NUMBER_KEYS'
  | 'TOO_MANY_DISTINCT_KEYS';

const EXCESS: Record<LimitCode, (limit: number) => string> = {
  TOO_LARGE: (limit) => `is larger than ${bytesLabel(limit)}, the most that is read`,
  TOO_DEEP: (limit) => `is nested deeper than ${count(limit)} levels`,
  TOO_MANY_VALUES: (limit) => `holds more than ${count(limit)} values, the most that is read`,
  TOO_MANY_ITEMS: (limit) => `has a list of more than ${count(limit)} items, the most that is read`,
  TOO_MANY_KEYS: (limit) => `has an object of more than ${count(limit)} keys, the most that is read`,
  TOO_MANY_NUMBER_KEYS: (limit) =>
    `has more than ${count(limit)} keys that are numbers, the most that is read`,
  TOO_MANY_DISTINCT_KEYS: (limit) => `has more than ${count(limit)} different keys, the most that is read`,
};

/** A limit was passed. */
export const excess = (code: LimitCode, limit: number, { label, hint }: ParseOptions) => ({
  ok: false as const,
  problem: { code, limit, message: `${label} ${EXCESS[code](limit)}. ${hint}` },
});

/** Anything else that is wrong. @param remaining the sentence after the subject, without its full stop. */
export const unreadable = (
  code: Exclude<ParseProblemCode, LimitCode>,
  remaining: string,
  { label }: ParseOptions,
  cause?: unknown,
) => ({ ok: false as const, problem: { code, message: `${label} ${remaining}.`, cause } });
