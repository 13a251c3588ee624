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
      expect.arrayContaining(['01:00:00:00', '10:00:00:00', '00:59:59:23', '00:59:59;28', '02:00:00:10']),
    );
  });

  test('a clock that begins late is taken off', async () => {
    const late = media.find(({ name }) => name === 'late.ts');
    if (!late) throw new Error('There is no late stream.');
    const { clock } = await describeMedium(await maker.make(late), { program, signal });
    expect(clock.pictures).toBeGreaterThan(3600);
    expect(clock.sound).toBe(clock.pictures);
  });
});
