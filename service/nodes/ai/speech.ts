import { defineNode } from '../define-node.ts';
import { NodeFailure, type NodeDefinition } from '../definition.ts';
import { choice, number, text } from '../pins.ts';
import type { LibraryLimits } from './library/library-fetch.ts';
import { makeSpeech } from './library/library-media.ts';
import { readSoundHead } from './media-head.ts';
import { SPEECH_LIMITS, writeMedia } from './media-result.ts';
import { providerOf, providerPins } from './provider-pins.ts';

/** Characters of one request: models take less or more, and say so. */
const MAX_TEXT = 50_000;

/** @param limits for tests, which cannot wait for minutes. */
export const createAiSpeech = (limits: LibraryLimits = SPEECH_LIMITS): NodeDefinition =>
  defineNode({
    type: 'ai/speech',
    title: 'Speak',
    description:
      'Reads a text aloud with a speech model that you connected. Voice is a name that your service has; empty, it chooses one.',
    icon: 'audio-lines',
    tags: ['ai', 'speech model', 'text to speech', 'tts', 'voice', 'narration', 'read aloud'],
    usesModel: 'speech',
    waits: true,
    inputs: {
      text: text('Text', { default: '', multiline: true, maxLength: MAX_TEXT }),
      voice: text('Voice', { default: '', maxLength: 200 }),
      instructions: text('How', { default: '', multiline: true, maxLength: 4000, exposed: false }),
      speed: number('Speed', { min: 0.25, max: 4, step: 0.05, default: 1, exposed: false }),
      format: choice('Format', ['mp3', 'wav'], { default: 'mp3', exposed: false }),
      ...providerPins,
    },
    outputs: { audio: { label: 'Sound', type: 'audio' } },
    async run({ text, voice, instructions, speed, format }, execution) {
      if (text.trim() === '')
        throw new NodeFailure('INPUT_MISSING', 'Text is empty. Write what should be said.');
      const provider = providerOf(execution);
      execution.progress(0.05, `Waiting for ${provider.model}`);
      const request = { text, voice, instructions, speed, format };
      const bytes = await makeSpeech(provider, request, execution, limits);
      const head = readSoundHead(bytes);
      return { audio: await writeMedia(execution, provider, bytes, { head, name: 'speech', noun: 'sound' }) };
    },
  });

export const aiSpeech = createAiSpeech();
