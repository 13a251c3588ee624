import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { brokenMp4 } from '#native/testing/hostile-media.ts';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readSound } from '../audio/sounds.ts';
import { audioTone } from '../audio/tone.ts';
import { encodeWav, type Sound } from '../audio/wav.ts';
import { isFileValue, type FileValue, type NodeDefinition, type NodeValue } from '../definition.ts';
import { requireFfmpeg, runFfmpeg } from '../media/ffmpeg.ts';
import { readMediaInfo } from '../media/media-info.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { videoConcatenate } from './concatenate.ts';
import { videoExtractAudio } from './extract-audio.ts';
import { videoFramesToVideo } from './frames-to-video.ts';
import { videoThumbnail } from './thumbnail.ts';
import { videoTrim } from './trim.ts';

const bench = useNodeBench();
const ffmpeg = await findFfmpeg();

const fileOf = (value: NodeValue | undefined): FileValue => {
  if (!isFileValue(value)) throw new Error('This output is no file.');
  return value;
};
const infoOf = (value: NodeValue | undefined) => readMediaInfo(bench.execution({}), fileOf(value));

/** A program of a few lines that stands where ffmpeg would: what is tested is how it is run. */
async function program(script: string): Promise<string> {
  const path = join(await bench.execution({}).scratch(), 'ffmpeg');
  await writeFile(path, `#!${process.execPath}\n${script}`);
  await chmod(path, 0o755);
  return path;
}

describe('running ffmpeg', () => {
  test('its absence is said with how to get it', async () => {
    vi.stubEnv('PATCHBAY_FFMPEG', '/nowhere/ffmpeg');
    try {
      const video = await bench.store(Buffer.from('film'), 'film.mp4', 'video/mp4');
      for (const run of [
        requireFfmpeg(),
        bench.run(videoThumbnail, { video }),
        bench.run(videoExtractAudio, { file: video }),
      ]) {
        await expect(run).rejects.toMatchObject({
          code: 'FFMPEG_MISSING',
          message: expect.stringMatching(
            /needs ffmpeg, which was not found on this computer\. Install it with .*run again\.$/,
          ),
        });
      }
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('is found on the PATH', async () => {
    const path = await program('');
    expect(await findFfmpeg({ PATH: `/nowhere:${join(path, '..')}` })).toBe(path);
  });

  test('reports progress and passes arguments by the letter', async () => {
    const execution = bench.execution({}, { onProgress: (fraction) => bench.progress.push(fraction) });
    const odd = '$(touch x); "quoted" *';
    const script = `const last = process.argv.at(-1); if (last !== ${JSON.stringify(odd)}) process.exit(1); console.log('out_time_us=500000');`;
    await runFfmpeg(execution, {
      program: await program(script),
      arguments: [odd],
      seconds: 2,
      source: 'film.mp4',
    });
    expect(bench.progress).toEqual([0.25]);
  });

  test('a failure gives its last words without paths of this computer', async () => {
    const script = `console.error('noise\\n[mov @ 0x55] /home/ada/data/blob: moov atom not found'); process.exit(1);`;
    const run = runFfmpeg(bench.execution({}), {
      program: await program(script),
      arguments: [],
      source: 'film.mp4',
    });
    await expect(run).rejects.toThrow('ffmpeg could not work on film.mp4: the file: moov atom not found.');
  });

  test('canceling the run ends it', async () => {
    const cancel = new AbortController();
    const execution = bench.execution({}, { signal: cancel.signal, onProgress: () => cancel.abort() });
    const script = `console.log('out_time_us=1'); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
    const run = runFfmpeg(execution, {
      program: await program(script),
      arguments: [],
      seconds: 9,
      source: 'film.mp4',
    });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe.skipIf(ffmpeg === null)('with ffmpeg', () => {
  let film: FileValue;
  let sound: FileValue;

  beforeAll(async () => {
    sound = fileOf((await bench.run(audioTone, { seconds: 3, frequency: 440 }))['audio']);
    const made = await bench.run(videoFramesToVideo, {
      image1: await bench.solid(40, 40, '#ff0000', 'red.png'),
      image4: await bench.solid(40, 40, '#0000ff', 'blue.png'),
      audio: sound,
      seconds: 1,
      width: 161,
      height: 90,
      fit: 'cover',
    });
    film = fileOf(made['video']);
  });

  test('images become a video with sound', async () => {
    expect([film.filename, film.contentType]).toEqual(['red.mp4', 'video/mp4']);
    const { seconds, width, height, info } = await infoOf(film);
    expect([width, height]).toEqual([162, 90]);
    expect(seconds).toBeCloseTo(2, 0);
    expect(info.tracks.map(({ kind }) => kind)).toEqual(['video', 'audio']);
  });

  test('a frame shows what is on at its time', async () => {
    const early = await bench.look((await bench.run(videoThumbnail, { video: film, seconds: 0.5 }))['image']);
    const late = await bench.look((await bench.run(videoThumbnail, { video: film, seconds: 1.5 }))['image']);
    expect([early.width, early.file.filename]).toEqual([162, 'red.png']);
    expect(early.near(80, 45, '#ff0000', 12)).toBe(true);
    expect(late.near(80, 45, '#0000ff', 12)).toBe(true);
    await expect(bench.run(videoThumbnail, { video: film, seconds: 99 })).rejects.toThrow(
      'no picture at 99 seconds',
    );
  });

  test('a video whose pictures are gone is called damaged, not too short', async () => {
    const video = await bench.store(brokenMp4(), 'broken.mp4', 'video/mp4');
    await expect(bench.run(videoTrim, { video })).rejects.toThrow(
      'broken.mp4 is damaged: no picture of it can be read. Export it again, or choose another file.',
    );
  });

  test('trims to the part asked for', async () => {
    const { video } = await bench.run(videoTrim, { video: film, start: 1.2, length: 0.5 });
    expect((await infoOf(video)).seconds).toBeCloseTo(0.5, 1);
    const look = await bench.look((await bench.run(videoThumbnail, { video }))['image']);
    expect(look.near(80, 45, '#0000ff', 12)).toBe(true);
    await expect(bench.run(videoTrim, { video: film, start: 50 })).rejects.toThrow('there is nothing at 50');
  });

  test('joins videos of other sizes, with and without sound', async () => {
    const { video: mute } = await bench.run(videoFramesToVideo, {
      image1: await bench.solid(40, 40, '#00ff00', 'green.png'),
      seconds: 1,
      width: 100,
      height: 100,
      fit: 'cover',
    });
    const { video } = await bench.run(videoConcatenate, { a: film, c: mute });
    const { seconds, width, height, info } = await infoOf(video);
    expect([width, height, info.tracks.length]).toEqual([162, 90, 2]);
    expect(seconds).toBeCloseTo(3, 0);
    const end = await bench.look((await bench.run(videoThumbnail, { video, seconds: 2.5 }))['image']);
    expect(end.near(80, 45, '#00ff00', 12)).toBe(true);
    await expect(bench.run(videoConcatenate, {})).rejects.toThrow('Plug in at least one');
  });

  /** A WAV of silence for a tenth of a second. */
  const wavOf = async (filename: string, sound: Partial<Sound> & { count: number }) =>
    bench.store(
      encodeWav({
        sampleRate: 48_000,
        ...sound,
        channels: Array.from({ length: sound.count }, () => new Float32Array(4800).fill(0.1234567)),
      }),
      filename,
      'audio/wav',
    );

  async function logOf(definition: NodeDefinition, inputs: Record<string, NodeValue>): Promise<string[]> {
    const logged: string[] = [];
    await definition.execute(bench.execution(inputs, { onLog: (line) => logged.push(line) }));
    return logged;
  }

  test.each([
    [
      'mono of 44.1 kHz',
      { count: 1, sampleRate: 44_100 },
      ['is mono; the result is stereo', 'has 44.1 kHz; the result has 48 kHz'],
    ],
    ['5.1', { count: 6 }, ['is 5.1; the result is stereo']],
    ['stereo', { count: 2 }, []],
  ] as const)(
    'Join says that it makes stereo of 48 kHz: %s',
    { tags: 'rig' },
    async (_what, sound, expected) => {
      const { video } = await bench.run(videoFramesToVideo, {
        image1: await bench.solid(40, 40, '#00ff00', 'green.png'),
        audio: await wavOf('sound.wav', sound),
        seconds: 0.1,
        width: 64,
        height: 64,
      });
      const logged = await logOf(videoConcatenate, { a: fileOf(video) });
      expect(logged).toEqual(expected.map((change) => `The sound of green.mp4 ${change}.`));
    },
  );

  test.each([
    ['16 bits', { sampleFormat: 'int16' }],
    ['24 bits', { sampleFormat: 'int24' }],
    ['floating point', { sampleFormat: 'float32' }],
  ] as const)('Extract sound keeps channels, rate and samples of %s', async (_what, format) => {
    const file = await wavOf('deep.wav', { count: 2, sampleRate: 96_000, ...format });
    const { audio } = await bench.run(videoExtractAudio, { file });
    const before = await readSound(bench.execution({}), file);
    const after = await readSound(bench.execution({}), fileOf(audio));
    expect({ ...after, channels: after.channels.map(([first]) => first) }).toMatchObject({
      ...before,
      channels: before.channels.map(([first]) => first),
    });
  });

  test('takes the sound out', async () => {
    const { audio } = await bench.run(videoExtractAudio, { file: film });
    const sound = await readSound(bench.execution({}), fileOf(audio));
    expect((sound.channels[0]?.length ?? 0) / sound.sampleRate).toBeCloseTo(2, 1);
    expect(fileOf(audio).filename).toBe('red.wav');
  });

  test('opens no other file that a playlist names', async () => {
    const list = `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nfile:${bench.pathOf(film)}\n#EXT-X-ENDLIST\n`;
    const script = `ffconcat version 1.0\nfile '${bench.pathOf(film)}'\n`;
    for (const text of [list, script]) {
      const file = await bench.store(Buffer.from(text), 'list.mp4', 'video/mp4');
      await expect(bench.run(videoExtractAudio, { file })).rejects.toMatchObject({ code: 'MEDIA_FAILED' });
    }
  });
});
