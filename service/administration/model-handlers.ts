import type { ModelProvider, ModelProviderDraft } from '#shared/administration/models.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { findLocalModels, listModels, testModel } from '#service/providers/check-models.ts';
import { checkedAddress } from '#service/providers/provider-rules.ts';
import { addProvider, changeProvider, keyForCheck, type NewProvider } from '#service/providers/providers.ts';
import { listProviders, removeProvider, type Provider } from '#service/providers/rows.ts';
import type { AdministrationHandlers } from './surface.ts';

/** What is said of a provider: never its key. */
const toModelProvider = ({ name, baseUrl, models, hasKey, createdAt }: Provider): ModelProvider => ({
  name,
  baseUrl,
  models: models.map(({ kind, model, price }) => ({ kind, model, price: Number(price) })),
  hasKey,
  createdAt,
});

const settingsOf = ({ name, baseUrl, models }: ModelProviderDraft): Omit<NewProvider, 'key'> => {
  if (new Set(models.map(({ kind }) => kind)).size < models.length) {
    throw Problem.of('SETTING_INVALID', 'Each kind of model can be named once.', { field: 'models' });
  }
  return { name, baseUrl, models: models.map((model) => ({ ...model, price: BigInt(model.price) })) };
};

/** The providers of models, by the same rules as on the command line. */
export function modelHandlers({ db, config, now }: Pick<ServiceContext, 'db' | 'config' | 'now'>) {
  const { dataDirectory } = config;
  return {
    listModelProviders: async () => ({ providers: (await listProviders(db)).map(toModelProvider) }),
    addModelProvider: async ({ body }) =>
      toModelProvider(
        await addProvider(db, dataDirectory, now(), { ...settingsOf(body), key: body.key ?? null }),
      ),
    changeModelProvider: async ({ params, body }) =>
      toModelProvider(
        await changeProvider(db, dataDirectory, now(), params['name'] ?? '', {
          ...settingsOf(body),
          key: body.key,
        }),
      ),
    removeModelProvider: async ({ params }) => {
      if (await removeProvider(db, params['name'] ?? '')) return;
      throw Problem.of('PROVIDER_MISSING', 'There is no such model service any more.');
    },
    listModels: async ({ body, signal }) => {
      const key = await keyForCheck(db, dataDirectory, body);
      return listModels({ baseUrl: checkedAddress(body.baseUrl), key }, signal);
    },
    testModel: async ({ body, signal }) => {
      const key = await keyForCheck(db, dataDirectory, body);
      const { kind, model } = body;
      return testModel({ baseUrl: checkedAddress(body.baseUrl), key, kind, model }, signal);
    },
    findLocalModels: async ({ signal }) => ({ servers: await findLocalModels(signal) }),
  } satisfies Partial<AdministrationHandlers>;
}
