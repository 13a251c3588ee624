import { defineNode } from '../define-node.ts';
import { NodeFailure, type NodeDefinition, type NodeExecution, type ProviderAccess } from '../definition.ts';
import { choice, text } from '../pins.ts';
import { callProvider, readProviderJson } from './provider-client.ts';
import { fetchProviderFile, isDataAddress, readInlineFile, type FileLimits } from './provider-file.ts';
import type { ProviderLimits } from './provider-request.ts';
import { readPictureHead, type PictureHead } from './picture-head.ts';
import { providerOf, providerPins } from './provider-pins.ts';

const LIMITS: ProviderLimits = {
  responseMs: 290_000,
  silenceMs: 90_000,
  graceMs: 290_000,
  minRate: 8 * 1024,
  longestRetryMs: 60_000,
  retries: 2,
  responseBytes: 64 * 1024 * 1024,
};

/** Of a picture that lies ready at an address. */
const FILE_LIMITS: FileLimits = {
  ...LIMITS,
  responseMs: 60_000,
  silenceMs: 30_000,
  graceMs: 120_000,
  attempts: 5,
  backoff: { firstMs: 1000, maxMs: 15_000, minShare: 0.5 },
};

const MAX_PIXELS = 100_000_000;
const CONTENT_TYPES: Readonly<Record<PictureHead['format'], string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** @param limits and @param fileLimits for tests, which cannot wait for minutes. */
export const createAiImage = (
  limits: ProviderLimits = LIMITS,
  fileLimits: FileLimits = FILE_LIMITS,
): NodeDefinition =>
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
      const picture =
        execution.paidFile === undefined
          ? await requestPicture(provider, { prompt, size }, execution, limits)
          : { address: execution.paidFile };
      execution.progress(0.9, 'Storing the picture');
      const bytes =
        'inline' in picture
          ? readInlineFile(provider, picture.inline)
          : await fetchProviderFile(provider, picture.address, execution.signal, fileLimits);
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

/** A picture in an answer: in the answer itself, as Base64 or `data:` address, or at an address. */
type Picture = { inline: string } | { address: string };

/** Asks for a picture, which is paid then; where it lies elsewhere, that is written down before it is fetched. */
async function requestPicture(
  provider: ProviderAccess,
  { prompt, size }: { prompt: string; size: string },
  execution: NodeExecution,
  limits: ProviderLimits,
): Promise<Picture> {
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
  const picture = pictureOf(provider, await readProviderJson(provider, response));
  if ('address' in picture) await execution.noteFile?.(picture.address);
  return picture;
}

function pictureOf(provider: ProviderAccess, value: unknown): Picture {
  const data = (value as { data?: unknown } | null)?.data;
  const [first] = Array.isArray(data) ? (data as ({ b64_json?: unknown; url?: unknown } | null)[]) : [];
  if (typeof first?.b64_json === 'string') return { inline: first.b64_json };
  if (typeof first?.url === 'string')
    return isDataAddress(first.url) ? { inline: first.url } : { address: first.url };
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
    { isUnrecoverable: true },
  );
}
