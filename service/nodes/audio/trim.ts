import { defineNode } from '../define-node.ts';
import { audio, invalid, number } from '../pins.ts';
import { AUDIO_OUTPUT, durationOf, frameCount, readSound, saveSound } from './sounds.ts';

const SECONDS = { min: 0, max: 86_400, default: 0 };

export const audioTrim = defineNode({
  type: 'audio/trim',
  title: 'Trim sound',
  description:
    'Cuts a part out of a sound, and fades its ends if you like. A length of 0 goes on to the end.',
  icon: 'scissors',
  runsPrograms: true,
  tags: ['cut', 'start', 'end', 'length', 'fade', 'clip'],
  inputs: {
    audio: audio('Audio'),
    start: number('Start in seconds', SECONDS),
    length: number('Length in seconds', SECONDS),
    fadeIn: number('Fade in', SECONDS),
    fadeOut: number('Fade out', SECONDS),
  },
  outputs: AUDIO_OUTPUT,
  async run({ audio, start, length, fadeIn, fadeOut }, execution) {
    const sound = await readSound(execution, audio);
    const { sampleRate } = sound;
    const first = Math.round(start * sampleRate);
    if (first >= frameCount(sound)) {
      throw invalid(
        `${audio.filename} is ${durationOf(sound).toFixed(2)} seconds long; there is nothing at ${start}. Use an earlier start.`,
      );
    }
    const end = length === 0 ? frameCount(sound) : first + Math.max(1, Math.round(length * sampleRate));
    const channels = sound.channels.map((channel) => channel.slice(first, end));
    for (const channel of channels) fadeEnds(channel, fadeIn * sampleRate, fadeOut * sampleRate);
    return { audio: await saveSound(execution, { ...sound, channels }, audio.filename) };
  },
});

function fadeEnds(channel: Float32Array, fadeIn: number, fadeOut: number): void {
  const last = channel.length - 1;
  for (let frame = 0; frame <= last; frame += 1) {
    const rise = fadeIn === 0 ? 1 : Math.min(1, frame / fadeIn);
    const fall = fadeOut === 0 ? 1 : Math.min(1, (last - frame) / fadeOut);
    channel[frame] = (channel[frame] ?? 0) * rise * fall;
  }
}
