import type { ModelServiceId } from '#shared/administration/model-services.ts';

/** How services are asked what they offer, or only whether a key is theirs, where that costs nothing. */

export interface ServiceCheck {
  /** Below the address of the service. */
  path: string;
  keyHeaders: (key: string) => Readonly<Record<string, string>>;
  /** The entries of its list and their field with the name; null where the answer is no list and only the key is checked. */
  list: { entries: string; name: string; prefix?: string } | null;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const openAiList: ServiceCheck = {
  path: '/models',
  keyHeaders: bearer,
  list: { entries: 'data', name: 'id' },
};

/** By the references of their interfaces; null for a service that can only be asked for what it charges. */
export const SERVICE_CHECKS: Readonly<Record<ModelServiceId, ServiceCheck | null>> = {
  'openai-compatible': openAiList,
  openai: openAiList,
  openrouter: openAiList,
  anthropic: {
    path: '/models?limit=1000',
    keyHeaders: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    list: { entries: 'data', name: 'id' },
  },
  google: {
    path: '/models?pageSize=1000',
    keyHeaders: (key) => ({ 'x-goog-api-key': key }),
    list: { entries: 'models', name: 'name', prefix: 'models/' },
  },
  replicate: { path: '/account', keyHeaders: bearer, list: null },
  'black-forest-labs': { path: '/credits', keyHeaders: (key) => ({ 'x-key': key }), list: null },
  luma: { path: '/dream-machine/v1/credits', keyHeaders: bearer, list: null },
  fal: null,
};
