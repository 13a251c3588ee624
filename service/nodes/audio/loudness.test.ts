import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { isFileValue, type FileValue, type NodeDefinition, type NodeValue } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { audioConvert } from './convert.ts';
import { audioGain } from './gain.ts';
import { audioJoin } from './join.ts';
import { integratedLoudness, truePeak } from './loudness.ts';
import { audioNormalize } from './normalize.ts';
import { durationOf, frameCount, peakOf, readSound } from './sounds.ts';
import { audioSpeed } from './speed.ts';
import { audioTrim } from './trim.ts';
import { encodeWav, parseWav, type Sound } from './wav.ts';

const bench = useNodeBench();
let program: string | null = null;
beforeAll(async () => {
  program = await findFfmpeg();
});

/** A tone that swells and has rests in it, at so many decibels below full scale. */
const tone = (
  seconds: number,
  { frequency = 997, decibels = -20, sampleRate = 48_000, channels = 2 } = {},
): Sound => ({
  sampleRate,
  channels: Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_unused, frame) => {
      const at = frame / sampleRate;
      return Math.sin(2 * Math.PI * frequency * at + channel) * 10 ** (decibels / 20);
    }),
  ),
  sampleFormat: 'float32',
});
const storeSound = (sound: Sound, name = 'sound.wav') => bench.store(encodeWav(sound), name, 'audio/wav');

async function run(definition: NodeDefinition, inputs: Record<string, NodeValue>) {
  const messages: string[] = [];
  const results = await definition.execute(
    bench.execution(inputs, { onLog: (message) => messages.push(message) }),
  );
  const audio = results['audio'];
  if (!isFileValue(audio)) throw new Error('This output is no file.');
  return { results, messages, audio, sound: await readSound(bench.execution({}), audio) };
}

describe('loudness', () => {
  test('a full tone in both channels of stereo is as loud as its level says, in one it is 3 LU softer', () => {
    // BS.1770-4: a tone of 997 Hz at 0 dBFS in one channel is -3.01 LKFS.
    expect(integratedLoudness(tone(5, { decibels: -20, channels: 1 }))).toBeCloseTo(-23.01, 1);
    expect(integratedLoudness(tone(5, { decibels: -20 }))).toBeCloseTo(-20, 1);
    expect(integratedLoudness(tone(5, { decibels: -20, sampleRate: 44_100 }))).toBeCloseTo(-20, 1);
  });

  test('rests and what is far softer than the rest do not count; silence has no loudness', () => {
    const [loud, soft, rest] = [
      tone(20, { decibels: -23 }),
      tone(20, { decibels: -50 }),
      tone(20, { decibels: -200 }),
    ];
    const joined: Sound = {
      ...loud,
      channels: loud.channels.map((channel, index) =>
        Float32Array.from([...channel, ...soft.channels[index]!, ...rest.channels[index]!]),
      ),
    };
    expect(integratedLoudness(joined)).toBeCloseTo(-23, 0);
    expect(integratedLoudness(rest)).toBeNull();
    expect(integratedLoudness(tone(0.2))).toBeNull();
  });

  test('a peak between samples is seen', () => {
    const quarter: Sound = {
      sampleRate: 48_000,
      channels: [Float32Array.from({ length: 4800 }, (_, at) => [0.5, 0.5, -0.5, -0.5][at % 4]!)],
    };
    expect(peakOf(quarter)).toBe(0.5);
    expect(truePeak(quarter)).toBeCloseTo(Math.SQRT1_2, 1);
    expect(truePeak({ sampleRate: 48_000, channels: [new Float32Array(10)] })).toBe(0);
  });

  test('ffmpeg measures the same', async () => {
    if (program === null) return console.warn('ffmpeg is not installed');
    const noise = Float32Array.from({ length: 48_000 * 12 }, (_, at) => {
      const random = Math.sin(at * 12.9898) * 43_758.5453;
      return (random - Math.floor(random) - 0.5) * 0.4 * (0.2 + Math.abs(Math.sin(at / 70_000)));
    });
    for (const sound of [
      {
        sampleRate: 48_000,
        channels: [noise, noise.map((sample) => sample / 3)],
        sampleFormat: 'float32' as const,
      },
      tone(8, { frequency: 80, sampleRate: 44_100 }),
    ]) {
      const folder = mkdtempSync(join(tmpdir(), 'patchbay-loudness-'));
      const path = join(folder, 'sound.wav');
      writeFileSync(path, encodeWav(sound));
      const { stderr } = spawnSync(
        program,
        ['-nostats', '-i', path, '-af', 'ebur128=peak=true', '-f', 'null', '-'],
        {
          encoding: 'utf8',
        },
      );
      rmSync(folder, { recursive: true });
      const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
      const [, loudness] = /I:\s+(-?[\d.]+) LUFS/.exec(summary) ?? [];
      const [, peak] = /Peak:\s+(-?[\d.]+) dBFS/.exec(summary) ?? [];
      expect(Math.abs((integratedLoudness(sound) ?? 0) - Number(loudness))).toBeLessThanOrEqual(0.1);
      expect(Math.abs(20 * Math.log10(truePeak(sound)) - Number(peak))).toBeLessThanOrEqual(0.3);
    }
  });
});

describe('Loudness', () => {
  test('brings a sound to the loudness that is asked for', async () => {
    const { results, sound, messages } = await run(audioNormalize, {
      audio: await storeSound(tone(3, { decibels: -40 })),
      loudness: -23,
    });
    expect(results).toMatchObject({ before: -40, after: -23 });
    expect(integratedLoudness(sound)).toBeCloseTo(-23, 1);
    expect(messages).toEqual([]);
  });

  test('stays below the highest peak, is softer then, and says so; silence says what to do', async () => {
    const sound = tone(3, { decibels: -40 });
    sound.channels[0]![1000] = 0.9;
    const made = await run(audioNormalize, { audio: await storeSound(sound), loudness: -10, peak: -1 });
    expect(truePeak(made.sound)).toBeLessThanOrEqual(10 ** (-1 / 20) + 0.01);
    expect(made.messages.join()).toMatch(/LUFS instead of -10/);
    await expect(
      run(audioNormalize, { audio: await storeSound(tone(3, { decibels: -200 })) }),
    ).rejects.toThrow(/silent/);
  });
});

describe('Join sounds', () => {
  const flat = (seconds: number, value: number, sampleRate = 8000): Sound => ({
    sampleRate,
    channels: [new Float32Array(Math.round(seconds * sampleRate)).fill(value)],
    sampleFormat: 'float32',
  });

  test('plays them in order, with silence between, at the highest rate', async () => {
    const [a, b] = [
      await storeSound(flat(1, 0.5), 'a.wav'),
      await storeSound(flat(1, 0.25, 16_000), 'b.wav'),
    ];
    const { sound } = await run(audioJoin, { a, b, gap: 0.5 });
    expect(sound.sampleRate).toBe(16_000);
    expect(durationOf(sound)).toBeCloseTo(2.5, 3);
    const at = (seconds: number) => sound.channels[0]![Math.round(seconds * 16_000)];
    expect([at(0.5), at(1.25), at(2)]).toEqual([expect.closeTo(0.5, 2), 0, expect.closeTo(0.25, 2)]);
  });

  test('fades them into each other at equal power; one alone is itself', async () => {
    const [a, b] = [await storeSound(flat(2, 0.5), 'a.wav'), await storeSound(flat(2, 0.5), 'b.wav')];
    const { sound } = await run(audioJoin, { a, b, overlap: 1 });
    expect(durationOf(sound)).toBeCloseTo(3, 3);
    expect(sound.channels[0]![12_000]).toBeCloseTo(0.5 * Math.SQRT2, 2);
    expect(durationOf((await run(audioJoin, { a })).sound)).toBe(2);
    // A short one fades with half of itself at most.
    const short = await storeSound(flat(0.2, 0.5), 'short.wav');
    expect(durationOf((await run(audioJoin, { a, b: short, overlap: 10 })).sound)).toBeCloseTo(2.1, 3);
    await expect(run(audioJoin, {})).rejects.toThrow(/Plug in at least one/);
  });
});

/** Crossings of zero a second, which tell the pitch of a tone. */
const pitchOf = ({ channels, sampleRate }: Sound): number => {
  const [channel = new Float32Array()] = channels;
  const middle = channel.subarray(channel.length >> 2, (channel.length * 3) >> 2);
  let crossings = 0;
  for (let at = 1; at < middle.length; at += 1) if (middle[at - 1]! < 0 !== middle[at]! < 0) crossings += 1;
  return (crossings * sampleRate) / middle.length / 2;
};

describe('Speed of sound', () => {
  test('as a tape: half the length has twice the pitch', async () => {
    const { sound } = await run(audioSpeed, {
      audio: await storeSound(tone(2, { frequency: 440 })),
      speed: 2,
      keepPitch: false,
    });
    expect(durationOf(sound)).toBeCloseTo(1, 2);
    expect(pitchOf(sound)).toBeCloseTo(880, -1);
  });

  test.each([2, 0.5, 0.2])('at its pitch, %f times as fast, to its end', async (speed) => {
    if (program === null) return console.warn('ffmpeg is not installed');
    const source = tone(2, { frequency: 440 });
    const { sound } = await run(audioSpeed, { audio: await storeSound(source), speed });
    expect(Math.abs(durationOf(sound) - 2 / speed)).toBeLessThan(0.1 / speed);
    expect(pitchOf(sound)).toBeCloseTo(440, -1);
    const [channel] = sound.channels;
    expect(peakOf({ ...sound, channels: [channel!.slice(-4800)] })).toBeGreaterThan(0.05);
  });
});

describe('formats', () => {
  test.each([
    ['mp3', 'audio/mpeg'],
    ['m4a', 'audio/mp4'],
    ['ogg', 'audio/ogg'],
    ['flac', 'audio/flac'],
    ['wav', 'audio/wav'],
  ])('%s out, and into the nodes that took WAV alone', async (format, contentType) => {
    if (program === null) return console.warn('ffmpeg is not installed');
    const source = tone(2, { frequency: 440, decibels: -12 });
    const saved = await run(audioConvert, { audio: await storeSound(source, 'voice.wav'), format });
    expect(saved.audio).toMatchObject({ contentType, filename: `voice.${format}` });
    expect(saved.results['sizeBytes']).toBe(saved.audio.sizeBytes);
    const louder = await run(audioGain, { audio: saved.audio, decibels: 6 });
    expect(louder.audio.contentType).toBe('audio/wav');
    expect(durationOf(louder.sound)).toBeCloseTo(2, 1);
    expect(pitchOf(louder.sound)).toBeCloseTo(440, -1);
    const cut = await run(audioTrim, { audio: saved.audio, start: 0.5, length: 1 });
    expect(frameCount(cut.sound)).toBe(cut.sound.sampleRate);
  });

  test('what holds no sound says so', async () => {
    if (program === null) return console.warn('ffmpeg is not installed');
    const bytes: FileValue = await bench.store(Buffer.from('no sound at all'), 'broken.mp3', 'audio/mpeg');
    await expect(run(audioGain, { audio: bytes })).rejects.toThrow(/broken\.mp3/);
  });
});

test('a WAV goes through by itself', () => {
  expect(parseWav(encodeWav(tone(0.1)), 'x').sampleRate).toBe(48_000);
});
