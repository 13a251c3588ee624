import { describe, expect, test } from 'vitest';
import { TimelineClip } from '../timeline/document.ts';
import { addSound, silence } from './mix.ts';
import { SoundReader } from './sound-reader.ts';

const RATE = 48_000;
const LENGTH = 24_000;

const tone = (frequency: number, sampleRate: number) =>
  Float32Array.from({ length: sampleRate * 3 }, (_, at) =>
    Math.sin((2 * Math.PI * frequency * at) / sampleRate),
  );

/** Half a second of a film, heard where a clip of a tone is at a speed. */
async function renderTone(frequency: number, sampleRate: number, speed = 1): Promise<Float32Array> {
  const plane = tone(frequency, sampleRate);
  const reader = new SoundReader(async function* () {
    yield { timestamp: 0, sampleRate, planes: [plane] };
  });
  const stretch = await reader.between(0, (LENGTH / RATE) * speed);
  await reader.close();
  if (!stretch) throw new Error('There is no sound.');
  const clip = TimelineClip.parse({
    id: 'c',
    trackId: 't',
    type: 'audio',
    filename: 'tone.wav',
    startTime: 0,
    duration: LENGTH / RATE,
    ext: { patchbay: { version: 1, speed } },
  });
  const block = silence(0, LENGTH, RATE);
  const [to, sourceTo] = [LENGTH / RATE, (LENGTH / RATE) * speed];
  addSound(block, { clip, from: 0, to, sourceFrom: 0, sourceTo, gainAt: () => 1 }, stretch);
  return block.left;
}

/** How loud it is in the middle, beside a tone of full scale, in decibels. */
function level(samples: Float32Array): number {
  const middle = samples.subarray(LENGTH / 4, (LENGTH * 3) / 4);
  const power = middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length;
  return 10 * Math.log10(power * 2 + 1e-20);
}

/** What is left beside the tone that is meant. */
const beside = (samples: Float32Array, frequency: number) =>
  level(samples.map((sample, at) => sample - Math.sin((2 * Math.PI * frequency * at) / RATE)));

describe('sound of another rate in a film', () => {
  test.each([
    [24_500, 96_000],
    [30_000, 96_000],
    [47_000, 96_000],
  ])('has no tone of %d Hz of %d a second in it, which it cannot hold', async (frequency, sampleRate) => {
    expect(level(await renderTone(frequency, sampleRate))).toBeLessThan(-70);
  });

  test.each([
    [1000, 44_100],
    [18_000, 44_100],
    [3000, 8000],
    [18_000, 96_000],
  ])('has a tone of %d Hz of %d a second as it was, and no other', async (frequency, sampleRate) => {
    expect(beside(await renderTone(frequency, sampleRate), frequency)).toBeLessThan(-60);
  });

  test('has no tone that comes back where it plays four times as fast, and none beside where half as fast', async () => {
    expect(level(await renderTone(7000, 48_000, 4))).toBeLessThan(-70);
    expect(beside(await renderTone(15_000, 48_000, 0.5), 7500)).toBeLessThan(-60);
  });

  test('of its own rate stays as it is', async () => {
    const samples = await renderTone(997, RATE);
    expect(samples).toEqual(tone(997, RATE).subarray(0, LENGTH));
  });
});
