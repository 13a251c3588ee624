import type { NodeDefinition } from '../definition.ts';
import { aiData } from './data.ts';
import { aiEdit } from './edit.ts';
import { aiImage } from './image.ts';
import { aiSpeech } from './speech.ts';
import { aiText } from './text.ts';
import { aiTranscribe } from './transcribe.ts';
import { aiUpscale } from './upscale.ts';
import { aiVideo } from './video.ts';

/** The node types that ask a provider, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  aiText,
  aiData,
  aiImage,
  aiEdit,
  aiUpscale,
  aiVideo,
  aiSpeech,
  aiTranscribe,
];
