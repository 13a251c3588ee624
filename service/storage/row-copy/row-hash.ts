import { createHash } from 'node:crypto';
import type { Row, SqlValue } from '../database.ts';
import type { Table } from './tables.ts';

/** What a table holds, for comparison: how many rows, and one hash over all of their values in the order of the key. */
export interface TableContent {
  rows: number;
  /** SHA-256, hex. */
  sha256: string;
}

/**
 * Texts that every database can hold: PostgreSQL takes no NUL, and what stands in its place there is compared as the same.
 */
const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text);

/** A value with its length before it, so that no two rows are written alike. Numbers are told apart from texts. */
function encode(value: SqlValue): Buffer {
  if (value === null) return Buffer.from('-');
  const bytes =
    value instanceof Uint8Array
      ? Buffer.from(value)
      : Buffer.from(typeof value === 'string' ? storable(value) : numberText(value));
  const kind = value instanceof Uint8Array ? 'b' : typeof value === 'string' ? 't' : 'n';
  return Buffer.concat([Buffer.from(`${kind}${bytes.byteLength}:`), bytes]);
}

/** Minus zero is zero: SQLite does not keep it. */
const numberText = (value: number | bigint): string => String(value === 0 ? 0 : value);

/** Hashes rows of one table, given in the order of its key. */
export class RowHash {
  readonly #table: Table;
  readonly #hash = createHash('sha256');
  #rows = 0;

  constructor(table: Table) {
    this.#table = table;
  }

  add(row: Row): void {
    this.#rows += 1;
    for (const { name } of this.#table.columns) this.#hash.update(encode(row[name] ?? null));
  }

  get content(): TableContent {
    return { rows: this.#rows, sha256: this.#hash.copy().digest('hex') };
  }
}
