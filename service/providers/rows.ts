import {
  MODEL_KINDS,
  MODEL_SERVICE_IDS,
  PRICE_UNITS,
  type ModelKind,
  type ModelServiceId,
  type PriceUnit,
} from '#shared/administration/model-services.ts';
import { startOfMonth } from '#service/rules/start-of-month.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull, type Row } from '#service/storage/statements.ts';

export interface ProviderModelRow {
  kind: ModelKind;
  /** Used where a node names none; null: the node has to. */
  model: string | null;
  /** Microcredits a unit; of tokens, a thousand that go in. */
  price: bigint;
  unit: PriceUnit;
  /** Microcredits for a thousand tokens that come out. */
  priceOut: bigint;
}

export interface Provider {
  name: string;
  service: ModelServiceId;
  /** Where the paths of its service are appended. */
  baseUrl: string;
  /** Microcredits that may be spent with its key in a month; null: any. */
  monthLimit: bigint | null;
  /** What it is used for, in the order of the kinds. */
  models: ProviderModelRow[];
  hasKey: boolean;
  createdAt: string;
}

const isKind = (kind: string): kind is ModelKind => MODEL_KINDS.some((candidate) => candidate === kind);

/** What an earlier build stored, or a newer one whose service is not known here, is spoken to in the common way. */
const serviceOf = (protocol: string): ModelServiceId =>
  MODEL_SERVICE_IDS.find((id) => id === protocol) ?? 'openai-compatible';

const unitOf = (unit: string): PriceUnit => PRICE_UNITS.find((known) => known === unit) ?? 'call';

/** Kinds of a newer version are not read. */
const readModels = (rows: readonly Row[]): ProviderModelRow[] =>
  rows
    .flatMap((row) => {
      const kind = text(row, 'kind');
      return isKind(kind)
        ? [
            {
              kind,
              model: textOrNull(row, 'model'),
              price: BigInt(Number(row['price'])),
              unit: unitOf(text(row, 'unit')),
              priceOut: BigInt(Number(row['price_out'])),
            },
          ]
        : [];
    })
    .sort((a, b) => MODEL_KINDS.indexOf(a.kind) - MODEL_KINDS.indexOf(b.kind));

const read = (row: Row, models: readonly Row[]): Provider => ({
  name: text(row, 'name'),
  service: serviceOf(text(row, 'protocol')),
  baseUrl: text(row, 'base_url'),
  monthLimit: row['month_limit'] === null ? null : BigInt(Number(row['month_limit'])),
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
  service: ModelServiceId;
  baseUrl: string;
  monthLimit: bigint | null;
  models: readonly ProviderModelRow[];
  sealedKey: Uint8Array | null;
  createdAt: string;
}

/** Adds a provider, or puts new settings in the place of one with that name; inside a transaction. */
export async function storeProvider(db: Database, provider: NewProviderRow): Promise<void> {
  await run(
    db,
    `INSERT INTO providers (name, protocol, base_url, month_limit, sealed_key, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET protocol = excluded.protocol, base_url = excluded.base_url,
       month_limit = excluded.month_limit, sealed_key = excluded.sealed_key`,
    provider.name,
    provider.service,
    provider.baseUrl,
    provider.monthLimit === null ? null : Number(provider.monthLimit),
    provider.sealedKey,
    provider.createdAt,
  );
  await run(db, 'DELETE FROM provider_models WHERE provider = ?', provider.name);
  for (const { kind, model, price, unit, priceOut } of provider.models) {
    await run(
      db,
      'INSERT INTO provider_models (provider, kind, model, price, unit, price_out) VALUES (?, ?, ?, ?, ?, ?)',
      provider.name,
      kind,
      model,
      Number(price),
      unit,
      Number(priceOut),
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

const sum = async (db: Database, sql: string, ...values: string[]): Promise<bigint> =>
  BigInt(Number((await queryRow(db, sql, ...values))?.['amount'] ?? 0));

/** What was booked for a provider since the month began. @param timestamp milliseconds */
export const spentThisMonth = (db: Database, provider: string, timestamp: number): Promise<bigint> =>
  sum(
    db,
    'SELECT COALESCE(SUM(microcredits), 0) AS amount FROM ledger WHERE provider = ? AND created_at >= ?',
    provider,
    startOfMonth(timestamp),
  );

/** What calls of a provider are expected to cost that are under way. */
export const reservedFor = (db: Database, provider: string): Promise<bigint> =>
  sum(
    db,
    `SELECT COALESCE(SUM(price), 0) AS amount FROM model_calls WHERE provider = ? AND state IN ('asked', 'job-open')`,
    provider,
  );
