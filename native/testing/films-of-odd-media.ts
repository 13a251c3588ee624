import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SoundReader } from '#shared/film/sound-reader.ts';
import { beepsIn, readNumber } from '#shared/testing/burnt-in.ts';
import {
  fieldsOf,
  near,
  type MadeMedium,
  type ODD_SOUNDS,
  type OddMedium,
} from '#shared/testing/odd-media.ts';
import { VideoReader } from '#shared/film/video-reader.ts';
import { loadCanvas, type NativeContext } from '../decoders/canvas.ts';
import { permitNativeCode } from '../decoders/guard.ts';
import { oddMediaMaker } from './make-odd-medium.ts';
import { openMedium } from '../film/open-medium.ts';
import type { Frame, OpenMedium } from '#shared/film/film.ts';

const { signal } = new AbortController();

/** Seconds by which a beep may be off: no ear tells them, and AAC rounds. */
const APART = 0.004;

/**
 * Holds what films are made of to the table of odd media; the page is held to the same table.
 * @param program ffmpeg, null where there is none
 * @param momentsOf which of the times of a medium are looked at, in seconds; all unless told
 */
export const holdFilmsToOddMedia = (
  program: string | null,
  media: readonly OddMedium[],
  sounds: typeof ODD_SOUNDS,
  momentsOf: (times: readonly number[], medium: MadeMedium) => readonly number[] = (times) => times,
): void => {
  permitNativeCode();
  describe.skipIf(program === null)('odd media in a film, made by ffmpeg', () => {
    let maker: Awaited<ReturnType<typeof oddMediaMaker>>;
    beforeAll(async () => {
      maker = await oddMediaMaker(program ?? '');
    });
    afterAll(() => maker.close());

    const opened = async (medium: MadeMedium): Promise<OpenMedium<NativeContext>> =>
      openMedium(await maker.make(medium), medium.type === 'image' ? 'picture' : 'timed', {
        program: program ?? '',
        folder: maker.folder,
        signal,
      });

    const framesOf = (open: OpenMedium<NativeContext>, time: number) => {
      if (!open.framesFrom) throw new Error('It has no pictures.');
      return open.framesFrom(time);
    };
    const soundOf = (open: OpenMedium<NativeContext>, time: number) => {
      if (!open.soundFrom) throw new Error('It has no sound.');
      return open.soundFrom(time);
    };

    const drawnOnBlack = (frame: Pick<Frame<NativeContext>, 'width' | 'height' | 'draw'>) => {
      const { width, height } = frame;
      const context = loadCanvas().createCanvas(width, height).getContext('2d');
      context.fillRect(0, 0, width, height);
      frame.draw(context, 0, 0, width, height);
      return context.getImageData(0, 0, width, height);
    };

    const drawn = (frame: Frame<NativeContext>) => {
      const { width, height } = frame;
      const context = loadCanvas().createCanvas(width, height).getContext('2d');
      frame.draw(context, 0, 0, width, height);
      return context.getImageData(0, 0, width, height);
    };

    /** What is seen at some times, each looked for by itself: its size and its number; and the colors of one on black. */
    async function seen(open: OpenMedium<NativeContext>, times: readonly number[], colorsAt: number) {
      const reader = new VideoReader((time) => framesOf(open, time));
      const numbers: Record<number, number> = {};
      const sizes = new Set<string>();
      let colors: number[][] = [];
      // From the end, so that none follows from the one before.
      for (const time of times.toReversed()) {
        const frame = await reader.frameAt(time);
        if (!frame) throw new Error(`It has no frame at ${time} s.`);
        sizes.add(`${frame.width}x${frame.height}`);
        numbers[time] = readNumber(drawn(frame));
        if (time === colorsAt) colors = fieldsOf(drawnOnBlack(frame));
      }
      if (!times.includes(colorsAt)) {
        const first = open.image ?? (await reader.frameAt(colorsAt));
        if (!first) throw new Error('It has no frame.');
        colors = fieldsOf(drawnOnBlack(first));
      }
      await reader.close();
      return { numbers, sizes: [...sizes], colors };
    }

    async function beepTimes(open: OpenMedium<NativeContext>, beeps: readonly number[]): Promise<number[]> {
      const reader = new SoundReader((time) => soundOf(open, time));
      const stretch = await reader.between(0, 2);
      await reader.close();
      const found = beepsIn(
        stretch?.left.subarray(-stretch.first) ?? new Float32Array(),
        stretch?.sampleRate ?? 1,
      );
      return found.map((at, index) =>
        Math.abs(at - (beeps[index] ?? -1)) < APART ? (beeps[index] ?? at) : at,
      );
    }

    test.each(media)(
      '$name shows each frame at its time, has its colors, and sounds when it was recorded',
      async ({ numbers = {}, colors = [], colorsAt = 0, beeps, ...medium }) => {
        const open = await opened(medium);
        const times = momentsOf(Object.keys(numbers).map(Number), medium);
        const found = await seen(open, times, colorsAt);
        const sounds = beeps && (await beepTimes(open, beeps));
        open.close();
        expect({ ...found, sounds }).toEqual({
          numbers: Object.fromEntries(times.map((time) => [time, numbers[time]])),
          sizes: times.length === 0 ? [] : [`${medium.width}x${medium.height}`],
          colors: colors.length === 0 ? found.colors : near(colors, found.colors),
          sounds: beeps,
        });
      },
    );

    test.each(sounds)('$name sounds when it was recorded', async ({ beeps, ...medium }) => {
      const open = await opened(medium);
      const found = await beepTimes(open, beeps);
      open.close();
      expect(found).toEqual(beeps);
    });
  });
};
