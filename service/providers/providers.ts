import { dataPaths } from '#service/storage/data-directory.ts';
import type { Database } from '#service/storage/database.ts';
import { seal, unseal } from '#service/storage/sealed.ts';
import { listProviders, sealedKeyOf, storeProvider, type Provider } from './rows.ts';

/** Providers of AI models: who answers `ai/…` nodes. They belong to the data directory, not to an account. */

export interface NewProvider {
  name: string;
  baseUrl: string;
  model: string | null;
  price: number;
  key: string | null;
}

/** A provider's place and name take part in the seal: a key never opens for another address. */
const purposeOf = (name: string, baseUrl: string): string => `provider\n${name}\n${baseUrl}`;

/** Adds a provider, or puts new settings in the place of one with that name. */
export function saveProvider(db: Database, dataDirectory: string, now: number, provider: NewProvider): void {
  const { name, baseUrl, model, price, key } = provider;
  const { providerKeys } = dataPaths(dataDirectory);
  const sealed = key === null ? null : seal(providerKeys, purposeOf(name, baseUrl), key);
  storeProvider(db, {
    name,
    baseUrl,
    model,
    price,
    sealedKey: sealed,
    createdAt: new Date(now).toISOString(),
  });
}

/**
 * The key of a provider; null for one without.
 * @throws SealProblem when the key file is gone or another one.
 */
export function providerKey(db: Database, dataDirectory: string, name: string): string | null {
  const found = sealedKeyOf(db, name);
  if (found === null) return null;
  return unseal(dataPaths(dataDirectory).providerKeys, purposeOf(name, found.baseUrl), found.sealed);
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
  const providers = listProviders(db);
  const wanted = typeof name === 'string' ? name.trim() : '';
  const names = providers.map((provider) => provider.name).join(', ');
  const refuse = (code: string, message: string): ChosenProvider => ({ ok: false, code, message });
  if (providers.length === 0) return refuse('NO_PROVIDER', ADD);
  if (wanted === '' && providers.length > 1) {
    return refuse('PROVIDER_NOT_CHOSEN', `Name one of the providers: ${names}.`);
  }
  const provider = wanted === '' ? providers[0] : providers.find((candidate) => candidate.name === wanted);
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
