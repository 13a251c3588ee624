import { isFileValue, type NodeExecution } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { reportSoundChange } from '../media/sound-notes.ts';
import { presentValues } from '../list/list-values.ts';
import { audio, boolean, invalid, list, number, optional } from '../pins.ts';
import { AUDIO_OUTPUT, frameCount, gainOf, peakOf, readSound, resample, saveSound } from './sounds.ts';
import { SAMPLE_LIMIT, durationLimitExceeded, widestFormat, type Sound } from './wav.ts';

const VOLUME = { min: -96, max: 24, default: 0 };

export const audioMix = defineNode({
  type: 'audio/mix',
  title: 'Mix',
  description:
    'Plays sounds at once: up to four, each at its own volume, and all of a list as they are. What would be louder than full scale is turned down as a whole.',
  icon: 'sliders-vertical',
  runsPrograms: true,
  tags: ['combine', 'overlay', 'blend', 'music', 'voice'],
  inputs: {
    a: optional(audio('A')),
    b: optional(audio('B')),
    c: optional(audio('C')),
    d: optional(audio('D')),
    sounds: optional(list(audio('Sounds'))),
    volumeA: number('Volume A in dB', VOLUME),
    volumeB: number('Volume B in dB', VOLUME),
    volumeC: number('Volume C in dB', VOLUME),
    volumeD: number('Volume D in dB', VOLUME),
    limit: boolean('Keep below full scale', { default: true, exposed: false }),
  },
  outputs: AUDIO_OUTPUT,
  async run({ a, b, c, d, volumeA, volumeB, volumeC, volumeD, limit, sounds: soundList }, execution) {
    const tracks = [
      { file: a, volume: volumeA },
      { file: b, volume: volumeB },
      { file: c, volume: volumeC },
      { file: d, volume: volumeD },
      ...(await presentValues(execution, soundList)).map((file) => ({ file, volume: 0 })),
    ];
    const sounds: { sound: Sound; gain: number; filename: string }[] = [];
    for (const { file, volume } of tracks) {
      if (isFileValue(file))
        sounds.push({
          sound: await readSound(execution, file),
          gain: gainOf(volume),
          filename: file.filename,
        });
    }
    if (sounds.length === 0) throw invalid('There is no sound to mix. Plug in at least one.');
    const mixed = mix(sounds);
    reportMixed(execution, sounds, mixed);
    const peak = limit ? peakOf(mixed) : 0;
    if (peak > 1)
      for (const channel of mixed.channels)
        for (let i = 0; i < channel.length; i += 1) channel[i] = (channel[i] ?? 0) / peak;
    const name = tracks.find(({ file }) => file !== undefined)?.file?.filename ?? 'mix';
    return { audio: await saveSound(execution, mixed, name) };
  },
});

/** Says of each sound what it has otherwise in the mix: a stereo sound is heard from the front speakers alone. */
function reportMixed(
  execution: NodeExecution,
  sounds: readonly { sound: Sound; filename: string }[],
  { channels, sampleRate }: Sound,
): void {
  for (const { sound, filename } of sounds)
    reportSoundChange(
      execution,
      filename,
      { channels: sound.channels.length, sampleRate: sound.sampleRate },
      // A mono sound is heard on every side, as it was.
      { sampleRate, ...(sound.channels.length === 1 ? {} : { channels: channels.length }) },
    );
}

/** At the highest sample rate and the most channels of all and for their speakers, in the finest format, as long as the longest. */
function mix(sounds: readonly { sound: Sound; gain: number }[]): Sound {
  const sampleRate = Math.max(...sounds.map(({ sound }) => sound.sampleRate));
  const tracks = sounds.map(({ sound, gain }) => ({ gain, sound: resample(sound, sampleRate) }));
  const frames = Math.max(...tracks.map(({ sound }) => frameCount(sound)));
  const count = Math.max(...tracks.map(({ sound }) => sound.channels.length));
  if (frames * count > SAMPLE_LIMIT) throw durationLimitExceeded('The mix');
  const channels = Array.from({ length: count }, (_, index) => {
    const sum = new Float32Array(frames);
    for (const { sound, gain } of tracks) {
      // A mono sound is heard on every side.
      const channel = sound.channels[sound.channels.length === 1 ? 0 : index] ?? [];
      for (const [frame, sample] of channel.entries()) sum[frame] = (sum[frame] ?? 0) + sample * gain;
    }
    return sum;
  });
  const widest = tracks.find(({ sound }) => sound.channels.length === count)?.sound;
  return {
    sampleRate,
    channels,
    sampleFormat: widestFormat(sounds.map(({ sound }) => sound)),
    ...(widest?.channelMask && { channelMask: widest.channelMask }),
  };
}
