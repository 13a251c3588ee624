import type { NodeValue } from '#service/nodes/definition.ts';
import type { Database } from '#service/storage/database.ts';

type Outputs = Record<string, NodeValue>;

/** Results of nodes, by account and the hash of what they depend on. */
export interface NodeCacheRows {
  find(accountId: string, key: string): Outputs | null;
  /** @param at ISO time of the use. @returns whether there is such an entry. */
  touch(accountId: string, key: string, at: string): boolean;
  /** @param json the outputs. */
  store(accountId: string, key: string, json: string, at: string): void;
  /** All entries, the one used last first. */
  latestFirst(): Iterable<{ accountId: string; key: string; outputs: Outputs }>;
  drop(accountId: string, key: string): void;
}

export function nodeCacheRows(db: Database): NodeCacheRows {
  const find = db.prepare('SELECT outputs FROM node_cache WHERE account_id = ? AND key = ?');
  const touch = db.prepare('UPDATE node_cache SET used_at = ? WHERE account_id = ? AND key = ?');
  const store = db.prepare(`
    INSERT INTO node_cache (account_id, key, outputs, created_at, used_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (account_id, key) DO UPDATE SET outputs = excluded.outputs, used_at = excluded.used_at`);
  const all = db.prepare('SELECT account_id, key, outputs FROM node_cache ORDER BY used_at DESC');
  const drop = db.prepare('DELETE FROM node_cache WHERE account_id = ? AND key = ?');
  return {
    find(accountId, key) {
      const row = find.get(accountId, key);
      return row === undefined ? null : (JSON.parse(String(row['outputs'])) as Outputs);
    },
    touch: (accountId, key, at) => Number(touch.run(at, accountId, key).changes) > 0,
    store: (accountId, key, json, at) => void store.run(accountId, key, json, at, at),
    *latestFirst() {
      for (const row of all.iterate()) {
        const outputs = JSON.parse(String(row['outputs'])) as Outputs;
        yield { accountId: String(row['account_id']), key: String(row['key']), outputs };
      }
    },
    drop: (accountId, key) => void drop.run(accountId, key),
  };
}
