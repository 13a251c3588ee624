import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permitNativeCode } from '#native/decoders/guard.ts';
import { openMedium } from '#native/film/open-medium.ts';
import { describeMedium } from '#native/media/describe/describe-medium.ts';
import { oddMediaMaker } from '#native/testing/make-odd-medium.ts';
import { filmFrames, timesOf } from '#native/testing/reference-frames.ts';
import { SoundReader } from '#shared/film/sound-reader.ts';
import { beepsIn } from '#shared/testing/burnt-in.ts';
import { compared, type OddMedium } from '#shared/testing/odd-media.ts';
import { isFileValue, type NodeValue } from '../definition.ts';
import { videoConcatenate } from '../video/concatenate.ts';
import { videoExtractAudio } from '../video/extract-audio.ts';
import { videoTrim } from '../video/trim.ts';
import { useNodeBench } from './node-bench.ts';

/** Seconds by which a beep may be off: no ear tells them, and AAC rounds. */
const APART = 0.004;

/**
 * Holds what Trim, Join and Extract sound make of odd media to what films show of them, pixel by pixel, and to the times of sounds.
 * @param program ffmpeg, null where there is none
 */
export const holdClipsToOddMedia = (program: string | null, media: readonly OddMedium[]): void => {
  const bench = useNodeBench();
  const { signal } = new AbortController();

  describe.skipIf(program === null)('clips of odd media', () => {
    let maker: Awaited<ReturnType<typeof oddMediaMaker>>;
    beforeAll(async () => {
      permitNativeCode();
      maker = await oddMediaMaker(program ?? '');
    });
    afterAll(() => maker.close());

    const making = () => ({ program: program ?? '', folder: maker.folder });

    async function stored(medium: OddMedium) {
      const path = await maker.make(medium);
      return { path, video: await bench.store(await readFile(path), medium.name, medium.contentType) };
    }

    const pathOf = (value: NodeValue | undefined): string => {
      if (!isFileValue(value)) throw new Error('This output is no file.');
      return bench.pathOf(value);
    };

    /** How a clip that begins at a time of a medium looks beside films. */
    async function besideFilm(clip: NodeValue | undefined, path: string, medium: OddMedium, start: number) {
      const times = [...new Set([start, ...timesOf(medium).filter((time) => time >= start)])];
      const films = await filmFrames(path, medium, making(), times);
      const clipTimes = times.map((time) => time - start);
      const clips = await filmFrames(pathOf(clip), medium, making(), clipTimes);
      return films.map(({ time, film }, index) => ({
        time,
        ...compared(clips[index]?.film ?? new Uint8Array(), film, 'encoded'),
      }));
    }

    /** Seconds at which beeps begin: what was wanted where they are near, else what was found. */
    async function beepsOf(value: NodeValue | undefined, wanted: readonly number[]) {
      const open = await openMedium(pathOf(value), 'timed', { ...making(), signal });
      const reader = new SoundReader((time) => open.soundFrom?.(time) ?? silence());
      const stretch = await reader.between(0, 3);
      await reader.close();
      open.close();
      const found = beepsIn(
        stretch?.left.subarray(-stretch.first) ?? new Float32Array(),
        stretch?.sampleRate ?? 1,
      );
      return found.map((at, index) => (Math.abs(at - (wanted[index] ?? -1)) < APART ? wanted[index] : at));
    }

    const later = (times: readonly number[], start: number) =>
      times.filter((time) => time >= start).map((time) => time - start);

    test.each(media)('Trim and Join of $name look and sound as films do', async (medium) => {
      const { path, video } = await stored(medium);
      const { beeps = [], numbers = { 0: 0 } } = medium;
      // In the middle, where no beep goes on.
      const start =
        Object.keys(numbers)
          .map(Number)
          .find((time) => time > 0.2 && time < 1) ?? 0;
      const clips = {
        whole: (await bench.run(videoTrim, { video }))['video'],
        part: (await bench.run(videoTrim, { video, start }))['video'],
        joined: (await bench.run(videoConcatenate, { a: video }))['video'],
      };
      const pictures = {
        whole: await besideFilm(clips.whole, path, medium, 0),
        part: await besideFilm(clips.part, path, medium, start),
        joined: await besideFilm(clips.joined, path, medium, 0),
      };
      const asInFilms = Object.entries(pictures).map(([name, moments]) => [
        name,
        moments.map((moment) => ({ ...moment, isNear: true })),
      ]);
      const sounds = await Promise.all(
        beeps.length === 0
          ? []
          : [
              beepsOf(clips.whole, beeps),
              beepsOf(clips.part, later(beeps, start)),
              beepsOf(clips.joined, beeps),
              beepsOf((await bench.run(videoExtractAudio, { file: video }))['audio'], beeps),
            ],
      );
      const { seconds } = await describeMedium(pathOf(clips.whole), { program, signal });
      const isAsLong = Math.abs(seconds - medium.seconds) < 0.1;
      expect({ pictures, sounds, seconds, isAsLong }).toEqual({
        pictures: Object.fromEntries(asInFilms),
        sounds: beeps.length === 0 ? [] : [beeps, later(beeps, start), beeps, beeps],
        seconds,
        isAsLong: true,
      });
    });
  });
};

async function* silence() {
  // Nothing is heard.
}
