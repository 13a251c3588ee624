import { defineNode } from '../define-node.ts';
import { audio, boolean, number } from '../pins.ts';
import { AUDIO_OUTPUT, gainOf, peakOf, readSound, saveSound } from './sounds.ts';

export const audioGain = defineNode({
  type: 'audio/gain',
  title: 'Volume',
  description:
    'Makes a sound louder or softer, in decibels. Normalize first brings its loudest moment to full scale, so that 0 is as loud as it goes.',
  icon: 'volume-2',
  runsPrograms: true,
  tags: ['loudness', 'gain', 'decibel', 'normalize', 'amplify'],
  inputs: {
    audio: audio('Audio'),
    decibels: number('Change in dB', { min: -96, max: 60, default: 0 }),
    normalize: boolean('Normalize', { default: false }),
  },
  outputs: AUDIO_OUTPUT,
  async run({ audio, decibels, normalize }, execution) {
    const sound = await readSound(execution, audio);
    const { channels } = sound;
    const peak = normalize ? peakOf(sound) : 1;
    // Silence stays silence.
    const factor = gainOf(decibels) / (peak === 0 ? 1 : peak);
    const louder = channels.map((channel) => channel.map((sample) => sample * factor));
    return { audio: await saveSound(execution, { ...sound, channels: louder }, audio.filename) };
  },
});
