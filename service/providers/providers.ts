import { KIND_NAMES, type ModelKind, type ModelServiceId } from '#shared/administration/model-services.ts';
import { Problem } from '#service/problems/problem.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import { transaction, type Database } from '#service/storage/database.ts';
import { seal, unseal } from '#service/storage/sealed.ts';
import { expectedCost } from './model-cost.ts';
import { checkedAddress, checkedKey, checkedName } from './provider-rules.ts';
import {
  findProvider,
  listProviders,
  renameProvider,
  sealedKeyOf,
  storeProvider,
  type Provider,
  type ProviderModelRow,
} from './rows.ts';

/** Providers of AI models: who answers `ai/…` nodes. They belong to the data directory, not to an account. */

/** A model as it is entered: a price for each answer unless said otherwise. */
type NewModel = Pick<ProviderModelRow, 'kind' | 'model' | 'price'> & Partial<ProviderModelRow>;

export interface NewProvider {
  name: string;
  /** An OpenAI-compatible address where nothing is said. */
  service?: ModelServiceId;
  baseUrl: string;
  /** Microcredits that may be spent with its key in a month; null or missing: any. */
  monthLimit?: bigint | null;
  models: readonly NewModel[];
  /** Null or empty: none. */
  key: string | null;
}

/** A provider's place and name take part in the seal: a key never opens for another address. */
const purposeOf = (name: string, baseUrl: string): string => `provider\n${name}\n${baseUrl}`;

/**
 * Adds a provider, or puts new settings in the place of one with that name.
 * @throws Problem SETTING_INVALID
 */
export async function saveProvider(
  db: Database,
  dataDirectory: string,
  timestamp: number,
  input: NewProvider,
): Promise<Provider> {
  const name = checkedName(input.name);
  const baseUrl = checkedAddress(input.baseUrl);
  const key = checkedKey(input.key);
  const { providerKeys } = dataPaths(dataDirectory);
  const sealedKey = key === null ? null : seal(providerKeys, purposeOf(name, baseUrl), key);
  const createdAt = new Date(timestamp).toISOString();
  return await transaction(db, async () => {
    const { service = 'openai-compatible', monthLimit = null } = input;
    const models = input.models.map((model) => ({ unit: 'call' as const, priceOut: 0n, ...model }));
    await storeProvider(db, { name, service, baseUrl, monthLimit, models, sealedKey, createdAt });
    return (await findProvider(db, name))!;
  });
}

/** As `saveProvider`, for one that is not there yet. @throws Problem SETTING_INVALID */
export async function addProvider(
  db: Database,
  dataDirectory: string,
  timestamp: number,
  input: NewProvider,
): Promise<Provider> {
  const name = checkedName(input.name);
  return await transaction(db, async () => {
    await requireUniqueName(db, name);
    return await saveProvider(db, dataDirectory, timestamp, input);
  });
}

/**
 * Changes a provider; with another name its key is sealed anew.
 * @param given.key undefined keeps the stored one, which another address never gets.
 * @throws Problem SETTING_INVALID, PROVIDER_MISSING
 */
export async function changeProvider(
  db: Database,
  dataDirectory: string,
  timestamp: number,
  name: string,
  input: Omit<NewProvider, 'key'> & { key?: string | null | undefined },
): Promise<Provider> {
  return await transaction(db, async () => {
    const found = await findProvider(db, name);
    if (!found) throw missing();
    const newName = checkedName(input.name);
    if (newName !== name) await requireUniqueName(db, newName);
    const key =
      input.key === undefined ? await storedKey(db, dataDirectory, found, input.baseUrl) : input.key;
    if (newName !== name) await renameProvider(db, name, newName);
    return await saveProvider(db, dataDirectory, timestamp, { ...input, name: newName, key });
  });
}

const missing = () => Problem.of('PROVIDER_MISSING', 'There is no such model service any more.');

async function requireUniqueName(db: Database, name: string): Promise<void> {
  const folded = name.toLocaleLowerCase('en');
  if (!(await listProviders(db)).some((provider) => provider.name.toLocaleLowerCase('en') === folded)) return;
  throw Problem.of('SETTING_INVALID', `There is already one called ${name}. Choose another name.`, {
    field: 'name',
  });
}

/** @throws Problem SETTING_INVALID when the key would go to another address, or cannot be read. */
async function storedKey(
  db: Database,
  dataDirectory: string,
  found: Provider,
  baseUrl: string,
): Promise<string | null> {
  if (!found.hasKey) return null;
  if (checkedAddress(baseUrl) !== found.baseUrl) {
    throw Problem.of('SETTING_INVALID', 'The address is another one: enter the key for it.', {
      field: 'key',
    });
  }
  return await readKey(db, dataDirectory, found.name);
}

/** The stored key for a check. @throws Problem SETTING_INVALID when it cannot be read. */
async function readKey(db: Database, dataDirectory: string, name: string): Promise<string | null> {
  try {
    return await providerKey(db, dataDirectory, name);
  } catch {
    throw Problem.of('SETTING_INVALID', 'The stored key cannot be read any more. Enter it again.', {
      field: 'key',
    });
  }
}

/**
 * The key that a check of typed settings uses: the typed one, or the stored one at its own address.
 * @throws Problem SETTING_INVALID, PROVIDER_MISSING
 */
export async function keyForCheck(
  db: Database,
  dataDirectory: string,
  input: { baseUrl: string; key?: string | null | undefined; stored?: string | undefined },
): Promise<string | null> {
  if (input.key !== undefined || input.stored === undefined) return checkedKey(input.key ?? null);
  const found = await findProvider(db, input.stored);
  if (!found) throw missing();
  return storedKey(db, dataDirectory, found, input.baseUrl);
}

/**
 * The key of a provider; null for one without.
 * @throws SealProblem when the key file is gone or another one.
 */
export async function providerKey(db: Database, dataDirectory: string, name: string): Promise<string | null> {
  const found = await sealedKeyOf(db, name);
  if (found === null) return null;
  return unseal(dataPaths(dataDirectory).providerKeys, purposeOf(name, found.baseUrl), found.sealed);
}

export type ProviderSelection =
  | { ok: true; provider: Provider; model: string; price: bigint; rate: ProviderModelRow }
  | { ok: false; code: string; message: string };

/** Those of all providers that are used for a kind of models. */
export const providersOf = (connected: readonly Provider[], kind: ModelKind): Provider[] =>
  connected.filter(({ models }) => models.some((model) => model.kind === kind));

/** What a provider is used for, of one kind. */
export const modelOf = ({ models }: Provider, kind: ModelKind): ProviderModelRow | undefined =>
  models.find((model) => model.kind === kind);

/**
 * The provider and model that a node's inputs name, and what the call is expected to cost in microcredits; where they name none,
 * the only one of that kind and its model.
 */
export function selectProvider(
  connected: readonly Provider[],
  kind: ModelKind,
  { provider: name, model, ...inputs }: Readonly<Record<string, unknown>>,
): ProviderSelection {
  const providers = providersOf(connected, kind);
  const requestedName = typeof name === 'string' ? name.trim() : '';
  const noun = KIND_NAMES[kind];
  const reject = (code: string, message: string): ProviderSelection => ({ ok: false, code, message });
  if (providers.length === 0)
    return reject('NO_PROVIDER', `No ${noun} is connected. Connect one under Models.`);
  if (requestedName === '' && providers.length > 1) {
    return reject(
      'PROVIDER_NOT_CHOSEN',
      'Several model services are connected. Choose the Provider of this node.',
    );
  }
  const provider =
    requestedName === '' ? providers[0] : providers.find((candidate) => candidate.name === requestedName);
  const used = provider && modelOf(provider, kind);
  if (provider === undefined || used === undefined) {
    return reject(
      'UNKNOWN_PROVIDER',
      `${requestedName.slice(0, 80)} is not connected for a ${noun}. Choose another Provider of this node, or connect it under Models.`,
    );
  }
  const named = typeof model === 'string' ? model.trim() : '';
  const selectedModel = named === '' ? used.model : named;
  if (selectedModel === null) {
    return reject('NO_MODEL', `No ${noun} is chosen for ${provider.name}. Choose one under Models.`);
  }
  return { ok: true, provider, model: selectedModel, price: expectedCost(used, inputs), rate: used };
}
