/** One piece of work that somebody else's input can make long. */
export interface StepsRow {
  /** Entries at once the size; sixteen times as many make some hundred kilobytes. */
  base: number;
  /** @returns the work on an input with so many entries; making the input is not counted. */
  prepare: (count: number) => (() => unknown) | Promise<() => unknown>;
}

/** A text of so many pieces. */
export const many = (count: number, textOf: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => textOf(index)).join('');

/** So many items. */
export const list = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
