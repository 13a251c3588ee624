// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { startFilmWorker } from './film-worker-client.ts';
import type { FilmWorker } from './ports.ts';
import { beepsIn, readNumber } from '#shared/testing/burnt-in.ts';
import { makeTestFilm, type TestFilm } from './testing/test-film.ts';
import type { Medium } from '#shared/film/film.ts';

const SIZE = { width: 320, height: 180 };
const RATE = 48_000;

type ClipFields = { id: string; startTime: number; duration: number } & Record<string, unknown>;

function timelineOf(clips: ClipFields[], fields: object = {}) {
  return TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      projectResolution: SIZE,
      tracks: [{ id: 't' }, { id: 'above' }],
      clips: clips.map((clip) => ({ trackId: 't', ...clip })),
      ...fields,
    },
  }).timeline;
}

function pixelsOf(picture: ImageBitmap): ImageData {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(picture, 0, 0);
  picture.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

describe('the composer', () => {
  let worker: FilmWorker;
  const media = new Map<string, Medium>();

  const numberAt = async (time: number): Promise<number> =>
    readNumber(pixelsOf(await worker.request('frame', { time, ...SIZE })));

  beforeAll(async () => {
    const add = async (name: string, film: Parameters<typeof makeTestFilm>[0]): Promise<void> => {
      media.set(name, { url: URL.createObjectURL(await makeTestFilm(film)) });
    };
    await add('a.webm', { seconds: 6, frameRate: 25 });
    await add('b.mp4', { seconds: 3, frameRate: 30, container: 'mp4', firstNumber: 1000 });
    await add('uneven.webm', {
      seconds: 1,
      frameRate: 25,
      firstNumber: 2000,
      timestamps: [0, 0.03, 0.2, 0.21, 0.5, 0.9],
    });
    const broken = new Blob([new Uint8Array(5000).fill(7)]);
    media.set('broken.mp4', { url: URL.createObjectURL(broken) });
    media.set('gone.mp4', { missing: '“gone.mp4” was deleted.' });
    worker = startFilmWorker();
  });
  afterAll(() => worker.close());

  it('shows the right frame wherever it is scrubbed to, forwards and back', async () => {
    const clips = [
      { id: 'a', filename: 'a.webm', startTime: 0, duration: 4, trimStart: 1 },
      { id: 'b', filename: 'b.mp4', startTime: 4, duration: 3 },
    ];
    worker.setFilm({ timeline: timelineOf(clips), media });
    const seen: [number, number][] = [];
    for (const frame of [0, 1, 2, 3, 60, 61, 10, 9, 8, 99, 100, 101, 174, 120, 99, 26, 150]) {
      seen.push([frame, await numberAt(frame / 25)]);
    }
    const expected = seen.map(([frame]): [number, number] => {
      const time = frame / 25;
      return [frame, frame < 100 ? frame + 25 : 1000 + Math.floor((time - 4) * 30 + 0.01)];
    });
    expect(seen).toEqual(expected);
  });

  it.each([
    { name: '23.976', film: { frameRate: 24_000 / 1001 } },
    { name: '29.97 in MP4', film: { frameRate: 30_000 / 1001, container: 'mp4' } },
    { name: '59.94', film: { frameRate: 60_000 / 1001 } },
    { name: '1', film: { frameRate: 1, seconds: 6 } },
    { name: '25 and turned by a quarter', film: { frameRate: 25, container: 'mp4', rotation: 90 } },
    { name: '25 and upside down', film: { frameRate: 25, container: 'mp4', rotation: 180 } },
    { name: '25 without sound', film: { frameRate: 25, sound: false } },
  ] satisfies { name: string; film: Omit<TestFilm, 'seconds'> & { seconds?: number } }[])(
    'shows the right frame of a film at $name wherever it is scrubbed to',
    async ({ film }) => {
      const fullRange: TestFilm = { seconds: 2, ...film };
      const { seconds, frameRate } = fullRange;
      const url = URL.createObjectURL(await makeTestFilm(fullRange));
      const clips = [{ id: 'f', filename: 'f', startTime: 0, duration: seconds }];
      worker.setFilm({ timeline: timelineOf(clips, { frameRate }), media: new Map([['f', { url }]]) });
      const frames = Array.from({ length: Math.floor(seconds * frameRate) }, (_, frame) => frame);
      // There and back in steps, so that each is come to from both sides.
      const asked = [...frames, ...frames.toReversed().filter((frame) => frame % 7 === 0), 3, 5, 1];
      const seen: number[] = [];
      for (const frame of asked) seen.push(await numberAt(frame / frameRate));
      expect(seen).toEqual(asked);
      URL.revokeObjectURL(url);
    },
  );

  it('goes by the times of a film of variable rate', async () => {
    const clips = [{ id: 'u', filename: 'uneven.webm', startTime: 0, duration: 1 }];
    worker.setFilm({ timeline: timelineOf(clips), media });
    const numbers: number[] = [];
    for (const time of [0, 0.02, 0.04, 0.16, 0.2, 0.24, 0.48, 0.52, 0.96]) numbers.push(await numberAt(time));
    expect(numbers).toEqual([2000, 2000, 2001, 2001, 2002, 2003, 2003, 2004, 2005]);
  });

  it('lays a layer over another with its size and opacity', async () => {
    const clips = [
      { id: 'a', filename: 'a.webm', startTime: 0, duration: 2 },
      {
        id: 'b',
        trackId: 'above',
        filename: 'b.mp4',
        startTime: 0,
        duration: 2,
        transform: { scale: 0.5, rotation: 0, x: 80, y: 45 },
      },
    ];
    worker.setFilm({ timeline: timelineOf(clips), media });
    const fullRange = pixelsOf(await worker.request('frame', { time: 1, ...SIZE }));
    expect(readNumber(fullRange)).toBe(25);
    const quarter = new OffscreenCanvas(160, 90).getContext('2d');
    quarter?.putImageData(fullRange, -160, -90);
    expect(quarter && readNumber(quarter.getImageData(0, 0, 160, 90))).toBe(1030);
  });

  it('shows words where a medium is missing or cannot be decoded, and goes on', async () => {
    const clips = [
      { id: 'x', filename: 'broken.mp4', startTime: 0, duration: 1 },
      { id: 'y', filename: 'gone.mp4', startTime: 1, duration: 1 },
      { id: 'z', filename: 'never.mp4', startTime: 2, duration: 1 },
      { id: 'a', filename: 'a.webm', startTime: 3, duration: 1 },
    ];
    worker.setFilm({ timeline: timelineOf(clips), media });
    for (const time of [0.5, 1.5, 2.5]) {
      const { data } = pixelsOf(await worker.request('frame', { time, ...SIZE }));
      // The ground of a placeholder, and light words on it.
      expect([data[0], data[1], data[2]]).toEqual([38, 40, 44]);
      expect(data.some((value, at) => at % 4 === 0 && value > 120)).toBe(true);
    }
    expect(await numberAt(3)).toBe(0);
  });

  it('mixes the beeps where they belong, in pieces as in one', async () => {
    const clips = [
      { id: 'a', filename: 'a.webm', startTime: 0.5, duration: 3, trimStart: 0.25 },
      { id: 'b', trackId: 'above', filename: 'b.mp4', startTime: 3.5, duration: 2, volume: 0.5 },
    ];
    worker.setFilm({ timeline: timelineOf(clips), media });
    const fullRange = await worker.request('sound', { from: 0, length: 6 * RATE, sampleRate: RATE });
    const beeps = beepsIn(fullRange.left, RATE);
    const expected = [1.25, 2.25, 3.25, 3.5, 4.5];
    expect(beeps).toHaveLength(expected.length);
    for (const [index, at] of expected.entries()) {
      expect(Math.abs((beeps[index] ?? 0) - at)).toBeLessThan(0.005);
    }
    const pieces: number[] = [];
    for (let piece = 0; piece < 20; piece += 1) {
      const { left } = await worker.request('sound', {
        from: piece * 0.3,
        length: 0.3 * RATE,
        sampleRate: RATE,
      });
      pieces.push(...left);
    }
    const difference = pieces.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - (fullRange.left[at] ?? 0))),
      0,
    );
    expect(difference).toBeLessThan(1e-3);
  });

  const atSpeed = (speed: number) => ({ ext: { patchbay: { version: 1, speed } } });

  it.each([
    { speed: 2, numbers: [25, 27, 31, 73] },
    { speed: 0.5, numbers: [25, 25, 26, 37] },
    { speed: -1, numbers: [49, 48, 46, 25] },
    { speed: -2, numbers: [73, 71, 67, 25] },
    { speed: 0, numbers: [25, 25, 25, 25] },
  ])('plays a clip at $speed of its speed', async ({ speed, numbers }) => {
    const clips = [
      { id: 'a', filename: 'a.webm', startTime: 1, duration: 1, trimStart: 1, ...atSpeed(speed) },
    ];
    worker.setFilm({ timeline: timelineOf(clips), media });
    const seen: number[] = [];
    for (const frame of [25, 26, 28, 49]) seen.push(await numberAt(frame / 25));
    expect(seen).toEqual(numbers);
  });

  it('plays the sound of a clip along with its speed, and leaves it out where it would be a hiss', async () => {
    const beepsAt = async (speed: number, duration: number): Promise<number[]> => {
      const clip = { id: 'a', filename: 'a.webm', startTime: 0, duration, trimStart: 0.5, ...atSpeed(speed) };
      worker.setFilm({ timeline: timelineOf([clip]), media });
      const { left } = await worker.request('sound', { from: 0, length: 6 * RATE, sampleRate: RATE });
      return beepsIn(left, RATE).map((at) => Math.round(at * 100) / 100);
    };
    // Beeps at 1, 2, 3, 4, 5 of the medium, each 0.05 long.
    expect(await beepsAt(2, 2)).toEqual([0.25, 0.75, 1.25, 1.75]);
    expect(await beepsAt(0.5, 4)).toEqual([1, 3]);
    expect(await beepsAt(-1, 4)).toEqual([0.45, 1.45, 2.45, 3.45]);
    expect(await beepsAt(8, 0.5)).toEqual([]);
    expect(await beepsAt(0, 4)).toEqual([]);
  });

  it('measures how loud the film is, and can be given up', async () => {
    const at = (volume: number) => {
      const clips = [{ id: 'a', filename: 'a.webm', startTime: 0, duration: 5, volume }];
      worker.setFilm({ timeline: timelineOf(clips), media });
      return worker.request('loudness', { from: 0, to: 5 });
    };
    const [fullRange, half, none] = [await at(1), await at(0.5), await at(0)];
    // The beeps are tones at -6 dB on both sides.
    expect(fullRange.peak).toBeCloseTo(-6, 0);
    expect((fullRange.integrated ?? NaN) - (half.integrated ?? NaN)).toBeCloseTo(6.02, 1);
    expect(none).toEqual({ integrated: null, peak: null });
    const stop = new AbortController();
    const long = worker.request(
      'loudness',
      { from: 0, to: 100_000 },
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    await expect(long).rejects.toThrow('abort');
  });

  it('cuts to twelve clips at once', async () => {
    const clips = Array.from({ length: 12 }, (_, index) => ({
      id: `c${index}`,
      filename: index % 2 ? 'b.mp4' : 'a.webm',
      startTime: 1,
      duration: 1,
      opacity: index === 11 ? 1 : 0.5,
      trimStart: index === 11 ? 1 : 0,
    }));
    const before = { id: 'before', filename: 'a.webm', startTime: 0, duration: 1 };
    worker.setFilm({ timeline: timelineOf([before, ...clips]), media });
    expect(await numberAt(0.96)).toBe(24);
    expect(await numberAt(1)).toBe(1030);
    expect(await numberAt(1.04)).toBe(1031);
  });
});
