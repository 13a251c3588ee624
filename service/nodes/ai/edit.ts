import { defineNode } from '../define-node.ts';
import { NodeFailure, type NodeDefinition } from '../definition.ts';
import { choice, image, list, optional, text } from '../pins.ts';
import { makePicture, MAX_REFERENCES } from './library/library-picture.ts';
import {
  ASPECTS,
  libraryLimits,
  PICTURE_FILE_LIMITS,
  PICTURE_LIMITS,
  PICTURE_SIZES,
  writePicture,
} from './picture-result.ts';
import type { FileLimits } from './provider-file.ts';
import { providerOf, providerPins } from './provider-pins.ts';
import type { ProviderLimits } from './provider-request.ts';
import { readPicture, readReferences } from './reference-pictures.ts';

/** @param limits and @param fileLimits for tests, which cannot wait for minutes. */
export const createAiEdit = (
  limits: ProviderLimits = PICTURE_LIMITS,
  fileLimits: FileLimits = PICTURE_FILE_LIMITS,
): NodeDefinition =>
  defineNode({
    type: 'ai/edit',
    title: 'Edit an image',
    description:
      'Changes an image by words, with an image model that you connected. A mask says where: it is white there, or transparent for OpenAI.',
    icon: 'wand-sparkles',
    tags: ['ai', 'image model', 'image to image', 'inpaint', 'retouch', 'prompt', 'mask'],
    usesModel: 'image',
    waits: true,
    inputs: {
      image: image('Image'),
      prompt: text('Change', { default: '', multiline: true, maxLength: 32_000 }),
      mask: optional(image('Mask')),
      references: optional(list(image('References'))),
      size: choice('Size', PICTURE_SIZES, { default: 'auto', exposed: false }),
      aspect: choice('Shape', ASPECTS, { default: 'auto', exposed: false }),
      ...providerPins,
    },
    outputs: { image: { label: 'Image', type: 'image' } },
    async run({ image, prompt, mask, references, size, aspect, variation }, execution) {
      if (prompt.trim() === '')
        throw new NodeFailure('INPUT_MISSING', 'Change is empty. Say what should be different.');
      const provider = providerOf(execution);
      const images = [await readPicture(execution, image), ...(await readReferences(execution, references))];
      if (images.length > MAX_REFERENCES)
        throw new NodeFailure(
          'INPUT_INVALID',
          `At most ${MAX_REFERENCES} pictures go with one request. Take some away.`,
        );
      const maskBytes = mask && (await readPicture(execution, mask));
      execution.progress(0.05, `Waiting for ${provider.model}`);
      const request = { prompt, size, aspect, seed: variation, images, mask: maskBytes };
      const bytes = await makePicture(provider, request, execution, libraryLimits(limits, fileLimits));
      return { image: await writePicture(execution, provider, bytes, 'edited') };
    },
  });

export const aiEdit = createAiEdit();
