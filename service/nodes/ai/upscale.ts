import { defineNode } from '../define-node.ts';
import type { NodeDefinition, ProviderAccess } from '../definition.ts';
import { choice, image, text } from '../pins.ts';
import { makePicture } from './library/library-picture.ts';
import { readPictureHead } from './picture-head.ts';
import { libraryLimits, PICTURE_FILE_LIMITS, PICTURE_LIMITS, writePicture } from './picture-result.ts';
import type { FileLimits } from './provider-file.ts';
import { providerOf, providerPins } from './provider-pins.ts';
import type { ProviderLimits } from './provider-request.ts';
import { readPicture } from './reference-pictures.ts';

/** What models call the factor, by a part of their names; some have none. */
const FACTOR_NAMES: readonly { model: RegExp; setting: string; suffix?: string }[] = [
  { model: /aura-sr/i, setting: 'upscaling_factor' },
  { model: /esrgan|swinir|ccsr/i, setting: 'scale' },
  { model: /topaz/i, setting: 'upscale_factor', suffix: 'x' },
  { model: /crisp|recraft/i, setting: '' },
  { model: /philz1337x/i, setting: 'scale_factor' },
  { model: /./, setting: 'upscale_factor' },
];

function settingsOf({ model }: ProviderAccess, factor: number): Record<string, string | number> {
  const named = FACTOR_NAMES.find((row) => row.model.test(model));
  if (named === undefined || named.setting === '') return {};
  return { [named.setting]: named.suffix === undefined ? factor : `${factor}${named.suffix}` };
}

/** @param limits and @param fileLimits for tests, which cannot wait for minutes. */
export const createAiUpscale = (
  limits: ProviderLimits = PICTURE_LIMITS,
  fileLimits: FileLimits = PICTURE_FILE_LIMITS,
): NodeDefinition =>
  defineNode({
    type: 'ai/upscale',
    title: 'Upscale',
    description:
      'Makes an image larger with an upscaling model that you connected, which draws the details that larger pixels would lack.',
    icon: 'scaling',
    tags: ['ai', 'upscaling model', 'super resolution', 'enlarge', 'larger', 'details'],
    usesModel: 'upscale',
    waits: true,
    inputs: {
      image: image('Image'),
      factor: choice('Factor', ['2', '4'], { default: '2' }),
      prompt: text('Prompt', { default: '', multiline: true, maxLength: 32_000, exposed: false }),
      ...providerPins,
    },
    outputs: { image: { label: 'Image', type: 'image' } },
    async run({ image, factor, prompt, variation }, execution) {
      const provider = providerOf(execution);
      const original = await readPicture(execution, image);
      execution.progress(0.05, `Waiting for ${provider.model}`);
      const bytes = await makePicture(
        provider,
        {
          prompt: prompt.trim(),
          size: 'auto',
          aspect: 'auto',
          seed: variation,
          images: [original],
          settings: settingsOf(provider, Number(factor)),
        },
        execution,
        libraryLimits(limits, fileLimits),
      );
      const before = readPictureHead(original);
      const after = readPictureHead(bytes);
      if (before !== null && after !== null && after.width <= before.width)
        execution.log(`${provider.name} gave a picture that is no larger than the one it got.`);
      return { image: await writePicture(execution, provider, bytes, 'upscaled') };
    },
  });

export const aiUpscale = createAiUpscale();
