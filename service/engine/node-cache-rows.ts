import type { NodeValue } from '#service/nodes/definition.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text } from '#service/storage/statements.ts';

type Outputs = Record<string, NodeValue>;

export interface NodeCacheEntry {
  accountId: string;
  key: string;
  outputs: Outputs;
  usedAt: string;
}

/** Entries read at a time: each may be megabytes. */
const PAGE = 200;

/** Results of nodes, by account and the hash of what they depend on. */
export class NodeCacheRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(accountId: string, key: string): Promise<Outputs | null> {
    const row = await queryRow(
      this.#db,
      'SELECT outputs FROM node_cache WHERE account_id = ? AND key = ?',
      accountId,
      key,
    );
    return row === undefined ? null : (JSON.parse(text(row, 'outputs')) as Outputs);
  }

  async has(accountId: string, key: string): Promise<boolean> {
    const sql = 'SELECT 1 AS found FROM node_cache WHERE account_id = ? AND key = ?';
    return (await queryRow(this.#db, sql, accountId, key)) !== undefined;
  }

  /** @param at ISO time of the use. @returns whether there is such an entry. */
  async touch(accountId: string, key: string, at: string): Promise<boolean> {
    const sql = 'UPDATE node_cache SET used_at = ? WHERE account_id = ? AND key = ?';
    return (await run(this.#db, sql, at, accountId, key)) > 0;
  }

  /** @param json the outputs. */
  async store(accountId: string, key: string, json: string, at: string): Promise<void> {
    await run(
      this.#db,
      `INSERT INTO node_cache (account_id, key, outputs, created_at, used_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (account_id, key) DO UPDATE SET outputs = excluded.outputs, used_at = excluded.used_at`,
      accountId,
      key,
      json,
      at,
      at,
    );
  }

  /** Entries in the order of their use, the one used last first; inside a transaction. @param after null for the first. */
  async page(after: NodeCacheEntry | null): Promise<NodeCacheEntry[]> {
    const rows = await all(
      this.#db,
      `SELECT account_id, key, outputs, used_at FROM node_cache ${after ? 'WHERE (used_at, account_id, key) < (?, ?, ?)' : ''}
       ORDER BY used_at DESC, account_id DESC, key DESC LIMIT ${PAGE}`,
      ...(after ? [after.usedAt, after.accountId, after.key] : []),
    );
    return rows.map((row) => ({
      accountId: text(row, 'account_id'),
      key: text(row, 'key'),
      outputs: JSON.parse(text(row, 'outputs')) as Outputs,
      usedAt: text(row, 'used_at'),
    }));
  }

  async drop(entries: readonly Pick<NodeCacheEntry, 'accountId' | 'key'>[]): Promise<void> {
    await this.#db.runMany(
      'DELETE FROM node_cache WHERE account_id = ? AND key = ?',
      entries.map(({ accountId, key }) => [accountId, key]),
    );
  }
}
