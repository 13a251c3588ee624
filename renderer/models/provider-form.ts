import {
  serviceKinds,
  MODEL_KINDS,
  MODEL_SERVICES,
  UNITS_OF_KIND,
  type ModelKind,
  type ModelListRequest,
  type ModelProvider,
  type ModelProviderDraft,
  type ModelServiceId,
  type ModelTestRequest,
  type PriceUnit,
} from '#shared/administration/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.models.providerForm;

/** What the form of a provider holds while it is filled in, and what is sent of it. */

interface KindFields {
  model: string;
  unit: PriceUnit;
  /** Credits a unit; null while the field is empty. */
  credits: number | null;
  /** Credits for a thousand tokens that come out. */
  creditsOut: number | null;
}

export interface ProviderFields {
  name: string;
  service: ModelServiceId;
  baseUrl: string;
  key: string;
  /** The stored key is to be taken away. */
  dropsKey: boolean;
  /** Credits a month with this key; null: any. */
  monthCredits: number | null;
  kinds: Readonly<Record<ModelKind, KindFields>>;
}

export type FieldName = 'name' | 'baseUrl' | 'key' | 'models';

const MICROCREDITS = 1_000_000;

export const KIND_LABELS: Readonly<Record<ModelKind, { model: string; short: string; price: string }>> = {
  text: { model: t.modelText, short: t.text, price: t.creditsPerText },
  image: { model: t.modelPictures, short: t.pictures, price: t.creditsPerPicture },
  upscale: { model: t.modelUpscaling, short: t.upscaling, price: t.creditsPerPicture },
  video: { model: t.modelVideo, short: t.video, price: t.creditsPerVideo },
  speech: { model: t.modelSpeech, short: t.speech, price: t.creditsPerSpeech },
  transcription: {
    model: t.modelTranscription,
    short: t.transcription,
    price: t.creditsPerTranscription,
  },
};

/** What a price is called: that of an answer by what it makes, others by their unit. */
export const priceLabel = (kind: ModelKind, unit: PriceUnit): string =>
  unit === 'call' ? KIND_LABELS[kind].price : t.creditsPer[unit];

export const unitLabel = (unit: PriceUnit): string => t.units[unit];

/** What most people are charged by: tokens, seconds, minutes; an own server by the answer. */
const defaultUnit = (service: ModelServiceId, kind: ModelKind): PriceUnit =>
  service === 'openai-compatible' ? 'call' : kind === 'text' ? 'tokens' : (UNITS_OF_KIND[kind][0] ?? 'call');

/** The models of a service as they are filled in for a new one. */
const initialKinds = (service: ModelServiceId): ProviderFields['kinds'] =>
  kindsOf((kind) => ({
    model: MODEL_SERVICES[service].models[kind] ?? '',
    unit: defaultUnit(service, kind),
    credits: 0,
    creditsOut: 0,
  }));

const kindsOf = (of: (kind: ModelKind) => KindFields): ProviderFields['kinds'] =>
  Object.fromEntries(MODEL_KINDS.map((kind) => [kind, of(kind)])) as Record<ModelKind, KindFields>;

/** What is filled in when a person chooses another service. A name that was typed stays. */
export function fieldsForService(fields: ProviderFields, service: ModelServiceId): ProviderFields {
  const { title, baseUrl } = MODEL_SERVICES[service];
  const isCustomName = fields.name !== '' && fields.name !== MODEL_SERVICES[fields.service].title;
  return {
    ...fields,
    service,
    name: isCustomName ? fields.name : baseUrl === null ? '' : title,
    baseUrl: baseUrl ?? '',
    kinds: initialKinds(service),
  };
}

/** @param initial what is filled in for a new one. */
export function fieldsOf(
  provider: ModelProvider | null,
  initial: { name: string; baseUrl: string } = { name: '', baseUrl: '' },
): ProviderFields {
  const service = provider?.service ?? 'openai-compatible';
  const limit = provider?.monthLimit ?? null;
  return {
    name: provider?.name ?? initial.name,
    service,
    baseUrl: provider?.baseUrl ?? initial.baseUrl,
    key: '',
    dropsKey: false,
    monthCredits: limit === null ? null : limit / MICROCREDITS,
    kinds: kindsOf((kind) => {
      const used = provider?.models.find((model) => model.kind === kind);
      return {
        model: used?.model ?? '',
        unit: used?.unit ?? defaultUnit(service, kind),
        credits: (used?.price ?? 0) / MICROCREDITS,
        creditsOut: (used?.priceOut ?? 0) / MICROCREDITS,
      };
    }),
  };
}

/** The first thing that is missing, as a sentence at its field; null when all is there. */
export function missingIn(fields: ProviderFields): { field: FieldName; message: string } | null {
  if (fields.name.trim() === '') return { field: 'name', message: t.name };
  if (fields.baseUrl.trim() === '') return { field: 'baseUrl', message: t.enterAddressService };
  if (serviceKinds(fields.service).every((kind) => fields.kinds[kind].model.trim() === '')) {
    return { field: 'models', message: t.modelTextPictures };
  }
  return null;
}

/** The key as it is sent: a typed one, none (null), or the stored one (nothing is said). */
function keyOf({ key, dropsKey }: ProviderFields, isStored: boolean): { key?: string | null } {
  if (key.trim() !== '') return { key };
  return isStored && !dropsKey ? {} : { key: null };
}

const microcredits = (credits: number | null): number => Math.round((credits ?? 0) * MICROCREDITS);

export const draftOf = (fields: ProviderFields, isStored: boolean): ModelProviderDraft => ({
  name: fields.name,
  service: fields.service,
  baseUrl: fields.baseUrl,
  monthLimit: fields.monthCredits === null ? null : microcredits(fields.monthCredits),
  models: serviceKinds(fields.service).flatMap((kind) => {
    const { model, credits, creditsOut, unit } = fields.kinds[kind];
    if (model.trim() === '') return [];
    const priceOut = unit === 'tokens' ? microcredits(creditsOut) : 0;
    return [{ kind, model: model.trim(), price: microcredits(credits), unit, priceOut }];
  }),
  ...keyOf(fields, isStored),
});

/** Where to look, and with which key. */
export const accessOf = (fields: ProviderFields, stored: ModelProvider | null): ModelListRequest => ({
  service: fields.service,
  baseUrl: fields.baseUrl,
  ...keyOf(fields, stored?.hasKey ?? false),
  ...(stored ? { stored: stored.name } : {}),
});

/** One question for each model that is chosen; without any, whether the service answers at all. */
export function testsOf(fields: ProviderFields, stored: ModelProvider | null): ModelTestRequest[] {
  const access = accessOf(fields, stored);
  const selected = serviceKinds(fields.service).filter((kind) => fields.kinds[kind].model.trim() !== '');
  if (selected.length === 0) return [{ ...access, kind: 'image', model: '' }];
  return selected.map((kind) => ({ ...access, kind, model: fields.kinds[kind].model.trim() }));
}
