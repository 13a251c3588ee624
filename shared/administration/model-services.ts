import { z } from 'zod';

/** The services of models that are known: how each is spoken to, where its key may go, and what it offers. */

/** What a model makes. */
export const MODEL_KINDS = ['text', 'image', 'upscale', 'video', 'speech', 'transcription'] as const;
export const ModelKind = z.enum(MODEL_KINDS);
export type ModelKind = z.infer<typeof ModelKind>;

/** Each kind in the middle of a sentence. */
export const KIND_NAMES: Readonly<Record<ModelKind, string>> = {
  text: 'text model',
  image: 'image model',
  upscale: 'upscaling model',
  video: 'video model',
  speech: 'speech model',
  transcription: 'transcription model',
};

/** What a price is for: an answer, a second of video, a minute of sound, 1,000 characters or tokens. */
export const PRICE_UNITS = ['call', 'second', 'minute', 'characters', 'tokens'] as const;
export const PriceUnit = z.enum(PRICE_UNITS);
export type PriceUnit = z.infer<typeof PriceUnit>;

/** The units that a price may have, the usual one first. */
export const UNITS_OF_KIND: Readonly<Record<ModelKind, readonly PriceUnit[]>> = {
  text: ['call', 'tokens'],
  image: ['call'],
  upscale: ['call'],
  video: ['second', 'call'],
  speech: ['characters', 'call'],
  transcription: ['minute', 'call'],
};

export const MODEL_SERVICE_IDS = [
  'openai-compatible',
  'openai',
  'google',
  'anthropic',
  'fal',
  'replicate',
  'black-forest-labs',
  'luma',
  'openrouter',
] as const;
export const ModelServiceId = z.enum(MODEL_SERVICE_IDS);
export type ModelServiceId = z.infer<typeof ModelServiceId>;

export interface ModelService {
  title: string;
  /** Where it is, where nobody says otherwise; null: an address has to be typed. */
  baseUrl: string | null;
  /** Hosts that the key may go to besides that of the address, each as the pattern of its whole name. */
  keyHosts: readonly RegExp[];
  /** Where people find their key; null where there are many such services. */
  keysAt: string | null;
  /** The models that are filled in, by what they make: the newest that its package names. */
  models: Readonly<Partial<Record<ModelKind, string>>>;
}

export const MODEL_SERVICES: Readonly<Record<ModelServiceId, ModelService>> = {
  'openai-compatible': {
    title: 'OpenAI-compatible address',
    baseUrl: null,
    keyHosts: [],
    keysAt: null,
    models: { text: '', image: '', speech: '', transcription: '' },
  },
  openai: {
    title: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyHosts: [],
    keysAt: 'platform.openai.com/api-keys',
    models: {
      text: 'gpt-5.6',
      image: 'gpt-image-2',
      speech: 'gpt-4o-mini-tts',
      // Of its models the one that says when each sentence is spoken.
      transcription: 'whisper-1',
    },
  },
  google: {
    title: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyHosts: [],
    keysAt: 'aistudio.google.com/apikey',
    models: {
      text: 'gemini-3.8-flash',
      image: 'gemini-3-pro-image',
      video: 'veo-3.1-generate-preview',
      speech: 'gemini-3.8-flash-tts',
      transcription: 'gemini-3.5-transcribe',
    },
  },
  anthropic: {
    title: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyHosts: [],
    keysAt: 'console.anthropic.com/settings/keys',
    models: { text: 'claude-sonnet-5-5' },
  },
  fal: {
    title: 'fal',
    baseUrl: 'https://fal.run',
    keyHosts: [/^queue\.fal\.run$/],
    keysAt: 'fal.ai/dashboard/keys',
    models: {
      image: 'fal-ai/flux-pro/v1.1',
      upscale: 'fal-ai/clarity-upscaler',
      video: 'luma-ray-2',
      speech: 'fal-ai/minimax/speech-02-hd',
      transcription: 'whisper',
    },
  },
  replicate: {
    title: 'Replicate',
    baseUrl: 'https://api.replicate.com/v1',
    keyHosts: [],
    keysAt: 'replicate.com/account/api-tokens',
    models: {
      image: 'black-forest-labs/flux-2-pro',
      // Its package names none.
      upscale: '',
      video: 'minimax/video-01',
    },
  },
  'black-forest-labs': {
    title: 'Black Forest Labs',
    baseUrl: 'https://api.bfl.ai/v1',
    keyHosts: [/^api(?:\.[a-z0-9-]+)?\.bfl\.ai$/],
    keysAt: 'dashboard.bfl.ai/api/keys',
    models: { image: 'flux-pro-1.1', video: 'flux-3-video' },
  },
  luma: {
    title: 'Luma',
    baseUrl: 'https://api.lumalabs.ai',
    keyHosts: [],
    keysAt: 'lumalabs.ai/api/keys',
    models: { image: 'photon-1' },
  },
  openrouter: {
    title: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyHosts: [],
    keysAt: 'openrouter.ai/keys',
    models: { text: '' },
  },
};

/** What a service offers, in the order of the kinds. */
export const serviceKinds = (service: ModelServiceId): ModelKind[] =>
  MODEL_KINDS.filter((kind) => MODEL_SERVICES[service].models[kind] !== undefined);
