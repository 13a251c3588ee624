import type { NodeDefinition } from '../definition.ts';
import { audioConvert } from './convert.ts';
import { audioGain } from './gain.ts';
import { audioJoin } from './join.ts';
import { audioMix } from './mix.ts';
import { audioNormalize } from './normalize.ts';
import { audioSpeed } from './speed.ts';
import { audioTone } from './tone.ts';
import { audioTrim } from './trim.ts';
import { audioWaveform } from './waveform.ts';

/** The node types on sound, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  audioTone,
  audioTrim,
  audioGain,
  audioNormalize,
  audioSpeed,
  audioJoin,
  audioMix,
  audioConvert,
  audioWaveform,
];
