import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { beepsIn, readNumber } from '#shared/testing/burnt-in.ts';
import { compared, fieldsOf, near, type ODD_SOUNDS, type OddMedium } from '#shared/testing/odd-media.ts';
import type { FilmWorker } from '../ports.ts';
import { closeOddMedia, loadOddMedium, loadOddReference } from './odd-media-commands.ts';

const RATE = 48_000;

function timelineOf(
  medium: { name: string; seconds: number },
  type: 'video' | 'audio' | 'image',
  size: { width: number; height: number },
) {
  return TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      projectResolution: { width: size.width, height: size.height },
      tracks: [{ id: 't' }],
      clips: [{ id: 'c', trackId: 't', type, filename: medium.name, startTime: 0, duration: medium.seconds }],
    },
  }).timeline;
}

function pixelsOf(picture: ImageBitmap): ImageData {
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(picture, 0, 0);
  picture.close();
  return context.getImageData(0, 0, context.canvas.width, context.canvas.height);
}

/** Holds the monitor to the table of odd media; films are held to the same table. */
export const holdMonitorToOddMedia = (
  start: () => FilmWorker,
  media: readonly OddMedium[],
  sounds: typeof ODD_SOUNDS,
): void => {
  describe('odd media in the monitor', () => {
    let worker: FilmWorker;
    beforeAll(() => {
      worker = start();
    });
    afterAll(async () => {
      worker.close();
      await closeOddMedia();
    });

    // Those that no browser decodes are here by their proxies.
    it.each(media)('$name looks as in films and nodes, pixel by pixel', async (medium) => {
      const made = await loadOddReference(medium.name);
      if (made === null) return;
      const { width, height, byProxy = false } = medium;
      worker.setFilm({
        timeline: timelineOf(medium, medium.type ?? 'video', medium),
        media: new Map([[medium.name, { url: made.url }]]),
      });
      for (const { time, film, node } of made.references) {
        const shown = pixelsOf(await worker.request('frame', { time, width, height })).data;
        for (const [where, other] of [
          ['film', film],
          ['node', node],
        ] as const) {
          if (other === null) continue;
          expect(other.length).toBe(shown.length);
          const found = compared(shown, other, byProxy ? 'encoded' : 'original');
          expect({ where, time, ...found }).toMatchObject({ isNear: true });
        }
      }
    });

    const medium: readonly OddMedium[] = media.filter(({ byProxy }) => !byProxy);

    it.each(medium)('$name shows each frame at its time', async ({ numbers = {}, ...medium }) => {
      const url = await loadOddMedium(medium.name, medium.contentType);
      // Without ffmpeg there is none.
      if (url === null) return;
      worker.setFilm({
        timeline: timelineOf(medium, medium.type ?? 'video', medium),
        media: new Map([[medium.name, { url }]]),
      });
      const shown: Record<number, number> = {};
      const { width, height } = medium;
      for (const time of Object.keys(numbers).map(Number).toReversed())
        shown[time] = readNumber(pixelsOf(await worker.request('frame', { time, width, height })));
      expect(shown).toEqual(numbers);
    });

    it.each(medium.filter(({ colors }) => colors))(
      '$name has its colors',
      async ({ colors = [], colorsAt = 0, ...medium }) => {
        const url = await loadOddMedium(medium.name, medium.contentType);
        if (url === null) return;
        worker.setFilm({
          timeline: timelineOf(medium, medium.type ?? 'video', medium),
          media: new Map([[medium.name, { url }]]),
        });
        const { width, height } = medium;
        const shown = fieldsOf(pixelsOf(await worker.request('frame', { time: colorsAt, width, height })));
        expect(shown).toEqual(near(colors, shown));
      },
    );

    it.each([
      ...medium.filter(({ beeps, soundByProxy }) => beeps && !soundByProxy),
      ...sounds.map((sound) => ({ ...sound, seconds: 2, width: 16, height: 16 })),
    ])('$name sounds when it was recorded', async ({ beeps = [], ...medium }) => {
      const url = await loadOddMedium(medium.name, medium.contentType);
      if (url === null) return;
      worker.setFilm({
        timeline: timelineOf(medium, 'audio', medium),
        media: new Map([[medium.name, { url }]]),
      });
      const { left } = await worker.request('sound', { from: 0, length: 2 * RATE, sampleRate: RATE });
      const found = beepsIn(left, RATE);
      expect(
        found.map((at, index) => (Math.abs(at - (beeps[index] ?? -1)) < 0.004 ? beeps[index] : at)),
      ).toEqual(beeps);
    });
  });
};
