import { defineNode } from '../define-node.ts';
import { NodeFailure, type NodeDefinition, type NodeExecution, type ProviderAccess } from '../definition.ts';
import { choice, image, list, optional, text } from '../pins.ts';
import { makePicture } from './library/library-picture.ts';
import {
  ASPECTS,
  libraryLimits,
  PICTURE_FILE_LIMITS,
  PICTURE_LIMITS,
  PICTURE_SIZES,
  writePicture,
} from './picture-result.ts';
import { callProvider, readProviderJson } from './provider-client.ts';
import { fetchProviderFile, isDataAddress, readInlineFile, type FileLimits } from './provider-file.ts';
import type { ProviderLimits } from './provider-request.ts';
import { isCompatible, providerOf, providerPins } from './provider-pins.ts';
import { readReferences } from './reference-pictures.ts';

/** @param limits and @param fileLimits for tests, which cannot wait for minutes. */
export const createAiImage = (
  limits: ProviderLimits = PICTURE_LIMITS,
  fileLimits: FileLimits = PICTURE_FILE_LIMITS,
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
      size: choice('Size', PICTURE_SIZES, { default: '1024x1024' }),
      aspect: choice('Shape', ASPECTS, { default: 'auto', exposed: false }),
      references: optional(list(image('References'))),
      ...providerPins,
    },
    outputs: { image: { label: 'Image', type: 'image' } },
    async run({ prompt, size, aspect, references, variation }, execution) {
      if (prompt.trim() === '') {
        throw new NodeFailure('INPUT_MISSING', 'Prompt is empty. Say what the picture should show.');
      }
      const provider = providerOf(execution);
      const images = await readReferences(execution, references);
      if (!isCompatible(provider) || images.length > 0) {
        const request = { prompt, size, aspect, seed: variation, images };
        execution.progress(0.05, `Waiting for ${provider.model}`);
        const bytes = await makePicture(provider, request, execution, libraryLimits(limits, fileLimits));
        return { image: await writePicture(execution, provider, bytes) };
      }
      const picture =
        execution.paidFile === undefined
          ? await requestPicture(provider, { prompt, size }, execution, limits)
          : { address: execution.paidFile };
      execution.progress(0.9, 'Storing the picture');
      const bytes =
        'inline' in picture
          ? readInlineFile(provider, picture.inline)
          : await fetchProviderFile(provider, picture.address, execution.signal, fileLimits);
      return { image: await writePicture(execution, provider, bytes) };
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
