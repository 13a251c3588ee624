// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TimelineDocument } from '#shared/timeline/document.ts';
import type { Film, Medium } from '#shared/film/film.ts';
import type { ExportPlan } from './composer/messages.ts';
import { stripCaptions } from './export-captions.ts';
import { startFilmWorker } from './film-worker-client.ts';
import type { FilmWorker } from './ports.ts';
import { readFilm } from './testing/read-film.ts';
import { makeTestFilm } from './testing/test-film.ts';

const SIZE = { width: 320, height: 180 };

const clip = (id: string, filename: string, startTime: number, duration: number, trimStart = 0) => {
  return { id, trackId: 't', filename, startTime, duration, trimStart };
};

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

const placesOf = ({ left, top, width, height }: Area): number[] =>
  Array.from(
    { length: width * height },
    (_, at) => ((top + Math.floor(at / width)) * SIZE.width + left + (at % width)) * 4,
  );

/** How much of an area is another color than in the other picture, from 0 to 1. */
const share = (one: ImageData, other: ImageData, area: Area): number => {
  const places = placesOf(area);
  const changed = places.filter((at) =>
    [0, 1, 2].some((part) => Math.abs((one.data[at + part] ?? 0) - (other.data[at + part] ?? 0)) > 24),
  );
  return changed.length / places.length;
};

/** The darkest of the three colors of the lightest pixel of an area: 255 for white. */
const lightest = ({ data }: ImageData, area: Area): number =>
  Math.max(...placesOf(area).map((at) => Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)));

describe('an exported film', () => {
  let worker: FilmWorker;
  let film: Film;

  const plan = (fields: Partial<ExportPlan>): ExportPlan => ({
    container: 'mp4',
    video: { encoding: 'avc', ...SIZE, frameRate: 25 },
    sound: 'aac',
    quality: 'very-high',
    from: 0,
    to: 3.98,
    ...fields,
  });

  beforeAll(async () => {
    const media = new Map<string, Medium>();
    const add = async (name: string, made: Parameters<typeof makeTestFilm>[0]): Promise<void> => {
      media.set(name, { url: URL.createObjectURL(await makeTestFilm(made)) });
    };
    await add('a.webm', { seconds: 4, frameRate: 25 });
    await add('b.mp4', { seconds: 3, frameRate: 25, container: 'mp4', firstNumber: 1000 });
    const { timeline } = TimelineDocument.parse({
      serviceType: 'timeline',
      version: 1,
      timeline: {
        frameRate: 25,
        projectResolution: SIZE,
        tracks: [{ id: 't' }],
        clips: [clip('a', 'a.webm', 0, 2, 1), clip('b', 'b.mp4', 2, 1.98)],
      },
    });
    film = { timeline, media };
    worker = startFilmWorker();
    worker.setFilm(film);
  });
  afterAll(() => worker.close());

  const expectedNumbers = Array.from({ length: 100 }, (_, frame) => (frame < 50 ? frame + 25 : 950 + frame));

  it.each([
    { container: 'mp4', video: { encoding: 'avc', ...SIZE, frameRate: 25 }, sound: 'aac' },
    { container: 'webm', video: { encoding: 'vp9', ...SIZE, frameRate: 25 }, sound: 'opus' },
  ] as const)('has each frame once and its beeps in step, as $container', async (fields) => {
    const total: number[] = [];
    const file = await worker.request(
      'export',
      { plan: plan(fields), name: `film.${fields.container}`, isStrict: true },
      { onProgress: (done, all) => total.push(done / all) },
    );
    const read = await readFilm(file);
    // 3.98 s are 99.5 frames: to the nearest whole one.
    expect(read.frames.map(({ number }) => number)).toEqual(expectedNumbers.slice(0, Math.round(3.98 * 25)));
    for (const [index, { timestamp }] of read.frames.entries()) {
      expect(Math.abs(timestamp - index / 25)).toBeLessThan(0.002);
    }
    expect(read.codecs).toEqual([fields.video.encoding, fields.sound]);
    const expected = [0, 1, 2, 3];
    expect(read.beeps).toHaveLength(expected.length);
    // The delay of the encoder is taken off: a frame of AAC would be 21 ms.
    for (const [index, at] of expected.entries()) {
      expect(Math.abs((read.beeps[index] ?? NaN) - at)).toBeLessThan(0.008);
    }
    expect(read.soundSeconds).toBeGreaterThan(3.9);
    expect(total.at(-1)).toBe(1);
    expect(total.toSorted((a, b) => a - b)).toEqual(total);
  });

  it('is not made where a clip cannot be read, unless words are to stand in its place', async () => {
    const broken = URL.createObjectURL(new Blob([new Uint8Array(5000).fill(7)]));
    const timeline = {
      ...film.timeline,
      clips: film.timeline.clips.map((one) => ({ ...one, filename: 'broken.mp4' })),
    };
    worker.setFilm({ timeline, media: new Map([['broken.mp4', { url: broken }]]) });
    const request = { plan: plan({ to: 0.2 }), name: 'broken.mp4' };
    await expect(worker.request('export', { ...request, isStrict: true })).rejects.toThrow(
      'UnreadableClip: “broken.mp4” is not a film or sound that can be read here.',
    );
    const file = await worker.request('export', { ...request, isStrict: false });
    expect((await readFilm(file)).frames).toHaveLength(5);
    worker.setFilm(film);
  });

  it('looks as it did in the monitor', async () => {
    const file = await worker.request('export', { plan: plan({}), name: 'same.mp4', isStrict: true });
    const { frames } = await readFilm(file);
    for (const index of [0, 10, 49, 50, 75]) {
      const picture = await worker.request('frame', { time: index / 25, ...SIZE });
      const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d');
      context?.drawImage(picture, 0, 0);
      const preview = context?.getImageData(0, 0, SIZE.width, SIZE.height).data ?? new Uint8ClampedArray();
      const exported = frames[index]?.pixels.data ?? new Uint8ClampedArray();
      const sum = preview.reduce((total, value, at) => total + Math.abs(value - (exported[at] ?? 0)), 0);
      // What the encoder changes, on average over all values from 0 to 255.
      expect(sum / preview.length).toBeLessThan(4);
    }
  });

  it('has its captions in the picture where they are shown, and nothing of them where they are left out', async () => {
    const captions = { id: 'words', name: 'Captions', ext: { patchbay: { version: 1, kind: 'captions' } } };
    const words = { id: 'w', trackId: 'words', type: 'text', name: 'The harbor at dusk', startTime: 0.2 };
    const { timeline } = TimelineDocument.parse({
      serviceType: 'timeline',
      version: 1,
      timeline: {
        ...film.timeline,
        tracks: [...film.timeline.tracks, captions],
        clips: [...film.timeline.clips, { ...words, duration: 0.2 }],
      },
    });
    const exported = async (shown: Film['timeline']) => {
      worker.setFilm({ timeline: shown, media: film.media });
      const file = await worker.request('export', {
        plan: plan({ to: 0.6 }),
        name: 'words.mp4',
        isStrict: true,
      });
      return (await readFilm(file)).frames;
    };
    const withWords = await exported(timeline);
    const without = await exported(stripCaptions(timeline));
    worker.setFilm(film);
    expect([withWords.length, without.length]).toEqual([15, 15]);
    for (const [index, { pixels }] of withWords.entries()) {
      const isShown = index >= 5 && index < 10;
      const other = without[index]?.pixels ?? new ImageData(SIZE.width, SIZE.height);
      // The words stand in the middle, just above the lower edge: white on a dark ground.
      const changed = share(pixels, other, { left: 80, top: 150, width: 160, height: 25 });
      expect(changed > (isShown ? 0.2 : 0.01), `frame ${index}`).toBe(isShown);
      expect(share(pixels, other, { left: 0, top: 0, width: 320, height: 140 })).toBeLessThan(0.01);
      const light = lightest(pixels, { left: 80, top: 150, width: 160, height: 25 });
      expect(light > 200, `frame ${index}`).toBe(isShown);
    }
  });

  it('is a part of it, at another size and rate', async () => {
    const part = {
      from: 1.8,
      to: 2.2,
      video: { encoding: 'vp8', width: 160, height: 90, frameRate: 50 },
    } as const;
    const file = await worker.request('export', {
      plan: plan({ ...part, container: 'webm', sound: 'opus' }),
      name: 'part.webm',
      isStrict: true,
    });
    const { frames } = await readFilm(file);
    expect(frames).toHaveLength(20);
    expect(frames[0]?.pixels.width).toBe(160);
    expect([0, 1, 2, 9, 10, 11].map((index) => frames[index]?.number)).toEqual([70, 70, 71, 74, 1000, 1000]);
  });

  it('has the exact rate of television in its file, as a run of the service writes it', async () => {
    const video = { encoding: 'avc', ...SIZE, frameRate: 23.976 } as const;
    const file = await worker.request('export', {
      plan: plan({ video, to: 1 }),
      name: 'ntsc.mp4',
      isStrict: true,
    });
    // A frame lasts 1001 of these.
    expect((await readFilm(file)).ticks).toBe(24_000);
  });

  it('is its sound alone', async () => {
    const file = await worker.request('export', {
      plan: plan({ container: 'wav', video: null, sound: 'pcm-s16', from: 0.5, to: 3.5 }),
      name: 'sound.wav',
      isStrict: true,
    });
    const { beeps, soundSeconds, frames } = await readFilm(file);
    expect(frames).toEqual([]);
    expect(soundSeconds).toBeCloseTo(3, 6);
    expect(beeps.map((at) => Math.round(at * 100) / 100)).toEqual([0.5, 1.5, 2.5]);
  });

  it('can be given up, and says so', async () => {
    const stop = new AbortController();
    const long = plan({ to: 3000 });
    const end = worker.request(
      'export',
      { plan: long, name: 'never.mp4', isStrict: true },
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    await expect(end).rejects.toThrow('abort');
    const again = await worker.request('export', {
      plan: plan({ to: 0.2 }),
      name: 'again.mp4',
      isStrict: true,
    });
    expect((await readFilm(again)).frames).toHaveLength(5);
  });

  it('says before what can be encoded here', async () => {
    const { video, opus } = await worker.request('encodings', { ...SIZE, frameRate: 25 });
    expect(video).toEqual(expect.arrayContaining(['vp8', 'vp9']));
    expect(opus).toBe(true);
    expect(
      (await worker.request('encodings', { width: 60_000, height: 2, frameRate: 25 })).video,
    ).not.toContain('avc');
  });
});
