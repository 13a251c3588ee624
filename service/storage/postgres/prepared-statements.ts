import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';
import type { ReadOptions, SqlValue } from '../database.ts';
import { toPostgres } from './dialect.ts';
import { parsersFor, toWire } from './values.ts';

interface Prepared {
  /** Under which a connection keeps it. */
  name: string;
  text: string;
  isWrite: boolean;
}

const READS = /^\s*SELECT\b/i;

/** Statements of the rows as PostgreSQL gets them; each is prepared once on a connection. */
export class PreparedStatements {
  readonly #bySql = new Map<string, Prepared>();

  of(sql: string): Prepared {
    let prepared = this.#bySql.get(sql);
    if (prepared === undefined) {
      const text = toPostgres(sql);
      const name = createHash('sha1').update(text).digest('base64url');
      this.#bySql.set(sql, (prepared = { name, text, isWrite: !READS.test(sql) }));
    }
    return prepared;
  }

  query(sql: string, values: readonly SqlValue[], options?: ReadOptions): QueryConfig {
    const { name, text } = this.of(sql);
    return { name, text, values: values.map(toWire), types: parsersFor(options) };
  }
}
