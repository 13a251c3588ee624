import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { createSpawnLauncher } from '#native/pool/spawn-launcher.ts';
import { brokenMp4, largePng, longGif, lyingWav } from '#native/testing/hostile-media.ts';
import { oddMediaMaker } from '#native/testing/make-odd-medium.ts';
import { redThenBlue, wavOf } from '#native/testing/sample-media.ts';
import { sharp } from '#native/testing/sharp.ts';
import type { MediaFacts, MediaText, MediaWaveform } from '#shared/desk/index.ts';
import { fieldsOf, near, ODD_MEDIA } from '#shared/testing/odd-media.ts';
import type { CoreOptions } from '../options.ts';
import { file, startMediaService, urlOf, type ServedFile } from '../testing/media-service.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';

const ffmpeg = await findFfmpeg();

const served = (contentType: string, bytes: Buffer): ServedFile => ({ filename: 'f', contentType, bytes });

async function start(files: Record<string, ServedFile>, options: Partial<CoreOptions> = {}) {
  const service = await startMediaService(files);
  const desk = await startTestCore({ launchService: launcherOf(service.origin), ...options });
  const detail = (name: string, fileId: string, more: object = {}) =>
    desk.ask('POST', `/desk/media/${name}`, { connectionId: 'local', fileId, ...more });
  return {
    service,
    detail,
    facts: async (fileId: string) => (await (await detail('facts', fileId)).json()) as MediaFacts,
    waveform: async (fileId: string) => (await (await detail('waveform', fileId)).json()) as MediaWaveform,
    text: async (fileId: string, maxBytes: number) =>
      (await (await detail('text', fileId, { maxBytes })).json()) as MediaText,
    picture: async (fileId: string, variant: 'thumbnail' | 'strip' | 'large') =>
      desk.core.media(new Request((await urlOf(desk, file(fileId), variant)).url)),
  };
}

describe('facts', () => {
  test('of a picture are its pixels, without unpacking it', async () => {
    const { facts } = await start({
      huge: served('image/png', largePng(20_000, 15_000)),
      moving: served('image/gif', longGif(7)),
    });
    expect(await facts('huge')).toEqual({
      kind: 'image',
      width: 20_000,
      height: 15_000,
      frames: 1,
      format: 'png',
    });
    expect(await facts('moving')).toMatchObject({ kind: 'image', frames: 7 });
  });

  test('of a sound are cached: it is read once', async () => {
    const { facts, service } = await start({
      tone: served(
        'audio/wav',
        wavOf(1, () => 0.5),
      ),
    });
    const expected = {
      kind: 'audio',
      seconds: 1,
      sampleRate: 8000,
      channels: 1,
      codec: 'pcm-s16',
      startTimecode: null,
    };
    expect(await facts('tone')).toEqual(expected);
    expect(await facts('tone')).toEqual(expected);
    expect(service.fetched()).toBe(1);
  });

  test.each([
    ['no picture', 'image/png', Buffer.from('no picture')],
    ['a format without a decoder', 'image/heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['a video of broken boxes', 'video/mp4', brokenMp4()],
    ['a sound whose sizes lie', 'audio/wav', lyingWav()],
  ])('of %s are a sentence, or what little is true', async (_what, contentType, bytes) => {
    const { detail } = await start({ bad: served(contentType, bytes) });
    const response = await detail('facts', 'bad');
    expect(await response.text()).toMatch(
      response.status === 200 ? /^\{"kind":"(audio|video)"/ : /This file could not be read/,
    );
  });
});

describe('text', () => {
  test('is the beginning of a file, cut between letters, with the size of all of it', async () => {
    const whole = 'é€😀'.repeat(1000);
    const { text } = await start({ long: served('text/plain', Buffer.from(whole)) });
    for (const maxBytes of [100, 101, 102, 103, 104, 105, 106, 107, 108]) {
      const part = await text('long', maxBytes);
      expect(whole.startsWith(part.text)).toBe(true);
      expect(part).toMatchObject({ isWhole: false, sizeBytes: 9000 });
      expect(Buffer.byteLength(part.text)).toBeGreaterThan(maxBytes - 4);
    }
    expect(await text('long', 9000)).toEqual({ text: whole, isWhole: true, sizeBytes: 9000 });
  });

  test('in another encoding is read as what is likely, which is told', async () => {
    const { detail } = await start({
      latin: served('text/plain', Buffer.from('caf\u00E9 cr\u00E8me', 'latin1')),
    });
    expect(await (await detail('text', 'latin', { maxBytes: 100 })).json()).toMatchObject({
      text: 'café crème',
      isWhole: true,
      report: { encoding: 'windows-1252', isGuess: true },
    });
  });

  test('of bytes that are none is refused in a sentence', async () => {
    const zip = Buffer.from(Array.from({ length: 2000 }, (_, at) => (at * 7919) % 251));
    const { detail } = await start({ odd: served('text/plain', zip) });
    const response = await detail('text', 'odd', { maxBytes: 4000 });
    expect(response.status).toBe(415);
    expect(await response.text()).toContain('not text that can be shown');
  });
});

describe.skipIf(ffmpeg === null)('with ffmpeg', () => {
  test('a video has facts, a picture, and a strip of its frames', async () => {
    const { facts, picture } = await start({ film: served('video/mp4', redThenBlue(ffmpeg!)) });
    expect(await facts('film')).toMatchObject({ kind: 'video', width: 160, height: 90, framesPerSecond: 10 });
    const poster = await picture('film', 'thumbnail');
    expect(poster.headers.get('content-type')).toBe('image/webp');
    const { dominant } = await sharp(Buffer.from(await poster.arrayBuffer())).stats();
    expect(dominant.r).toBeGreaterThan(200);
    const strip = sharp(Buffer.from(await (await picture('film', 'strip')).arrayBuffer()));
    expect(await strip.metadata()).toMatchObject({ width: 640, height: 360 });
    const last = await strip.extract({ left: 480, top: 270, width: 160, height: 90 }).stats();
    expect(last.dominant.b).toBeGreaterThan(200);
  });

  test(
    'a video whose pixels are not square, and one with edges cut off, have their shape in facts, picture and strip',
    { tags: 'rig' },
    async () => {
      const maker = await oddMediaMaker(ffmpeg!);
      const odd = ODD_MEDIA.find(({ name }) => name === 'anamorphic.mp4');
      const bytes = await readFile(await maker.make(odd!));
      const part = ODD_MEDIA.find(({ name }) => name === 'cropped-anamorphic.mkv');
      const cropped = await readFile(await maker.make(part!));
      const avi = ODD_MEDIA.find(({ name }) => name === 'motion-jpeg.avi');
      const byProgram = await readFile(await maker.make(avi!));
      await maker.close();
      const { facts, picture } = await start({
        film: served('video/mp4', bytes),
        avi: served('video/x-msvideo', byProgram),
        cropped: served('video/x-matroska', cropped),
      });
      expect(await facts('film')).toMatchObject({ width: 192, height: 108, startTimecode: null });
      // ffmpeg alone reads it.
      expect(await facts('avi')).toMatchObject({ kind: 'video', width: 192, height: 108, codec: null });
      expect(await facts('cropped')).toMatchObject({ width: 192, height: 108 });
      for (const file of ['film', 'cropped']) {
        const poster = sharp(Buffer.from(await (await picture(file, 'thumbnail')).arrayBuffer()));
        expect(await poster.metadata()).toMatchObject({ width: 192, height: 108 });
        // The fields of color lie where they do in the monitor.
        const { data, info } = await poster.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
        const fields = fieldsOf({ width: info.width, height: info.height, data });
        expect(fields).toEqual(near(odd?.colors ?? [], fields));
        const strip = sharp(Buffer.from(await (await picture(file, 'strip')).arrayBuffer()));
        expect(await strip.metadata()).toMatchObject({ width: 768, height: 432 });
      }
    },
  );

  test('a sound has the outline of its loudness', async () => {
    const { waveform } = await start({
      tone: served(
        'audio/wav',
        wavOf(1, (at) => (at < 0.5 ? 0.1 : 0.9)),
      ),
    });
    const { seconds, peaks } = await waveform('tone');
    expect(seconds).toBe(1);
    expect(peaks).toHaveLength(800);
    expect(peaks[100]).toBeCloseTo(0.1, 1);
    expect(peaks[700]).toBeCloseTo(0.88, 1);
  });

  test('what is no video has no frames, and a picture has no strip', async () => {
    const { picture } = await start({
      broken: served('video/mp4', brokenMp4()),
      still: served('image/png', largePng(20, 20)),
    });
    expect((await picture('broken', 'thumbnail')).status).toBe(415);
    expect((await picture('still', 'strip')).status).toBe(415);
  });
});

describe.runIf(process.platform === 'linux')('a child that fails', { tags: 'rig' }, () => {
  const entry = fileURLToPath(new URL('../../../native/testing/misbehaving-media-child.ts', import.meta.url));

  test.each([
    ['crash', /the decoder crashed|ended the decoder twice/],
    ['swell', /takes too much memory|the decoder crashed|takes too long|could not be read as/],
    ['lie', /could not be read as a picture, video or sound/],
  ])('by a %s over a video or a sound gives a sentence', async (way, sentence) => {
    const { detail, picture } = await start(
      { film: served('video/mp4', brokenMp4()), tone: served('audio/wav', lyingWav()) },
      {
        launchNative: createSpawnLauncher({
          entry,
          args: [way],
          limits: { memoryBytes: 256 * 1024 * 1024 },
        }),
      },
    );
    const asked = [
      () => detail('facts', 'film'),
      () => detail('waveform', 'tone'),
      () => picture('film', 'thumbnail'),
    ];
    // Filling the memory of this computer once is enough.
    for (const ask of way === 'swell' ? asked.slice(0, 1) : asked) {
      const response = await ask();
      expect(response.status).toBe(415);
      expect(await response.text()).toMatch(sentence);
    }
  });
});
