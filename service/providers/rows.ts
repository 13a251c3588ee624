import type { Database } from '#service/storage/database.ts';
import { all, run, text, textOrNull, type Row } from '#service/storage/statements.ts';

export interface Provider {
  name: string;
  /** Where `/chat/completions` is appended. */
  baseUrl: string;
  /** Used where a node names none. */
  model: string | null;
  /** Microcredits an execution. */
  price: bigint;
  hasKey: boolean;
  createdAt: string;
}

const read = (row: Row): Provider => ({
  name: text(row, 'name'),
  baseUrl: text(row, 'base_url'),
  model: textOrNull(row, 'model'),
  price: BigInt(Number(row['price'])),
  hasKey: row['sealed_key'] !== null,
  createdAt: text(row, 'created_at'),
});

/** Sorted by name. */
export const listProviders = (db: Database): Provider[] =>
  all(db, 'SELECT * FROM providers ORDER BY name').map(read);

export interface NewProviderRow {
  name: string;
  baseUrl: string;
  model: string | null;
  price: number;
  sealedKey: Uint8Array | null;
  createdAt: string;
}

/** Adds a provider, or puts new settings in the place of one with that name. */
export function storeProvider(db: Database, provider: NewProviderRow): void {
  run(
    db,
    `INSERT INTO providers (name, base_url, model, price, sealed_key, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET base_url = excluded.base_url, model = excluded.model, price = excluded.price,
       sealed_key = excluded.sealed_key`,
    provider.name,
    provider.baseUrl,
    provider.model,
    provider.price,
    provider.sealedKey,
    provider.createdAt,
  );
}

/** @returns whether there was one of that name. */
export const removeProvider = (db: Database, name: string): boolean =>
  run(db, 'DELETE FROM providers WHERE name = ?', name) > 0;

/** The address and sealed key of a provider; null where it has no key. */
export function sealedKeyOf(db: Database, name: string): { baseUrl: string; sealed: Uint8Array } | null {
  const [row] = all(db, 'SELECT base_url, sealed_key FROM providers WHERE name = ?', name);
  const sealed = row?.['sealed_key'];
  if (row === undefined || !(sealed instanceof Uint8Array)) return null;
  return { baseUrl: text(row, 'base_url'), sealed };
}
