import {
  MODEL_KINDS,
  type ModelKind,
  type ModelListRequest,
  type ModelProvider,
  type ModelProviderDraft,
  type ModelTestRequest,
} from '#shared/administration/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.models.providerForm;

/** What the form of a provider holds while it is filled in, and what is sent of it. */

interface KindFields {
  model: string;
  /** Credits an execution; null while the field is empty. */
  credits: number | null;
}

export interface ProviderFields {
  name: string;
  baseUrl: string;
  key: string;
  /** The stored key is to be taken away. */
  dropsKey: boolean;
  kinds: Readonly<Record<ModelKind, KindFields>>;
}

export type FieldName = 'name' | 'baseUrl' | 'key' | 'models';

const MICROCREDITS = 1_000_000;

export const KIND_LABELS: Readonly<Record<ModelKind, { model: string; price: string; short: string }>> = {
  text: { model: t.modelText, price: t.creditsPerText, short: t.text },
  image: { model: t.modelPictures, price: t.creditsPerPicture, short: t.pictures },
};

const kindsOf = (of: (kind: ModelKind) => KindFields): ProviderFields['kinds'] => ({
  text: of('text'),
  image: of('image'),
});

/** @param initial what is filled in for a new one. */
export function fieldsOf(
  provider: ModelProvider | null,
  initial: { name: string; baseUrl: string } = { name: '', baseUrl: '' },
): ProviderFields {
  return {
    name: provider?.name ?? initial.name,
    baseUrl: provider?.baseUrl ?? initial.baseUrl,
    key: '',
    dropsKey: false,
    kinds: kindsOf((kind) => {
      const used = provider?.models.find((model) => model.kind === kind);
      return { model: used?.model ?? '', credits: (used?.price ?? 0) / MICROCREDITS };
    }),
  };
}

/** The first thing that is missing, as a sentence at its field; null when all is there. */
export function missingIn(fields: ProviderFields): { field: FieldName; message: string } | null {
  if (fields.name.trim() === '') return { field: 'name', message: t.name };
  if (fields.baseUrl.trim() === '') return { field: 'baseUrl', message: t.enterAddressService };
  if (MODEL_KINDS.every((kind) => fields.kinds[kind].model.trim() === '')) {
    return { field: 'models', message: t.modelTextPictures };
  }
  return null;
}

/** The key as it is sent: a typed one, none (null), or the stored one (nothing is said). */
function keyOf({ key, dropsKey }: ProviderFields, isStored: boolean): { key?: string | null } {
  if (key.trim() !== '') return { key };
  return isStored && !dropsKey ? {} : { key: null };
}

export const draftOf = (fields: ProviderFields, isStored: boolean): ModelProviderDraft => ({
  name: fields.name,
  baseUrl: fields.baseUrl,
  models: MODEL_KINDS.flatMap((kind) => {
    const { model, credits } = fields.kinds[kind];
    if (model.trim() === '') return [];
    return [{ kind, model: model.trim(), price: Math.round((credits ?? 0) * MICROCREDITS) }];
  }),
  ...keyOf(fields, isStored),
});

/** Where to look, and with which key. */
export const accessOf = (fields: ProviderFields, stored: ModelProvider | null): ModelListRequest => ({
  baseUrl: fields.baseUrl,
  ...keyOf(fields, stored?.hasKey ?? false),
  ...(stored ? { stored: stored.name } : {}),
});

/** One question for each model that is chosen; without any, whether the service answers at all. */
export function testsOf(fields: ProviderFields, stored: ModelProvider | null): ModelTestRequest[] {
  const access = accessOf(fields, stored);
  const selected = MODEL_KINDS.filter((kind) => fields.kinds[kind].model.trim() !== '');
  if (selected.length === 0) return [{ ...access, kind: 'image', model: '' }];
  return selected.map((kind) => ({ ...access, kind, model: fields.kinds[kind].model.trim() }));
}
