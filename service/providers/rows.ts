import { MODEL_KINDS, type ModelKind } from '#shared/administration/models.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull, type Row } from '#service/storage/statements.ts';

export interface ProviderModelRow {
  kind: ModelKind;
  /** Used where a node names none; null: the node has to. */
  model: string | null;
  /** Microcredits an execution. */
  price: bigint;
}

export interface Provider {
  name: string;
  /** Where `/chat/completions` is appended. */
  baseUrl: string;
  /** What it is used for, in the order of the kinds. */
  models: ProviderModelRow[];
  hasKey: boolean;
  createdAt: string;
}

const isKind = (kind: string): kind is ModelKind => MODEL_KINDS.some((candidate) => candidate === kind);

/** Kinds of a newer version are not read. */
const readModels = (rows: readonly Row[]): ProviderModelRow[] =>
  rows
    .flatMap((row) => {
      const kind = text(row, 'kind');
      return isKind(kind)
        ? [{ kind, model: textOrNull(row, 'model'), price: BigInt(Number(row['price'])) }]
        : [];
    })
    .sort((a, b) => MODEL_KINDS.indexOf(a.kind) - MODEL_KINDS.indexOf(b.kind));

const read = (db: Database, row: Row): Provider => ({
  name: text(row, 'name'),
  baseUrl: text(row, 'base_url'),
  models: readModels(all(db, 'SELECT * FROM provider_models WHERE provider = ?', text(row, 'name'))),
  hasKey: row['sealed_key'] !== null,
  createdAt: text(row, 'created_at'),
});

/** Sorted by name. */
export const listProviders = (db: Database): Provider[] =>
  all(db, 'SELECT * FROM providers ORDER BY name').map((row) => read(db, row));

export function findProvider(db: Database, name: string): Provider | null {
  const row = queryRow(db, 'SELECT * FROM providers WHERE name = ?', name);
  return row ? read(db, row) : null;
}

export interface NewProviderRow {
  name: string;
  baseUrl: string;
  models: readonly ProviderModelRow[];
  sealedKey: Uint8Array | null;
  createdAt: string;
}

/** Adds a provider, or puts new settings in the place of one with that name; inside a transaction. */
export function storeProvider(db: Database, provider: NewProviderRow): void {
  run(
    db,
    `INSERT INTO providers (name, base_url, sealed_key, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET base_url = excluded.base_url, sealed_key = excluded.sealed_key`,
    provider.name,
    provider.baseUrl,
    provider.sealedKey,
    provider.createdAt,
  );
  run(db, 'DELETE FROM provider_models WHERE provider = ?', provider.name);
  for (const { kind, model, price } of provider.models) {
    run(
      db,
      'INSERT INTO provider_models (provider, kind, model, price) VALUES (?, ?, ?, ?)',
      provider.name,
      kind,
      model,
      Number(price),
    );
  }
}

/** Gives a provider another name; what it is used for goes with it. */
export const renameProvider = (db: Database, name: string, newName: string): void => {
  run(db, 'UPDATE providers SET name = ? WHERE name = ?', newName, name);
};

/** @returns whether there was one of that name. */
export const removeProvider = (db: Database, name: string): boolean =>
  run(db, 'DELETE FROM providers WHERE name = ?', name) > 0;

/** The address and sealed key of a provider; null where it has no key. */
export function sealedKeyOf(db: Database, name: string): { baseUrl: string; sealed: Uint8Array } | null {
  const row = queryRow(db, 'SELECT base_url, sealed_key FROM providers WHERE name = ?', name);
  const sealed = row?.['sealed_key'];
  if (!row || !(sealed instanceof Uint8Array)) return null;
  return { baseUrl: text(row, 'base_url'), sealed };
}
