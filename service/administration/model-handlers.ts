import type { z } from 'zod';
import type { ModelProvider, ModelProviderDraft } from '#shared/administration/models.ts';
import type { ServiceContext } from '#service/context.ts';
import { answerChat } from '#service/chat/answer-chat.ts';
import { Problem } from '#service/problems/problem.ts';
import { findLocalModels, listModels, testModel } from '#service/providers/check-models.ts';
import { checkedAddress } from '#service/providers/provider-rules.ts';
import { addProvider, changeProvider, keyForCheck, type NewProvider } from '#service/providers/providers.ts';
import { listProviders, removeProvider, spentThisMonth, type Provider } from '#service/providers/rows.ts';
import type { AdministrationHandlers } from './surface.ts';

/** What is said of a provider: never its key. */
const toModelProvider = (
  { name, service, baseUrl, monthLimit, models, hasKey, createdAt }: Provider,
  spent: bigint,
): ModelProvider => ({
  name,
  service,
  baseUrl,
  monthLimit: monthLimit === null ? null : Number(monthLimit),
  monthSpend: Number(spent),
  models: models.map(({ price, priceOut, ...model }) => ({
    ...model,
    price: Number(price),
    priceOut: Number(priceOut),
  })),
  hasKey,
  createdAt,
});

const settingsOf = (draft: z.output<typeof ModelProviderDraft>): Omit<NewProvider, 'key'> => {
  const { name, service, baseUrl, monthLimit, models } = draft;
  if (new Set(models.map(({ kind }) => kind)).size < models.length) {
    throw Problem.of('SETTING_INVALID', 'Each kind of model can be named once.', { field: 'models' });
  }
  return {
    name,
    service,
    baseUrl,
    monthLimit: monthLimit === null ? null : BigInt(monthLimit),
    models: models.map((model) => ({
      ...model,
      price: BigInt(model.price),
      priceOut: BigInt(model.priceOut),
    })),
  };
};

/** The providers of models, by the same rules as on the command line. */
export function modelHandlers(ctx: ServiceContext) {
  const { db, config, now } = ctx;
  const { dataDirectory } = config;
  const described = async (provider: Provider): Promise<ModelProvider> =>
    toModelProvider(provider, await spentThisMonth(db, provider.name, now()));
  return {
    listModelProviders: async () => {
      const providers: ModelProvider[] = [];
      for (const provider of await listProviders(db)) providers.push(await described(provider));
      return { providers };
    },
    addModelProvider: async ({ body }) =>
      described(await addProvider(db, dataDirectory, now(), { ...settingsOf(body), key: body.key ?? null })),
    changeModelProvider: async ({ params, body }) =>
      described(
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
      const { service } = body;
      return listModels({ service, baseUrl: checkedAddress(body.baseUrl), key }, signal);
    },
    testModel: async ({ body, signal }) => {
      const key = await keyForCheck(db, dataDirectory, body);
      const { service, kind, model } = body;
      return testModel({ service, baseUrl: checkedAddress(body.baseUrl), key, kind, model }, signal);
    },
    answerChat: ({ body, signal }) => answerChat(ctx, body, signal),
    findLocalModels: async ({ signal }) => ({ servers: await findLocalModels(signal) }),
  } satisfies Partial<AdministrationHandlers>;
}
