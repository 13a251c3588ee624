import { writeCaptions } from '#shared/timeline/captions.ts';
import { defineNode } from '../define-node.ts';
import { NodeFailure, type NodeDefinition } from '../definition.ts';
import { audio, choice, text } from '../pins.ts';
import type { LibraryLimits } from './library/library-fetch.ts';
import { transcribeSound } from './library/library-media.ts';
import { TRANSCRIPTION_LIMITS } from './media-result.ts';
import { providerOf, providerPins } from './provider-pins.ts';
import { captionsOfSegments, captionsOfText } from './speech-captions.ts';

/** Bytes of sound that go to a provider, at most; most take less, and say so. */
const SOUND_BYTES = 100 * 1024 * 1024;
const LANGUAGE = /^[a-z]{2,3}$/i;
const CONTENT_TYPES = { vtt: 'text/vtt', srt: 'application/x-subrip' } as const;

/** @param limits for tests, which cannot wait for minutes. */
export const createAiTranscribe = (limits: LibraryLimits = TRANSCRIPTION_LIMITS): NodeDefinition =>
  defineNode({
    type: 'ai/transcribe',
    title: 'Transcribe',
    description:
      'Writes down what is said in a sound, and when, with a transcription model that you connected. Captions is a file that a timeline takes as a track of captions.',
    icon: 'captions',
    tags: ['ai', 'transcription model', 'speech to text', 'subtitles', 'captions', 'srt', 'vtt', 'dictation'],
    usesModel: 'transcription',
    waits: true,
    inputs: {
      audio: audio('Sound'),
      language: text('Language', { default: '', maxLength: 8 }),
      format: choice('Captions as', ['vtt', 'srt'], { default: 'vtt', exposed: false }),
      ...providerPins,
    },
    outputs: {
      text: { label: 'Text', type: 'text' },
      captions: { label: 'Captions', type: 'file' },
      times: { label: 'Times', type: 'json' },
      language: { label: 'Language', type: 'text' },
    },
    async run({ audio, language, format }, execution) {
      const code = language.trim().toLowerCase();
      if (code !== '' && !LANGUAGE.test(code))
        throw new NodeFailure(
          'INPUT_INVALID',
          'Language is a code such as en or de. Leave it empty to let the model find out.',
        );
      const provider = providerOf(execution);
      const bytes = await execution.readFile(audio, SOUND_BYTES);
      execution.progress(0.05, `Waiting for ${provider.model}`);
      const transcript = await transcribeSound(provider, { audio: bytes, language: code }, execution, limits);
      const hasTimes = transcript.segments.length > 0;
      if (!hasTimes && transcript.text !== '')
        execution.log(
          `${provider.name} told no times, so that captions are spread evenly. Choose a model that tells them, such as whisper-1.`,
        );
      const captions = hasTimes
        ? captionsOfSegments(transcript.segments)
        : captionsOfText(transcript.text, transcript.seconds);
      const name = audio.filename.replace(/\.[^.]*$/, '') || 'captions';
      const file = await execution.writeFile(
        Buffer.from(writeCaptions(captions, format)),
        `${name}.${format}`,
        CONTENT_TYPES[format],
      );
      return {
        text: transcript.text,
        captions: file,
        times: captions.map(({ from, to, words }) => ({ from, to, words })),
        language: transcript.language,
      };
    },
  });

export const aiTranscribe = createAiTranscribe();
