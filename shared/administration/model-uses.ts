import { MODEL_SERVICES, type ModelKind, type ModelServiceId } from './model-services.ts';

/** Which models are for which use: what node types ask, and what can be told from the name of a model. */

/** The kind of model that each node type of the local service asks; a test compares it with their definitions. */
export const MODEL_USES: Readonly<Record<string, ModelKind>> = {
  'ai/text': 'text',
  'ai/data': 'text',
  'ai/image': 'image',
  'ai/edit': 'image',
  'ai/upscale': 'upscale',
  'ai/video': 'video',
  'ai/speech': 'speech',
  'ai/transcribe': 'transcription',
};

/** What names of models say, the first that fits; lists of services tell no more. */
const NAMED: readonly { pattern: RegExp; kind: ModelKind | null }[] = [
  { pattern: /embed|rerank|moderation|guard|realtime|live\b|computer-use|robotics|aqa/i, kind: null },
  { pattern: /upscal|esrgan|aura-sr|swinir/i, kind: 'upscale' },
  { pattern: /transcri|whisper|wizper|speech-to-text|\bstt\b/i, kind: 'transcription' },
  { pattern: /\btts\b|-tts|text-to-speech|speech-0|kokoro|\bvoice/i, kind: 'speech' },
  { pattern: /veo-|video|sora|kling|ray-2|wan-?2|hunyuan-v/i, kind: 'video' },
  { pattern: /image|dall-e|flux|imagen|photon|diffusion|sdxl|recraft|ideogram/i, kind: 'image' },
  { pattern: /lyria|music|audio/i, kind: null },
];

/** What a model makes, as far as its name says it; `text` where nothing speaks against it, null for what no node asks. */
export function kindOfModel(name: string): ModelKind | null {
  const named = NAMED.find(({ pattern }) => pattern.test(name));
  return named === undefined ? 'text' : named.kind;
}

/** Names of a list, those for a use first and apart from the others. */
export function modelsForUse(
  kind: ModelKind,
  names: readonly string[],
): { fitting: string[]; remaining: string[] } {
  const { fitting = [], remaining = [] } = Object.groupBy(names, (name) =>
    kindOfModel(name) === kind ? 'fitting' : 'remaining',
  );
  return { fitting, remaining };
}

/** The model that a service is filled in with for a use; null where it has none. */
export const suggestedModel = (service: ModelServiceId, kind: ModelKind): string | null =>
  MODEL_SERVICES[service].models[kind] || null;
