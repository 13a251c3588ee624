import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ODD_MEDIA, ofEveryRun } from '#shared/testing/odd-media.ts';
import { makeable, oddMediaMaker } from '../../testing/make-odd-medium.ts';
import { findFfmpeg } from '../ffmpeg.ts';
import { describeMedium } from './describe-medium.ts';

const program = await findFfmpeg();
const { signal } = new AbortController();
/** A timecode costs nothing but the file. */
const withTimecode = ODD_MEDIA.filter(({ startTimecode }) => startTimecode);
const media = await makeable(program, [...ofEveryRun(ODD_MEDIA), ...withTimecode]);

describe.skipIf(program === null)('what a file says of itself, by files that ffmpeg makes', () => {
  let maker: Awaited<ReturnType<typeof oddMediaMaker>>;
  beforeAll(async () => {
    maker = await oddMediaMaker(program ?? '');
  });
  afterAll(() => maker.close());

  test.each(media)('$name: size, length from its first picture on, timecode', async (medium) => {
    const path = await maker.make(medium);
    const described = await describeMedium(path, { program, signal });
    const { width, height, seconds, startTimecode = null } = medium;
    expect(described.video).toMatchObject({ width, height });
    expect(Math.abs(described.seconds - seconds)).toBeLessThan(0.11);
    const { timecode, frames } = described.startTimecode ?? {};
    expect(described.startTimecode && { timecode, frames }).toEqual(startTimecode);
    expect(described.sound === null).toBe(medium.beeps === undefined);
  });

  test('of those files some have a timecode, counted with every rule', () => {
    const counted = media.flatMap(({ startTimecode }) => startTimecode?.timecode ?? []);
    expect(counted).toEqual(
      expect.arrayContaining([
        '01:00:00:00',
        '10:00:00:00',
        '00:59:59:23',
        '00:59:59;28',
        '16:37:10;02',
        '02:00:00:10',
      ]),
    );
  });

  test('a drop-frame flag at a rate that has no numbers to drop leaves the timecode readable', async () => {
    const made = media.find(({ name }) => name === 'timecode.mov');
    if (!made) throw new Error('There is no film with a timecode.');
    const path = await maker.make(made);
    const bytes = await readFile(path);
    // Flags stand behind the size, type, index and four empty bytes of the description. Source: QuickTime File Format.
    const entry = bytes.indexOf(
      'tmcd',
      bytes.indexOf('stsd', bytes.lastIndexOf('trak', -1, 'latin1'), 'latin1'),
      'latin1',
    );
    bytes.writeUInt32BE(bytes.readUInt32BE(entry + 16) | 1, entry + 16);
    const flagged = path.replace('timecode.mov', 'timecode-flagged.mov');
    await writeFile(flagged, bytes);
    const { startTimecode } = await describeMedium(flagged, { program, signal });
    expect(startTimecode).toMatchObject({ timecode: '01:00:00:00', frames: 90_000, seconds: 3600 });
  });

  test('a clock that begins late is taken off', async () => {
    const late = media.find(({ name }) => name === 'late.ts');
    if (!late) throw new Error('There is no late stream.');
    const { clock } = await describeMedium(await maker.make(late), { program, signal });
    expect(clock.pictures).toBeGreaterThan(3600);
    expect(clock.sound).toBe(clock.pictures);
  });
});

describe.skipIf(program === null)('a FLAC', () => {
  test.each([
    ['ends in silence', 'if(lt(t\\,1)\\,0.5*sin(6283.185*t)\\,0)'],
    ['ends in sound', '0.5*sin(6283.185*t)'],
  ])('that %s is as long as all its samples', async (name, sound) => {
    const maker = await oddMediaMaker(program ?? '');
    const make = ['-f', 'lavfi', '-i', `aevalsrc=${sound}:s=48000:d=2`, '-c:a', 'flac'];
    const path = await maker.make({
      name: `${name.replaceAll(' ', '-')}.flac`,
      contentType: 'audio/flac',
      make,
    });
    const { seconds } = await describeMedium(path, { program, signal });
    await maker.close();
    expect(seconds).toBe(2);
  });
});

describe.skipIf(program === null)('a WAV whose recorder was cut off', () => {
  const RATE = 8000;
  /** One second of 16-bit mono, with sizes as they stood before the end was written. */
  function unfinished(riff: number, data: number): Buffer {
    const bytes = Buffer.alloc(44 + RATE * 2, 1);
    bytes.write('RIFF....WAVEfmt ', 0, 'latin1');
    bytes.writeUInt32LE(riff, 4);
    for (const [at, value] of [
      [16, 16],
      [24, RATE],
      [28, RATE * 2],
    ] as const)
      bytes.writeUInt32LE(value, at);
    for (const [at, value] of [
      [20, 1],
      [22, 1],
      [32, 2],
      [34, 16],
    ] as const)
      bytes.writeUInt16LE(value, at);
    bytes.write('data', 36, 'latin1');
    bytes.writeUInt32LE(data, 40);
    return bytes;
  }

  test.each([
    ['no sizes', 0, 0],
    ['no size of the sound', 36 + RATE * 2, 0],
    ['the size of an empty file', 36, RATE * 2],
    ['sizes without end', 0xff_ff_ff_ff, 0xff_ff_ff_ff],
  ])('lasts to the end of its file: %s', async (_, riff, data) => {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-wav-'));
    try {
      const path = join(folder, 'cut.wav');
      await writeFile(path, unfinished(riff, data));
      const { seconds, sound } = await describeMedium(path, { program, signal });
      expect([seconds, sound?.sampleRate, sound?.channels]).toEqual([1, RATE, 1]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
