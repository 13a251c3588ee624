import { NodeFailure } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { audio, number } from '../pins.ts';
import { integratedLoudness, truePeak } from './loudness.ts';
import { AUDIO_OUTPUT, gainOf, readSound, saveSound } from './sounds.ts';

const decimal = (value: number): number => Math.round(value * 10) / 10;

export const audioNormalize = defineNode({
  type: 'audio/normalize',
  title: 'Loudness',
  description:
    'Brings a sound to a loudness in LUFS, as EBU R 128 measures it: -23 for television, about -14 to -16 for the web. It stays below the highest peak you set, and is then softer than wanted.',
  icon: 'chart-no-axes-column',
  runsPrograms: true,
  tags: ['lufs', 'ebu r128', 'normalize', 'volume', 'broadcast', 'podcast', 'peak', 'level'],
  inputs: {
    audio: audio('Audio'),
    loudness: number('Loudness in LUFS', { min: -60, max: -5, default: -16 }),
    peak: number('Highest peak in dBTP', { min: -20, max: 0, default: -1 }),
  },
  outputs: {
    ...AUDIO_OUTPUT,
    before: { label: 'LUFS before', type: 'number' },
    after: { label: 'LUFS after', type: 'number' },
  },
  async run({ audio, loudness, peak }, execution) {
    const sound = await readSound(execution, audio);
    const measured = integratedLoudness(sound);
    if (measured === null) {
      throw new NodeFailure(
        'AUDIO_SILENT',
        `${audio.filename} is silent or shorter than 0.4 seconds, so it has no loudness. Choose another sound.`,
      );
    }
    const target = gainOf(loudness - measured);
    const highest = truePeak(sound);
    const factor = Math.min(target, gainOf(peak) / highest);
    const after = measured + 20 * Math.log10(factor);
    if (factor < target) {
      execution.log(
        `${audio.filename} has peaks that are far above the rest: it became ${decimal(after)} LUFS instead of ${decimal(loudness)}, so that none is above ${peak} dBTP.`,
      );
    }
    const channels = sound.channels.map((channel) => channel.map((sample) => sample * factor));
    return {
      audio: await saveSound(execution, { ...sound, channels }, audio.filename),
      before: decimal(measured),
      after: decimal(after),
    };
  },
});
