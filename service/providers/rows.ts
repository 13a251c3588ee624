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

const read = (row: Row, models: readonly Row[]): Provider => ({
  name: text(row, 'name'),
  baseUrl: text(row, 'base_url'),
  models: readModels(models),
  hasKey: row['sealed_key'] !== null,
  createdAt: text(row, 'created_at'),
});

/** Sorted by name. */
export const listProviders = (db: Database): Promise<Provider[]> =>
  db.snapshot(async () => {
    const rows = await all(db, 'SELECT * FROM providers ORDER BY name');
    if (rows.length === 0) return [];
    const models = Map.groupBy(await all(db, 'SELECT * FROM provider_models'), (row) =>
      text(row, 'provider'),
    );
    return rows.map((row) => read(row, models.get(text(row, 'name')) ?? []));
  });

export const findProvider = (db: Database, name: string): Promise<Provider | null> =>
  db.snapshot(async () => {
    const row = await queryRow(db, 'SELECT * FROM providers WHERE name = ?', name);
    if (!row) return null;
    return read(row, await all(db, 'SELECT * FROM provider_models WHERE provider = ?', name));
  });

export interface NewProviderRow {
  name: string;
  baseUrl: string;
  models: readonly ProviderModelRow[];
  sealedKey: Uint8Array | null;
  createdAt: string;
}

/** Adds a provider, or puts new settings in the place of one with that name; inside a transaction. */
export async function storeProvider(db: Database, provider: NewProviderRow): Promise<void> {
  await run(
    db,
    `INSERT INTO providers (name, base_url, sealed_key, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET base_url = excluded.base_url, sealed_key = excluded.sealed_key`,
    provider.name,
    provider.baseUrl,
    provider.sealedKey,
    provider.createdAt,
  );
  await run(db, 'DELETE FROM provider_models WHERE provider = ?', provider.name);
  for (const { kind, model, price } of provider.models) {
    await run(
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
export const renameProvider = async (db: Database, name: string, newName: string): Promise<void> => {
  await run(db, 'UPDATE providers SET name = ? WHERE name = ?', newName, name);
};

/** @returns whether there was one of that name. */
export const removeProvider = async (db: Database, name: string): Promise<boolean> =>
  (await run(db, 'DELETE FROM providers WHERE name = ?', name)) > 0;

/** The address and sealed key of a provider; null where it has no key. */
export async function sealedKeyOf(
  db: Database,
  name: string,
): Promise<{ baseUrl: string; sealed: Uint8Array } | null> {
  const row = await queryRow(db, 'SELECT base_url, sealed_key FROM providers WHERE name = ?', name);
  const sealed = row?.['sealed_key'];
  if (!row || !(sealed instanceof Uint8Array)) return null;
  return { baseUrl: text(row, 'base_url'), sealed };
}
