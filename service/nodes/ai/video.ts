import { defineNode } from '../define-node.ts';
import { NodeFailure, type NodeDefinition } from '../definition.ts';
import { choice, image, number, optional, text } from '../pins.ts';
import type { LibraryLimits } from './library/library-fetch.ts';
import { makeVideo } from './library/library-media.ts';
import { readVideoHead } from './media-head.ts';
import { VIDEO_LIMITS, writeMedia } from './media-result.ts';
import { providerOf, providerPins } from './provider-pins.ts';
import { readPicture } from './reference-pictures.ts';

/** Whether the video has sound, where a model can choose. */
const SOUND = { auto: undefined, yes: true, no: false } as const;

/** @param limits for tests, which cannot wait for minutes. */
export const createAiVideo = (limits: LibraryLimits = VIDEO_LIMITS): NodeDefinition =>
  defineNode({
    type: 'ai/video',
    title: 'Make a video',
    description:
      'Asks a video model that you connected: by words, from a first frame, or between a first and a last one. It is a job at the service, which goes on while Patchbay is closed.',
    icon: 'clapperboard',
    tags: ['ai', 'video model', 'text to video', 'image to video', 'animate', 'prompt', 'generate'],
    usesModel: 'video',
    waits: true,
    inputs: {
      prompt: text('Prompt', { default: '', multiline: true, maxLength: 32_000 }),
      first: optional(image('First frame')),
      last: optional(image('Last frame')),
      seconds: number('Seconds', { min: 1, max: 60, step: 1, default: 5 }),
      aspect: choice('Shape', ['auto', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9'], { default: 'auto' }),
      size: choice('Size', ['auto', '1280x720', '1920x1080', '3840x2160'], {
        default: 'auto',
        exposed: false,
      }),
      sound: choice('Sound', ['auto', 'yes', 'no'], { default: 'auto', exposed: false }),
      ...providerPins,
    },
    outputs: { video: { label: 'Video', type: 'video' } },
    async run({ prompt, first, last, seconds, aspect, size, sound, variation }, execution) {
      if (prompt.trim() === '' && first === undefined)
        throw new NodeFailure(
          'INPUT_MISSING',
          'Prompt and First frame are empty. Say what the video should show.',
        );
      const provider = providerOf(execution);
      execution.progress(0.05, `Waiting for ${provider.model}`);
      const request = {
        prompt,
        first: first && (await readPicture(execution, first)),
        last: last && (await readPicture(execution, last)),
        seconds,
        aspect,
        size,
        seed: variation,
        sound: SOUND[sound],
      };
      const bytes = await makeVideo(provider, request, execution, limits);
      const head = readVideoHead(bytes);
      return {
        video: await writeMedia(execution, provider, bytes, { head, name: 'generated', noun: 'video' }),
      };
    },
  });

export const aiVideo = createAiVideo();
