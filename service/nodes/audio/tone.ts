import { defineNode } from '../define-node.ts';
import { choice, number } from '../pins.ts';
import { AUDIO_OUTPUT, gainOf, saveSound } from './sounds.ts';

const SAMPLE_RATE = 48_000;
/** Faded in and out, because a tone that starts at once clicks. */
const FADE_SECONDS = 0.005;

/** One turn of each wave, by its phase from 0 to 1. */
const WAVES = {
  sine: (phase: number) => Math.sin(phase * 2 * Math.PI),
  triangle: (phase: number) => 1 - 4 * Math.abs(((phase + 0.25) % 1) - 0.5),
  square: (phase: number) => (phase < 0.5 ? 1 : -1),
  sawtooth: (phase: number) => 2 * ((phase + 0.5) % 1) - 1,
} as const;

export const audioTone = defineNode({
  type: 'audio/tone',
  title: 'Tone',
  description: 'Makes a steady tone of a pitch, a length and a loudness.',
  icon: 'audio-waveform',
  tags: ['beep', 'sine', 'frequency', 'pitch', 'generate', 'sound'],
  inputs: {
    wave: choice('Wave', Object.keys(WAVES) as (keyof typeof WAVES)[], { default: 'sine' }),
    frequency: number('Frequency in Hz', { min: 20, max: 20_000, default: 440 }),
    seconds: number('Seconds', { min: 0.01, max: 600, default: 1 }),
    volume: number('Volume in dB', { min: -96, max: 0, default: -12 }),
  },
  outputs: AUDIO_OUTPUT,
  async run({ wave, frequency, seconds, volume }, execution) {
    const frames = Math.round(seconds * SAMPLE_RATE);
    const fade = Math.min(FADE_SECONDS * SAMPLE_RATE, frames / 2);
    const loudness = gainOf(volume);
    const shape = WAVES[wave];
    const channel = Float32Array.from({ length: frames }, (_, frame) => {
      const edge = Math.min(1, frame / fade, (frames - 1 - frame) / fade);
      return shape(((frame * frequency) / SAMPLE_RATE) % 1) * loudness * edge;
    });
    return { audio: await saveSound(execution, { sampleRate: SAMPLE_RATE, channels: [channel] }, 'tone') };
  },
});
