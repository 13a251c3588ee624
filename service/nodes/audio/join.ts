import { isFileValue } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { presentValues } from '../list/list-values.ts';
import { audio, invalid, list, number, optional } from '../pins.ts';
import { AUDIO_OUTPUT, frameCount, readSound, resample, saveSound } from './sounds.ts';
import { durationLimitExceeded, SAMPLE_LIMIT, widestFormat, type Sound } from './wav.ts';

export const audioJoin = defineNode({
  type: 'audio/join',
  title: 'Join sounds',
  description:
    'Plays sounds one after the other: up to four, and all of a list behind them. They may fade into each other, or have silence between them. The result has the highest sample rate and the most channels of all.',
  icon: 'between-vertical-end',
  runsPrograms: true,
  tags: ['concatenate', 'append', 'sequence', 'crossfade', 'gap', 'music', 'voice'],
  inputs: {
    a: optional(audio('First')),
    b: optional(audio('Second')),
    c: optional(audio('Third')),
    d: optional(audio('Fourth')),
    sounds: optional(list(audio('Sounds'))),
    overlap: number('Fade into each other, seconds', { min: 0, max: 60, default: 0 }),
    gap: number('Silence between, seconds', { min: 0, max: 600, default: 0 }),
  },
  outputs: AUDIO_OUTPUT,
  async run({ a, b, c, d, sounds: soundList, overlap, gap }, execution) {
    const files = [a, b, c, d, ...(await presentValues(execution, soundList))].filter(isFileValue);
    const [first] = files;
    if (first === undefined) throw invalid('There is no sound to join. Plug in at least one.');
    const sounds: Sound[] = [];
    for (const file of files) sounds.push(await readSound(execution, file));
    return { audio: await saveSound(execution, joinSounds(sounds, overlap, gap), first.filename) };
  },
});

/** @param overlap seconds in which one fades out while the next fades in, at equal power @param gap seconds of silence */
function joinSounds(sounds: readonly Sound[], overlap: number, gap: number): Sound {
  const sampleRate = Math.max(...sounds.map((sound) => sound.sampleRate));
  const count = Math.max(...sounds.map(({ channels }) => channels.length));
  const resampled = sounds.map((sound) => resample(sound, sampleRate));
  const starts: number[] = [];
  const shared: number[] = [];
  let end = 0;
  for (const [index, sound] of resampled.entries()) {
    const before = resampled[index - 1];
    // A short sound fades with half of itself at most, so that it is not gone before it is heard.
    const longest = before === undefined ? 0 : Math.min(frameCount(before), frameCount(sound)) / 2;
    const faded = gap > 0 ? 0 : Math.min(Math.round(overlap * sampleRate), Math.floor(longest));
    const start = before === undefined ? 0 : end - faded + Math.round(gap * sampleRate);
    starts.push(start);
    shared.push(faded);
    end = start + frameCount(sound);
  }
  if (end * count > SAMPLE_LIMIT) throw durationLimitExceeded('The joined sound');
  const channels = Array.from({ length: count }, (_, index) => {
    const joined = new Float32Array(end);
    for (const [at, sound] of resampled.entries()) {
      const channel = channelOf(sound, index);
      const [start = 0, fadeIn = 0, fadeOut = 0] = [starts[at], shared[at], shared[at + 1]];
      for (let frame = 0; frame < channel.length; frame += 1) {
        const fadeInLevel = frame < fadeIn ? Math.sin((frame / fadeIn) * (Math.PI / 2)) : 1;
        const left = channel.length - 1 - frame;
        const fadeOutLevel = left < fadeOut ? Math.sin((left / fadeOut) * (Math.PI / 2)) : 1;
        joined[start + frame] =
          (joined[start + frame] ?? 0) + (channel[frame] ?? 0) * fadeInLevel * fadeOutLevel;
      }
    }
    return joined;
  });
  const widest = resampled.find((sound) => sound.channels.length === count);
  return {
    sampleRate,
    channels,
    sampleFormat: widestFormat(sounds),
    ...(widest?.channelMask && { channelMask: widest.channelMask }),
  };
}

/** A mono sound is heard on both sides in front. */
function channelOf({ channels }: Sound, index: number): Float32Array {
  const [only, ...others] = channels;
  if (only === undefined) return new Float32Array();
  if (others.length === 0) return index < 2 ? only : new Float32Array(only.length);
  return channels[index] ?? new Float32Array(only.length);
}
