// @module-tag long
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCanvas } from '#native/decoders/canvas.ts';
import { permitNativeCode } from '#native/decoders/guard.ts';
import { sharp } from '#native/decoders/sharp.ts';
import { openMedium } from '#native/film/open-medium.ts';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { describeMedium } from '#native/media/describe/describe-medium.ts';
import { makeable, oddMediaMaker } from '#native/testing/make-odd-medium.ts';
import { VideoReader } from '#shared/film/video-reader.ts';
import { readNumber } from '#shared/testing/burnt-in.ts';
import { ofThisRun } from '#shared/testing/size.ts';
import { fieldsOf, near, ODD_MEDIA, type OddMedium } from '#shared/testing/odd-media.ts';
import { isFileValue, type FileValue, type NodeValue } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { videoConcatenate } from './concatenate.ts';
import { videoThumbnail } from './thumbnail.ts';
import { videoTrim } from './trim.ts';

const bench = useNodeBench();
const program = await findFfmpeg();
const run = promisify(execFile);
const { signal } = new AbortController();
const media = new Map((await makeable(program, ODD_MEDIA)).map((medium) => [medium.name, medium]));

/** As the monitor and films show them: all three are held to the same table. */
describe.skipIf(program === null)('nodes on odd media', () => {
  let maker: Awaited<ReturnType<typeof oddMediaMaker>>;
  beforeAll(async () => {
    permitNativeCode();
    maker = await oddMediaMaker(program ?? '');
  });
  afterAll(() => maker.close());

  const mediumOf = (name: string): OddMedium => {
    const medium = media.get(name);
    if (!medium) throw new Error(`This ffmpeg cannot make ${name}.`);
    return medium;
  };
  const stored = async (name: string): Promise<FileValue> => {
    const medium = mediumOf(name);
    return bench.store(await readFile(await maker.make(medium)), name, medium.contentType);
  };

  async function pixelsOf(value: NodeValue | undefined) {
    if (!isFileValue(value)) throw new Error('This output is no file.');
    const { data, info } = await sharp(bench.pathOf(value))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  }
  const frameOf = async (video: NodeValue | undefined, seconds: number) =>
    pixelsOf((await bench.run(videoThumbnail, { video, seconds })).image);

  test.each(
    ofThisRun(['late.ts', 'mpeg4.avi', 'turned-90.mp4', 'anamorphic.mp4', 'anamorphic.mkv'], (name) =>
      ['late.ts', 'turned-90.mp4', 'anamorphic.mkv'].includes(name),
    ),
  )('Frame of video takes the frame that films show, in its shape, of %s', async (name) => {
    const { width, height, numbers = {} } = mediumOf(name);
    const video = await stored(name);
    const moments = ofThisRun(Object.entries(numbers).slice(1, 4), (_, index) => index === 2);
    for (const [seconds, number] of moments) {
      const frame = await frameOf(video, Number(seconds));
      expect({ width: frame.width, height: frame.height, number: readNumber(frame) }).toEqual({
        width,
        height,
        number,
      });
    }
  });

  const wide = ofThisRun(['pq.webm', 'hlg.webm', 'wide.webm'], (name) => name === 'hlg.webm');
  test.each(wide.filter((name) => media.has(name)))(
    'what Frame, Trim and Join make of %s has the colors of the monitor',
    async (name) => {
      const { colors = [] } = mediumOf(name);
      const video = await stored(name);
      const trimmed = await bench.run(videoTrim, { video, length: 0.1 });
      const joined = await bench.run(videoConcatenate, { a: video, b: video });
      for (const made of [video, trimmed.video, joined.video]) {
        const shown = fieldsOf(await frameOf(made, 0));
        expect(shown).toEqual(near(colors, shown));
      }
      const words = await infoOf(trimmed.video);
      expect(words).toContain('bt709');
      expect(words).not.toMatch(/bt2020|smpte2084|arib/);
    },
  );

  /** What ffmpeg says of a file. */
  async function infoOf(value: NodeValue | undefined): Promise<string> {
    if (!isFileValue(value)) throw new Error('This output is no file.');
    const { stderr } = await run(program ?? '', ['-i', bench.pathOf(value), '-f', 'null', '-']);
    return stderr;
  }

  test('Join keeps the rate of the first, its shape, and every frame of it', async () => {
    const [fast, slow] = [await stored('59.94.mp4'), await stored('23.976.mov')];
    const { video } = await bench.run(videoConcatenate, { a: fast, b: slow });
    expect(await infoOf(video)).toContain('59.94 fps');
    const numbers: number[] = [];
    // The second begins where the first ends, each of its frames two or three times.
    const wanted = ofThisRun(
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [30, 30],
        [59, 59],
        [60, 0],
        [62, 0],
        [63, 1],
      ] as const,
      ([frame]) => [1, 59, 62, 63].includes(frame),
    );
    for (const [frame] of wanted)
      numbers.push(readNumber(await frameOf(video, (frame * 1001) / 60_000 + 0.0005)));
    expect(numbers).toEqual(wanted.map(([, number]) => number));
    const wide = await bench.run(videoConcatenate, { a: await stored('anamorphic.mp4') });
    const { width, height, ...pixels } = await frameOf(wide.video, 0);
    expect([width, height]).toEqual([192, 108]);
    const { colors = [] } = mediumOf('anamorphic.mp4');
    const shown = fieldsOf({ width, height, ...pixels });
    // No bars at its sides.
    expect(shown).toEqual(near(colors, shown));
  });

  test.each(['upright-later.ts', 'narrow-pixels-later.ts'])(
    'Join and Trim of %s show its later frames whole, between bars, wherever it stands',
    async (name) => {
      const { colors = [], colorsAt = 0 } = mediumOf(name);
      const [changing, other] = [await stored(name), await stored('59.94.mp4')];
      const { video: joined } = await bench.run(videoConcatenate, { a: other, b: changing });
      const { video: trimmed } = await bench.run(videoTrim, { video: changing, start: 0.4 });
      for (const [video, at] of [
        [joined, 1.001 + colorsAt],
        [trimmed, colorsAt - 0.4],
      ] as const) {
        const shown = fieldsOf(await frameOf(video, at));
        expect(shown).toEqual(near(colors, shown));
      }
    },
  );

  /** Numbers of the frames that films show at some times of a file, in seconds. */
  async function numbersAt(path: string, times: readonly number[]): Promise<number[]> {
    const open = await openMedium(path, 'timed', { program: program ?? '', folder: maker.folder, signal });
    const { framesFrom } = open;
    if (!framesFrom) throw new Error('It has no frames.');
    const reader = new VideoReader((time: number) => framesFrom(time));
    const numbers: number[] = [];
    for (const time of times) {
      const frame = await reader.frameAt(time);
      const { width, height } = frame ?? { width: 1, height: 1 };
      const context = loadCanvas().createCanvas(width, height).getContext('2d');
      frame?.draw(context, 0, 0, width, height);
      numbers.push(readNumber({ width, height, data: context.getImageData(0, 0, width, height).data }));
    }
    await reader.close();
    open.close();
    return numbers;
  }

  test.each(
    ofThisRun(
      [
        ['uneven.mkv', 0, 0.8],
        ['uneven.mkv', 0.6, 0.62],
        ['jittery.mkv', 0.1, 0.021],
        ['jittery.mkv', 0.3, 1.205],
        ['stands-late.mp4', 5, 0.9],
      ] as const,
      ([name, start]) => name === 'stands-late.mp4' || start === 0.6 || start === 0.1,
    ),
  )('Trim of %s from %d s, %d s long, shows to its very end what films show', async (name, start, length) => {
    const video = await stored(name);
    const trimmed = (await bench.run(videoTrim, { video, start, length })).video;
    if (!isFileValue(trimmed)) throw new Error('This output is no file.');
    const path = bench.pathOf(trimmed);
    const { seconds } = await describeMedium(path, { program, signal });
    expect(Math.abs(seconds - length)).toBeLessThan(0.002);
    const times = [0.2, 0.16, 0.12, 0.08, 0.04, 0.003].map((before) => length - before);
    const inside = times.filter((time) => time >= 0);
    const inFilm = inside.map((time) => start + time);
    expect(await numbersAt(path, inside)).toEqual(await numbersAt(bench.pathOf(video), inFilm));
  });

  test('Trim begins at the first picture of a stream that counts from an hour, and takes AVI', async () => {
    const { video } = await bench.run(videoTrim, { video: await stored('late.ts'), start: 1, length: 0.4 });
    expect(readNumber(await frameOf(video, 0))).toBe(25);
    const avi = await bench.run(videoTrim, { video: await stored('mpeg4.avi'), start: 1.04, length: 0.4 });
    expect(readNumber(await frameOf(avi.video, 0))).toBe(25);
  });
});
