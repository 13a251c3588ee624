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

/**
 * Holds what films are made of to the table of odd media; the page is held to the same table.
 * @param program ffmpeg, null where there is none
 */
export const holdFilmsToOddMedia = (
  program: string | null,
  media: readonly OddMedium[],
  sounds: typeof ODD_SOUNDS,
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

    test.each(media.filter(({ colors }) => colors))(
      '$name has its colors',
      async ({ colors = [], ...medium }) => {
        const open = await opened(medium);
        const reader = new VideoReader((time) => framesOf(open, time));
        const picture = open.still ?? (await reader.frameAt(0));
        if (!picture) throw new Error('It has no frame.');
        const pixels = drawnOnBlack(picture);
        await reader.close();
        open.close();
        expect(fieldsOf(pixels)).toEqual(near(colors, fieldsOf(pixels)));
      },
    );

    test.each(media)('$name shows each frame at its time', async ({ numbers = {}, ...medium }) => {
      const open = await opened(medium);
      const reader = new VideoReader((time) => framesOf(open, time));
      const shown: Record<number, number> = {};
      // From the end, so that each is looked for by itself.
      for (const time of Object.keys(numbers).map(Number).toReversed()) {
        const frame = await reader.frameAt(time);
        expect(frame && { width: frame.width, height: frame.height }).toEqual({
          width: medium.width,
          height: medium.height,
        });
        if (frame) shown[time] = readNumber(drawn(frame));
      }
      await reader.close();
      open.close();
      expect(shown).toEqual(numbers);
    });

    test.each([...media.filter(({ beeps }) => beeps), ...sounds])(
      '$name sounds when it was recorded',
      async ({ beeps = [], ...medium }) => {
        const open = await opened(medium);
        const reader = new SoundReader((time) => soundOf(open, time));
        const stretch = await reader.between(0, 2);
        await reader.close();
        open.close();
        const found = beepsIn(stretch?.left.subarray(2) ?? new Float32Array(), stretch?.sampleRate ?? 1);
        expect(found).toHaveLength(beeps.length);
        for (const [index, beep] of beeps.entries())
          expect(Math.abs((found[index] ?? 0) - beep)).toBeLessThan(0.004);
      },
    );
  });
};
