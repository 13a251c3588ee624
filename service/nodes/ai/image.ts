import { defineNode } from '../define-node.ts';
import { NodeFailure, type NodeDefinition, type ProviderAccess } from '../definition.ts';
import { choice, text } from '../pins.ts';
import { callProvider, fetchProviderFile, readProviderJson } from './provider-client.ts';
import type { ProviderLimits } from './provider-request.ts';
import { readPictureHead, type PictureHead } from './picture-head.ts';
import { providerOf, providerPins } from './provider-pins.ts';

const LIMITS: ProviderLimits = {
  responseMs: 290_000,
  silenceMs: 90_000,
  longestRetryMs: 60_000,
  retries: 2,
  responseBytes: 64 * 1024 * 1024,
};

const MAX_PIXELS = 100_000_000;
const CONTENT_TYPES: Readonly<Record<PictureHead['format'], string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** @param limits for tests, which cannot wait for minutes. */
export const createAiImage = (limits: ProviderLimits = LIMITS): NodeDefinition =>
  defineNode({
    type: 'ai/image',
    title: 'Make an image',
    description:
      'Asks an image model that you connected. The same prompt gives the kept picture; change Variation for another one.',
    icon: 'image-plus',
    tags: ['ai', 'image model', 'text to image', 'prompt', 'generate'],
    usesModel: 'image',
    waits: true,
    inputs: {
      prompt: text('Prompt', { default: '', multiline: true, maxLength: 32_000 }),
      size: choice(
        'Size',
        ['auto', '256x256', '512x512', '1024x1024', '1024x1536', '1536x1024', '1024x1792', '1792x1024'],
        { default: '1024x1024' },
      ),
      ...providerPins,
    },
    outputs: { image: { label: 'Image', type: 'image' } },
    async run({ prompt, size }, execution) {
      if (prompt.trim() === '') {
        throw new NodeFailure('INPUT_MISSING', 'Prompt is empty. Say what the picture should show.');
      }
      const provider = providerOf(execution);
      const body = { model: provider.model, prompt, n: 1, ...(size !== 'auto' && { size }) };
      execution.progress(0.05, `Waiting for ${provider.model}`);
      const response = await callProvider(
        provider,
        '/images/generations',
        body,
        execution.signal,
        limits,
        execution.beginCall,
      );
      const { base64, url } = pictureOf(provider, await readProviderJson(provider, response));
      execution.progress(0.9, 'Storing the picture');
      const bytes =
        base64 === null
          ? await fetchProviderFile(provider, url, execution.signal, limits)
          : Buffer.from(base64, 'base64');
      const format = formatOf(provider, bytes);
      const file = await execution.writeFile(
        bytes,
        `generated.${format === 'jpeg' ? 'jpg' : format}`,
        CONTENT_TYPES[format],
      );
      return { image: file };
    },
  });

export const aiImage = createAiImage();

type Picture = { base64: string; url: '' } | { base64: null; url: string };

function pictureOf(provider: ProviderAccess, value: unknown): Picture {
  const data = (value as { data?: unknown } | null)?.data;
  const [first] = Array.isArray(data) ? (data as { b64_json?: unknown; url?: unknown }[]) : [];
  if (typeof first?.b64_json === 'string') return { base64: first.b64_json, url: '' };
  if (typeof first?.url === 'string') return { base64: null, url: first.url };
  throw new NodeFailure(
    'PROVIDER_BAD_ANSWER',
    `${provider.name} answered without a picture. Check that the model makes images.`,
  );
}

/** Reads the head of a picture before anything of it is stored. */
function formatOf(provider: ProviderAccess, bytes: Uint8Array): PictureHead['format'] {
  const head = readPictureHead(bytes);
  if (head !== null && head.width * head.height <= MAX_PIXELS) return head.format;
  throw new NodeFailure(
    'PROVIDER_BAD_ANSWER',
    `${provider.name} sent a picture that cannot be read: it is no PNG, JPEG or WebP, or too large.`,
  );
}
