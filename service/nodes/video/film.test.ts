import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { rateOf } from '#native/film/write-film.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { isFileValue, type FileValue, type JsonValue, type NodeValue } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { videoFilm } from './film.ts';
import { ofThisRun } from '#shared/testing/size.ts';

const bench = useNodeBench();
const ffmpeg = await findFfmpeg();
const run = promisify(execFile);
const SIZE = { width: 64, height: 36 };

const timelineOf = (clips: readonly object[], fields: object = {}): JsonValue => ({
  serviceType: 'timeline',
  version: 1,
  timeline: {
    frameRate: 25,
    projectResolution: SIZE,
    tracks: [{ id: 'low' }, { id: 'high' }],
    clips: clips.map((clip, index) => ({ id: `c${index}`, trackId: 'low', ...clip })),
    ...fields,
  },
});

const fileOf = (value: NodeValue | undefined): FileValue => {
  if (!isFileValue(value)) throw new Error('This output is no file.');
  return value;
};

/** A film of 50 gray frames, each four steps from the one before, with a tone from `beep` on. */
async function grayFilm(name: string, luma: string, beep: number): Promise<FileValue> {
  const path = join(await bench.execution({}).scratch(), name);
  const picture = `color=black:s=64x36:r=25:d=2,geq=lum='${luma}':cb=128:cr=128,format=yuv420p`;
  const sound = `aevalsrc='0.5*sin(2*PI*1000*t)*gte(t,${beep})':s=48000:d=2`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound];
  const encoders = ['-c:v', 'libx264', '-qp', '1', '-bf', '2', '-c:a', 'aac'];
  await run(ffmpeg ?? '', ['-v', 'error', '-y', ...inputs, ...encoders, path]);
  return bench.store(await readFile(path), name, 'video/mp4');
}

/** How light the frames of a film are, and the first second at which it is loud. */
async function look(film: FileValue): Promise<{ light: number[]; loudFrom: number; samples: number }> {
  const options = { encoding: 'buffer', maxBuffer: 64 * 1024 ** 2 } as const;
  const source = ['-v', 'error', '-i', bench.pathOf(film)];
  const { stdout: pictures } = await run(
    ffmpeg ?? '',
    [...source, '-map', '0:v?', '-pix_fmt', 'yuv420p', '-f', 'rawvideo', '-'],
    options,
  );
  const size = SIZE.width * SIZE.height * 1.5;
  const { stdout: sound } = await run(
    ffmpeg ?? '',
    [...source, '-map', '0:a', '-ac', '1', '-ar', '8000', '-f', 's16le', '-'],
    options,
  );
  const samples = new Int16Array(sound.buffer, sound.byteOffset, Math.floor(sound.length / 2));
  return {
    light: Array.from({ length: pictures.length / size }, (_, frame) => pictures[frame * size + 600] ?? 0),
    loudFrom: samples.findIndex((value) => Math.abs(value) > 3000) / 8000,
    samples: samples.length / 8000,
  };
}

/** The lightness of each frame of a film, a byte a pixel. */
async function lumaOf(film: FileValue, { width, height }: typeof SIZE): Promise<Buffer[]> {
  const { stdout } = await run(
    ffmpeg ?? '',
    ['-v', 'error', '-i', bench.pathOf(film), '-pix_fmt', 'gray', '-f', 'rawvideo', '-'],
    { encoding: 'buffer', maxBuffer: 64 * 1024 ** 2 },
  );
  const size = width * height;
  return Array.from({ length: stdout.length / size }, (_, frame) =>
    stdout.subarray(frame * size, (frame + 1) * size),
  );
}

describe('a film of a timeline', () => {
  test('what cannot be made is said before ffmpeg is looked for', async () => {
    await expect(bench.run(videoFilm, { timeline: { version: 7 } })).rejects.toThrow(
      'Timeline is no timeline document',
    );
    await expect(bench.run(videoFilm, { timeline: timelineOf([]) })).rejects.toThrow(
      'There are no clips on this timeline. Add one.',
    );
    const long = timelineOf([{ type: 'text', name: 'Words', startTime: 0, duration: 40_000 }]);
    await expect(bench.run(videoFilm, { timeline: long })).rejects.toThrow('Export it in parts.');
    const short = timelineOf([{ type: 'text', name: 'Words', startTime: 0, duration: 1 }]);
    await expect(bench.run(videoFilm, { timeline: short, width: 4096, height: 4096 })).rejects.toThrow(
      'Make it at most 4096 × 2304.',
    );
    vi.stubEnv('PATCHBAY_FFMPEG', '/nowhere/ffmpeg');
    try {
      await expect(bench.run(videoFilm, { timeline: short })).rejects.toMatchObject({
        code: 'FFMPEG_MISSING',
      });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('rates of television are fractions', () => {
    expect([25, 23.976, 24000 / 1001, 29.97, 59.94, 12.5, 120].map((rate) => rateOf(rate))).toEqual([
      '25',
      '24000/1001',
      '24000/1001',
      '30000/1001',
      '60000/1001',
      '12.5',
      '120',
    ]);
  });
});

describe.skipIf(ffmpeg === null)('a film of a timeline, with ffmpeg', { timeout: 120_000 }, () => {
  let grayClip: FileValue;
  let two: FileValue;
  beforeAll(async () => {
    grayClip = await grayFilm('one.mp4', '16+4*N', 1.2);
    two = await grayFilm('two.mp4', '230-4*N', 0);
  }, 120_000);

  const cut = (): JsonValue =>
    timelineOf([
      { filename: 'one.mp4', startTime: 0, duration: 1, trimStart: 0.6 },
      { filename: 'two.mp4', startTime: 1, duration: 0.8, trimStart: 0.2, volume: 0 },
    ]);

  const formats = ofThisRun(['mp4', 'webm'] as const, (format) => format === 'mp4');
  test.each(formats)('has each frame once and its sound in step, as %s', async (format) => {
    const { film } = await bench.run(videoFilm, {
      timeline: cut(),
      media1: grayClip,
      media2: two,
      format,
      name: 'Cut 1',
      quality: 'very-high',
    });
    expect([fileOf(film).filename, fileOf(film).contentType]).toEqual([`Cut 1.${format}`, `video/${format}`]);
    const { light, loudFrom, samples } = await look(fileOf(film));
    const numbers = light.map((value, frame) => (frame < 25 ? (value - 16) / 4 : (230 - value) / 4));
    const expected = Array.from({ length: 45 }, (_, frame) => (frame < 25 ? frame + 15 : frame - 20));
    expect(numbers.map(Math.round)).toEqual(expected);
    expect(Math.abs(loudFrom - 0.6)).toBeLessThan(0.02);
    expect(Math.abs(samples - 1.8)).toBeLessThan(0.04);
    expect(bench.progress.at(-1)).toBe(1);
    expect(bench.progress.toSorted((a, b) => a - b)).toEqual(bench.progress);
  });

  test('shows what a picture hid as soon as it does not, exactly', { tags: 'rig' }, async () => {
    const { film } = await bench.run(videoFilm, {
      timeline: timelineOf([
        { filename: 'one.mp4', startTime: 0, duration: 1.2 },
        { filename: 'two.mp4', startTime: 0.4, duration: 0.4, trackId: 'high' },
      ]),
      media1: grayClip,
      media2: two,
      quality: 'very-high',
    });
    const { light } = await look(fileOf(film));
    const isCovered = (frame: number): boolean => frame >= 10 && frame < 20;
    const numbers = light.map((value, frame) => (isCovered(frame) ? (230 - value) / 4 : (value - 16) / 4));
    const expected = Array.from({ length: 30 }, (_, frame) => (isCovered(frame) ? frame - 10 : frame));
    expect(numbers.map(Math.round)).toEqual(expected);
  });

  test('layers that are mixed have the frame of each', { tags: 'rig' }, async () => {
    const { film } = await bench.run(videoFilm, {
      timeline: timelineOf([
        { filename: 'one.mp4', startTime: 0, duration: 1 },
        { filename: 'two.mp4', startTime: 0, duration: 1, trackId: 'high', opacity: 0.5 },
      ]),
      media1: grayClip,
      media2: two,
      quality: 'very-high',
    });
    const { light } = await look(fileOf(film));
    expect(light).toHaveLength(25);
    // As much lighter as the one gets, as much darker the other.
    for (const value of light) expect(Math.abs(value - 123)).toBeLessThanOrEqual(3);
  });

  test(
    'takes the files that the map of inputs names, whatever they are called',
    { tags: 'rig' },
    async () => {
      const media = { 'id-1': 'media7' };
      const clip = {
        filename: 'elsewhere.mp4',
        startTime: 0,
        duration: 0.2,
        ext: { patchbay: { version: 1, fileId: 'id-1' } },
      };
      const { film } = await bench.run(videoFilm, { timeline: timelineOf([clip]), media, media7: two });
      const { light } = await look(fileOf(film));
      expect(light.map((value) => Math.round((230 - value) / 4))).toEqual([0, 1, 2, 3, 4]);
    },
  );

  test('a missing medium and one that cannot be read are words in the picture', async () => {
    const broken = await bench.store(Buffer.alloc(5000, 7), 'broken.mp4', 'video/mp4');
    const { film } = await bench.run(videoFilm, {
      timeline: timelineOf([
        { filename: 'gone.mp4', startTime: 0, duration: 0.2 },
        { filename: 'broken.mp4', startTime: 0.2, duration: 0.2 },
      ]),
      media1: broken,
      unreadable: 'show-words',
    });
    const frames = await lumaOf(fileOf(film), SIZE);
    expect(frames).toHaveLength(10);
    // A gray ground, and words lighter than that: neither frame is black.
    for (const frame of frames) {
      expect(frame[SIZE.width + 1]).toBeGreaterThan(20);
      expect(Math.max(...frame)).toBeGreaterThan((frame[SIZE.width + 1] ?? 0) + 20);
    }
  });

  const broken = [
    ['a picture', { type: 'image' }, 'broken.png', 'image/png', 'is no picture that can be shown here'],
    ['a video', {}, 'broken.mp4', 'video/mp4', 'is no film or sound that can be read here'],
    ['a sound', { type: 'audio' }, 'broken.mp3', 'audio/mpeg', 'is no film or sound that can be read here'],
  ] as const;
  test.each(ofThisRun(broken, ([what]) => what !== 'a sound'))(
    '%s that cannot be read ends the film before it is made',
    async (_what, clip, name, type, why) => {
      const broken = await bench.store(Buffer.alloc(5000, 7), name, type);
      const timeline = timelineOf([
        { filename: 'one.mp4', startTime: 0, duration: 1 },
        { ...clip, filename: name, startTime: 1, duration: 0.2, trackId: 'high' },
      ]);
      await expect(
        bench.run(videoFilm, { timeline, media1: grayClip, media2: broken }),
      ).rejects.toMatchObject({
        code: 'MEDIA_UNREADABLE',
        message: expect.stringContaining(`“${name}” ${why}. Choose another file`),
      });
      expect(bench.progress.filter((part) => part > 0.05)).toEqual([]);
      // Neither does one that lies outside of the part, or that is not shown.
      await bench.run(videoFilm, { timeline, media1: grayClip, media2: broken, to: 0.2 });
    },
  );

  test(
    'captions are words in the picture while they last, and none where their track is hidden',
    { tags: 'rig' },
    async () => {
      const size = { width: 320, height: 180 };
      const exported = async (mutedVideo: boolean): Promise<Buffer[]> => {
        const captions = { id: 'high', mutedVideo, ext: { patchbay: { version: 1, kind: 'captions' } } };
        const timeline = timelineOf(
          [
            { filename: 'one.mp4', startTime: 0, duration: 0.6 },
            { trackId: 'high', type: 'text', name: 'The harbor at dusk', startTime: 0.2, duration: 0.2 },
          ],
          { projectResolution: size, tracks: [{ id: 'low' }, captions] },
        );
        const { film } = await bench.run(videoFilm, { timeline, media1: grayClip, quality: 'very-high' });
        return lumaOf(fileOf(film), size);
      };
      const [shown, hidden] = [await exported(false), await exported(true)];
      expect([shown.length, hidden.length]).toEqual([15, 15]);
      for (const [index, frame] of shown.entries()) {
        const rows = (buffer: Buffer | undefined, from: number, to: number) =>
          buffer?.subarray(from * size.width, to * size.width) ?? Buffer.alloc(0);
        const isShown = index >= 5 && index < 10;
        // What is white in the lower part, where the film is dark gray.
        const white = rows(frame, 150, 178).filter((value) => value > 200).length;
        expect(white > (isShown ? 100 : 0), `frame ${index}`).toBe(isShown);
        expect(rows(hidden[index], 150, 178).filter((value) => value > 200)).toHaveLength(0);
        const above = rows(hidden[index], 0, 140);
        expect(rows(frame, 0, 140).every((value, at) => Math.abs(value - (above[at] ?? 0)) < 12)).toBe(true);
      }
    },
  );

  test('the sound alone is exactly as long as the part', async () => {
    const { film } = await bench.run(videoFilm, {
      timeline: cut(),
      media1: grayClip,
      media2: two,
      format: 'wav',
      from: 0.5,
      to: 1.25,
    });
    const bytes = await bench.execution({}).readFile(fileOf(film));
    expect(bytes.length).toBeGreaterThanOrEqual(0.75 * 48_000 * 4);
    expect(bytes.length).toBeLessThan(0.75 * 48_000 * 4 + 200);
  });

  test('canceling ends it, and its programs with it', async () => {
    const cancel = new AbortController();
    const execution = bench.execution(
      { timeline: cut(), media1: grayClip, media2: two },
      { signal: cancel.signal, onProgress: (fraction) => void (fraction > 0.3 && cancel.abort()) },
    );
    await expect(videoFilm.execute(execution)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
