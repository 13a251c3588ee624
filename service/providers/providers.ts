import { dataPaths } from '#service/storage/data-directory.ts';
import type { Database } from '#service/storage/database.ts';
import { seal, unseal } from '#service/storage/sealed.ts';
import { all, run, text, textOrNull, type Row } from '#service/storage/statements.ts';

/** Providers of AI models: who answers `ai/…` nodes. They belong to the data directory, not to an account. */

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

export interface NewProvider {
  name: string;
  baseUrl: string;
  model: string | null;
  price: number;
  key: string | null;
}

/** A provider's place and name take part in the seal: a key never opens for another address. */
const purposeOf = (name: string, baseUrl: string): string => `provider\n${name}\n${baseUrl}`;

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

/** Adds a provider, or puts new settings in the place of one with that name. */
export function saveProvider(db: Database, dataDirectory: string, now: number, provider: NewProvider): void {
  const { name, baseUrl, model, price, key } = provider;
  const { providerKeys } = dataPaths(dataDirectory);
  const sealed = key === null ? null : seal(providerKeys, purposeOf(name, baseUrl), key);
  run(
    db,
    `INSERT INTO providers (name, base_url, model, price, sealed_key, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET base_url = excluded.base_url, model = excluded.model, price = excluded.price,
       sealed_key = excluded.sealed_key`,
    name,
    baseUrl,
    model,
    price,
    sealed,
    new Date(now).toISOString(),
  );
}

/** @returns whether there was one of that name. */
export const removeProvider = (db: Database, name: string): boolean =>
  run(db, 'DELETE FROM providers WHERE name = ?', name) > 0;

/**
 * The key of a provider; null for one without.
 * @throws SealProblem when the key file is gone or another one.
 */
export function providerKey(db: Database, dataDirectory: string, name: string): string | null {
  const [row] = all(db, 'SELECT base_url, sealed_key FROM providers WHERE name = ?', name);
  const sealed = row?.['sealed_key'];
  if (row === undefined || !(sealed instanceof Uint8Array)) return null;
  return unseal(dataPaths(dataDirectory).providerKeys, purposeOf(name, text(row, 'base_url')), sealed);
}

export type ChosenProvider =
  { ok: true; provider: Provider; model: string } | { ok: false; code: string; message: string };

/** What to do where there is no provider. */
const ADD = [
  'No provider of AI models is set up.',
  'In the folder of Patchbay, run for example “npm run service -- providers add --name local --base-url http://127.0.0.1:11434/v1 --model llama3.2” for an Ollama on this computer,',
  'or give the address and a model of a hosted one and its key with “--key-stdin < key.txt”; then run again.',
  'A service with a data folder of its own needs “--data FOLDER” as well.',
].join(' ');

/** The provider and model that a node's inputs name; where they name none, the only provider and its model. */
export function chooseProvider(db: Database, name: unknown, model: unknown): ChosenProvider {
  const known = listProviders(db);
  const wanted = typeof name === 'string' ? name.trim() : '';
  const names = known.map((provider) => provider.name).join(', ');
  const refuse = (code: string, message: string): ChosenProvider => ({ ok: false, code, message });
  if (known.length === 0) return refuse('NO_PROVIDER', ADD);
  if (wanted === '' && known.length > 1) {
    return refuse('PROVIDER_NOT_CHOSEN', `Name one of the providers: ${names}.`);
  }
  const provider = wanted === '' ? known[0] : known.find((candidate) => candidate.name === wanted);
  if (provider === undefined) {
    return refuse('UNKNOWN_PROVIDER', `There is no provider ${wanted.slice(0, 80)}. Known: ${names}.`);
  }
  const named = typeof model === 'string' ? model.trim() : '';
  const chosen = named === '' ? provider.model : named;
  if (chosen === null) {
    return refuse(
      'NO_MODEL',
      `${provider.name} has no model of its own. Name one in the node's Model field.`,
    );
  }
  return { ok: true, provider, model: chosen };
}
