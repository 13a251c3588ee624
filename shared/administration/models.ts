import { z } from 'zod';
import { listUpTo } from '#shared/reading/index.ts';
import { MODEL_KINDS, ModelKind, ModelServiceId, PriceUnit } from './model-services.ts';

export * from './model-services.ts';

/** Providers of models, as the local service is told of them. A key goes in and never comes out. */

/** Characters. */
export const MODEL_LIMITS = { name: 64, baseUrl: 500, key: 4096, model: 200 } as const;
/** Microcredits, at most: a million credits. */
const MAX_PRICE = 1_000_000_000_000;
/** Providers of one service. */
const MAX_PROVIDERS = 1000;
/** Models that a list shows; more can be named by hand. */
export const MAX_MODEL_COUNT = 1000;

const Price = z.int('The price is a whole number of microcredits.').min(0).max(MAX_PRICE);

/** What a provider is used for. */
const ProviderModel = z.object({
  kind: ModelKind,
  /** Used where a node names none; null: the node has to. */
  model: z.string().trim().min(1).max(MODEL_LIMITS.model).nullable(),
  /** Microcredits a unit; of tokens, a thousand that go in. */
  price: Price,
  unit: PriceUnit.default('call'),
  /** Microcredits for a thousand tokens that come out; 0 for other units. */
  priceOut: Price.default(0),
});

/** A provider as it is shown; whether it has a key is all that is said of it. */
export const ModelProvider = z.object({
  name: z.string(),
  service: ModelServiceId,
  baseUrl: z.string(),
  /** Microcredits that may be spent with its key in a month; null: any. */
  monthLimit: Price.nullable(),
  /** Microcredits that were spent with it this month. */
  monthSpend: z.int(),
  models: listUpTo(MODEL_KINDS.length, ProviderModel),
  hasKey: z.boolean(),
  createdAt: z.string(),
});
export type ModelProvider = z.infer<typeof ModelProvider>;

export const ModelProviderList = z.object({ providers: listUpTo(MAX_PROVIDERS, ModelProvider) });
export type ModelProviderList = z.infer<typeof ModelProviderList>;

/** Long enough for what is refused with a sentence by the rules, short enough to be no burden. */
const Typed = z.string().max(20_000);

/** A key as it was typed; null: none; missing: the one that is stored. */
const TypedKey = Typed.nullable().optional();

/** A new provider, or the new settings of one. */
export const ModelProviderDraft = z.object({
  name: Typed,
  service: ModelServiceId.default('openai-compatible'),
  baseUrl: Typed,
  monthLimit: Price.nullable().default(null),
  models: listUpTo(MODEL_KINDS.length, ProviderModel),
  key: TypedKey,
});
export type ModelProviderDraft = z.input<typeof ModelProviderDraft>;

/** Where to look, and with which key: the typed one, or that of the provider named `stored`, at its own address only. */
const Access = z.object({
  service: ModelServiceId.default('openai-compatible'),
  baseUrl: Typed,
  key: TypedKey,
  /** Name of the provider whose key is used when none was typed. */
  stored: Typed.optional(),
});

export const ModelListRequest = Access;
export type ModelListRequest = z.input<typeof ModelListRequest>;

export const ModelTestRequest = Access.extend({
  kind: ModelKind,
  model: z.string().trim().max(MODEL_LIMITS.model),
});
export type ModelTestRequest = z.input<typeof ModelTestRequest>;

export const ModelProblem = z.enum([
  'address', // not a usable address
  'unreachable',
  'no-host',
  'timeout',
  'tls',
  'key', // refused, or missing where one is needed
  'not-compatible',
  'redirected',
  'model',
  'too-large',
  'busy',
  'failed',
]);
export type ModelProblem = z.infer<typeof ModelProblem>;

/** What a service says of its models. `message` is a plain sentence with the next step. */
export const ModelListAnswer = z.object({
  problem: ModelProblem.nullable(),
  message: z.string(),
  /** Where the list was found: what was typed, or the address below it that answers. */
  baseUrl: z.string(),
  models: listUpTo(MAX_MODEL_COUNT, z.string()),
  /** How many the service names; more than `models` when the list was cut. */
  count: z.int(),
});
export type ModelListAnswer = z.infer<typeof ModelListAnswer>;

export const ModelTestAnswer = z.object({ problem: ModelProblem.nullable(), message: z.string() });
export type ModelTestAnswer = z.infer<typeof ModelTestAnswer>;

/** A server that was found on this computer. */
export const LocalModelServer = z.object({
  name: z.string(),
  baseUrl: z.string(),
  models: listUpTo(MAX_MODEL_COUNT, z.string()),
});
export type LocalModelServer = z.infer<typeof LocalModelServer>;

export const LocalModelServers = z.object({ servers: listUpTo(50, LocalModelServer) });
export type LocalModelServers = z.infer<typeof LocalModelServers>;
