// @module-tag long
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { sharp } from '#native/testing/sharp.ts';
import { describe, expect, test } from 'vitest';
import { bySize, ofThisRun } from '#shared/testing/size.ts';
import { isFileValue, type FileValue, type JsonValue, type NodeValue } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { videoFilm } from './film.ts';

/** Media as cameras, phones and other programs write them, and every usual rate, in a film that the service makes. */

const bench = useNodeBench();
const ffmpeg = await findFfmpeg();
const run = promisify(execFile);
const flags = (line: string): string[] => line.split(' ');
const SIZE = { width: 64, height: 36 };

/** Left half dark, right half light, so that a turn is seen; of 25 frames unless said otherwise. */
const HALVES = "geq=lum='if(lt(X,W/2),60,180)':cb=128:cr=128";

/** As a phone says that it was held upright. */
const TURN = ['-metadata:s:v:0', 'rotate=90'];

async function make(name: string, type: string, ...options: string[]): Promise<FileValue> {
  const path = join(await bench.execution({}).scratch(), name);
  await run(ffmpeg ?? '', ['-v', 'error', '-y', ...options, path]);
  return bench.store(await readFile(path), name, type);
}

const source = (size: string, more = '', rate = 25): string[] => [
  '-f',
  'lavfi',
  '-i',
  `color=black:s=${size}:r=${rate}:d=1,${HALVES}${more},format=yuv420p`,
];

const fileOf = (value: NodeValue | undefined): FileValue => {
  if (!isFileValue(value)) throw new Error('This output is no file.');
  return value;
};

async function filmOf(medium: FileValue, frameRate: number, clip: object = {}): Promise<FileValue> {
  const timeline: JsonValue = {
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate,
      projectResolution: SIZE,
      tracks: [{ id: 't' }],
      clips: [
        {
          id: 'c',
          trackId: 't',
          filename: medium.filename,
          type: 'video',
          startTime: 0,
          duration: 1,
          ...clip,
        },
      ],
    },
  };
  const inputs = {
    timeline,
    media1: medium,
    quality: 'very-high',
    framesPerSecond: frameRate,
    unreadable: 'show-words',
  };
  return fileOf((await bench.run(videoFilm, inputs)).film);
}

/** The luma of the frames of a film: at the left, at the right, at the top and at the bottom of the middle. */
async function look(film: FileValue) {
  const options = { encoding: 'buffer', maxBuffer: 64 * 1024 ** 2 } as const;
  const read = [
    '-v',
    'error',
    '-i',
    bench.pathOf(film),
    '-map',
    '0:v',
    '-pix_fmt',
    'yuv420p',
    '-f',
    'rawvideo',
    '-',
  ];
  const { stdout } = await run(ffmpeg ?? '', read, options);
  const area = SIZE.width * SIZE.height * 1.5;
  return Array.from({ length: stdout.length / area }, (_, frame) => {
    const at = (x: number, y: number): number => stdout[frame * area + y * SIZE.width + x] ?? -1;
    return { left: at(24, 18), right: at(40, 18), top: at(32, 8), bottom: at(32, 28) };
  });
}

/** Within what an encoder and a change of size do to a gray. */
const near = (value: number, wanted: number): void => expect(Math.abs(value - wanted)).toBeLessThan(12);

describe.skipIf(ffmpeg === null)('a film of odd media', { timeout: 120_000 }, () => {
  test('a codec that no browser decodes is shown', async () => {
    const odd = await make('odd.mkv', 'video/x-matroska', ...source('64x36'), '-c:v', 'mpeg4', '-q:v', '2');
    const frames = await look(await filmOf(odd, 25));
    expect(frames).toHaveLength(25);
    near(frames[12]?.left ?? 0, 60);
    near(frames[12]?.right ?? 0, 180);
  });

  test.each(
    ofThisRun(
      [
        ['qtrle', 'argb'],
        ['png', 'rgba'],
      ] as const,
      ([codec]) => codec === 'qtrle',
    ),
  )('one in %s with transparency hides nothing below it', async (codec, format) => {
    const below = await make('below.mp4', 'video/mp4', ...source('64x36'), '-c:v', 'libx264', '-qp', '1');
    const clear = 'color=red@0.0:s=64x36:r=25:d=1,format=rgba';
    const encoded = ['-c:v', codec, '-pix_fmt', format];
    const above = await make('above.mov', 'video/quicktime', '-f', 'lavfi', '-i', clear, ...encoded);
    const clipOf = (id: string, { filename }: FileValue) => ({
      id,
      trackId: id,
      filename,
      type: 'video',
      startTime: 0,
      duration: 1,
    });
    const timeline: JsonValue = {
      serviceType: 'timeline',
      version: 1,
      timeline: {
        frameRate: 25,
        projectResolution: SIZE,
        tracks: [{ id: 'below' }, { id: 'above' }],
        clips: [clipOf('below', below), clipOf('above', above)],
      },
    };
    const inputs = { timeline, media1: below, media2: above, quality: 'very-high', framesPerSecond: 25 };
    const frames = await look(fileOf((await bench.run(videoFilm, inputs)).film));
    expect(frames).toHaveLength(25);
    const [frame] = frames;
    near(frame?.left ?? 0, 60);
    near(frame?.right ?? 0, 180);
  });

  test('a logo of few colors hides nothing where it is see-through, its red is that red, and a mono voice is heard on both sides', async () => {
    const red = [229, 24, 24];
    const below = await make('below.mp4', 'video/mp4', ...source('64x36'), '-c:v', 'libx264', '-qp', '1');
    const pixels = Array.from({ length: 64 * 36 }, (_, at) => (at % 64 < 32 ? [0, 0, 0, 0] : [...red, 255]));
    const raw = { width: 64, height: 36, channels: 4 } as const;
    const bytes = await sharp(Buffer.from(pixels.flat()), { raw }).png({ palette: true }).toBuffer();
    expect(bytes.includes('tRNS')).toBe(true);
    const logo = await bench.store(bytes, 'logo.png', 'image/png');
    const voice = await make('voice.wav', 'audio/wav', ...flags('-f lavfi -i sine=440:r=44100:d=1 -ac 1'));
    const media = { below, logo, voice };
    const types = { below: 'video', logo: 'image', voice: 'audio' };
    const timeline: JsonValue = {
      serviceType: 'timeline',
      version: 1,
      timeline: {
        frameRate: 25,
        projectResolution: SIZE,
        tracks: Object.keys(media).map((id) => ({ id })),
        clips: Object.entries(media).map(([id, { filename }]) => ({
          id,
          trackId: id,
          filename,
          type: types[id as keyof typeof types],
          startTime: 0,
          duration: 1,
        })),
      },
    };
    const inputs = { timeline, media1: below, media2: logo, media3: voice };
    const film = fileOf(
      (await bench.run(videoFilm, { ...inputs, quality: 'very-high', framesPerSecond: 25 })).film,
    );
    const [frame] = await look(film);
    near(frame?.left ?? 0, 60);
    const read = async (...options: string[]): Promise<Buffer> =>
      (
        await run(ffmpeg ?? '', ['-v', 'error', '-i', bench.pathOf(film), ...options, '-'], {
          encoding: 'buffer',
          maxBuffer: 64 * 1024 ** 2,
        })
      ).stdout;
    const picture = await read(...flags('-frames:v 1 -pix_fmt rgb24 -f rawvideo'));
    const at = (18 * SIZE.width + 50) * 3;
    for (const [channel, wanted] of red.entries()) near(picture[at + channel] ?? -1, wanted);
    const sound = await read(...flags('-map 0:a -ar 8000 -f s16le'));
    const samples = new Int16Array(sound.buffer, sound.byteOffset, Math.floor(sound.length / 2));
    const loudest = (side: number) => Math.max(...samples.filter((_, index) => index % 2 === side));
    expect(loudest(0)).toBeGreaterThan(1000);
    expect(Math.abs(loudest(0) / loudest(1) - 1)).toBeLessThan(0.02);
  });

  test('one without sound has a film with a silent track, as long as its pictures', async () => {
    const silent = await make('silent.mp4', 'video/mp4', ...source('64x36'), '-c:v', 'libx264', '-qp', '1');
    const film = await filmOf(silent, 25);
    const read = ['-v', 'error', '-i', bench.pathOf(film), '-map', '0:a', '-ac', '1', '-ar', '8000'];
    const { stdout } = await run(ffmpeg ?? '', [...read, '-f', 's16le', '-'], { encoding: 'buffer' });
    expect(Math.abs(stdout.length / 2 / 8000 - 1)).toBeLessThan(0.04);
    expect(stdout.every((byte) => byte === 0)).toBe(true);
  });

  test('one that a phone turned stands upright', async () => {
    const path = join(await bench.execution({}).scratch(), 'plain.mp4');
    await run(ffmpeg ?? '', ['-v', 'error', '-y', ...source('64x36'), '-c:v', 'libx264', '-qp', '1', path]);
    const turned = await make('turned.mp4', 'video/mp4', '-i', path, '-c', 'copy', ...TURN);
    const [frame] = await look(await filmOf(turned, 25));
    // Left and right lie below and above each other now, and both sides of the film are black.
    const { top = 0, bottom = 0 } = frame ?? {};
    expect(top).not.toBe(bottom);
    near(Math.min(top, bottom), 60);
    near(Math.max(top, bottom), 180);
  });

  test('one of variable rate shows at each time what belongs there', async () => {
    // Ten frames in the first 0.2 s, then one for the rest: each 20 lighter than the one before.
    const picture = "color=black:s=64x36:r=50:d=1,geq=lum='20+20*min(N,10)':cb=128:cr=128";
    const kept = "select='lte(n,10)',setpts=N/50/TB,format=yuv420p";
    const uneven = await make(
      'uneven.mkv',
      'video/x-matroska',
      ...flags('-f lavfi -i'),
      `${picture},${kept}`,
      ...flags('-fps_mode vfr -c:v libx264 -qp 1'),
    );
    const frames = await look(await filmOf(uneven, 25));
    expect(frames).toHaveLength(25);
    for (const [index, { left }] of frames.entries()) near(left, 20 + 20 * Math.min(10, index * 2));
  });

  test.runIf(bySize({ everyRun: false, full: true }))('one of 8K is shown whole', async () => {
    const large = await make(
      'large.mp4',
      'video/mp4',
      ...source('64x36', ',scale=7680:4320:flags=neighbor', 2),
      ...flags('-c:v libx264 -preset ultrafast -qp 20'),
    );
    const frames = await look(await filmOf(large, 2));
    expect(frames).toHaveLength(2);
    near(frames[1]?.left ?? 0, 60);
    near(frames[1]?.right ?? 0, 180);
  });

  test.each(
    ofThisRun(
      [
        [23.976, '24000/1001'],
        [29.97, '30000/1001'],
        [59.94, '60000/1001'],
        [120, '120/1'],
        [1, '1/1'],
      ] as const,
      ([rate]) => rate < 24,
    ),
  )('at %d frames a second it has each frame at that rate', async (rate, exact) => {
    const plain = await make('plain.mp4', 'video/mp4', ...source('64x36'), '-c:v', 'libx264', '-qp', '1');
    const film = await filmOf(plain, rate);
    expect(await look(film)).toHaveLength(Math.round(rate));
    const program = (ffmpeg ?? '').replace(/ffmpeg(\.exe)?$/, 'ffprobe$1');
    const asked = [
      '-v',
      'error',
      '-select_streams',
      'v',
      '-show_entries',
      'stream=r_frame_rate',
      '-of',
      'csv=p=0',
    ];
    const { stdout } = await run(program, [...asked, bench.pathOf(film)]);
    expect(stdout.trim()).toBe(exact);
  });

  test('bytes that are no film, a cut one and an empty one are words in the picture', async () => {
    const plain = await make('plain.mp4', 'video/mp4', ...source('64x36'), '-c:v', 'libx264', '-qp', '1');
    const bytes = await readFile(bench.pathOf(plain));
    const hostile = [
      await bench.store(Buffer.alloc(20_000, 0xff), 'noise.mp4', 'video/mp4'),
      await bench.store(bytes.subarray(0, bytes.length / 2), 'cut.mp4', 'video/mp4'),
      await bench.store(Buffer.alloc(0), 'empty.mp4', 'video/mp4'),
    ];
    for (const medium of ofThisRun(hostile, (_, index) => index < 2))
      expect(await look(await filmOf(medium, 25))).toHaveLength(25);
  });
});
