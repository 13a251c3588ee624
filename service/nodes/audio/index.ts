import type { NodeDefinition } from '../definition.ts';
import { audioGain } from './gain.ts';
import { audioMix } from './mix.ts';
import { audioTone } from './tone.ts';
import { audioTrim } from './trim.ts';
import { audioWaveform } from './waveform.ts';

/** The node types on sound, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  audioTone,
  audioTrim,
  audioGain,
  audioMix,
  audioWaveform,
];
