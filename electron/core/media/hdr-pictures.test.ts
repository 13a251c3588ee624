// @module-tag long
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { makeable, oddMediaMaker } from '#native/testing/make-odd-medium.ts';
import { sharp } from '#native/testing/sharp.ts';
import { regionQuery, type MediaVariant } from '#shared/desk/index.ts';
import { fieldsOf, near, NAMED_COLORS } from '#shared/testing/odd-media.ts';
import { file, startMediaService, urlOf } from '../testing/media-service.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';

const program = await findFfmpeg();
// Without an encoder of AV1 those are left out, without ffmpeg all.
const stills = await makeable(program, NAMED_COLORS);

describe.skipIf(program === null)('pictures in HDR and in named colors', () => {
  let maker: Awaited<ReturnType<typeof oddMediaMaker>>;
  beforeAll(async () => {
    maker = await oddMediaMaker(program ?? '');
  });
  afterAll(() => maker.close());

  async function start() {
    const files = await Promise.all(
      stills.map(async (still) => {
        const bytes = await readFile(await maker.make(still));
        return [still.name, { filename: still.name, contentType: still.contentType, bytes }] as const;
      }),
    );
    const byName = new Map(files);
    const service = await startMediaService(Object.fromEntries(files));
    const desk = await startTestCore({ launchService: launcherOf(service.origin) });
    const get = async (name: string, variant: MediaVariant, query = '') => {
      const { url } = await urlOf(desk, file(name), variant);
      return desk.core.media(new Request(`${url}${query}`));
    };
    return { service, bytesOf: (name: string) => byName.get(name)?.bytes, get };
  }

  async function fieldsIn(response: Response) {
    expect(response.status).toBe(200);
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return fieldsOf({ data, width: info.width, height: info.height });
  }

  test('are given to pages in the colors of films, at every size, and saved as they are', async () => {
    const { get, service, bytesOf } = await start();
    for (const { name, contentType, width, height, colors = [] } of stills) {
      const original = await get(name, 'original');
      expect(original.headers.get('content-type')).toBe('image/png');
      const region = regionQuery({ left: 0, top: 0, width, height });
      const responses = [
        original,
        await get(name, 'original'),
        await get(name, 'original', `?${region}`),
        await get(name, 'large'),
        await get(name, 'thumbnail'),
      ];
      for (const response of responses) {
        const shown = await fieldsIn(response);
        expect({ name, shown }).toEqual({ name, shown: near(colors, shown) });
      }
      const saved = await get(name, 'original', '?download=1');
      expect(saved.headers.get('content-type')).toBe(contentType);
      expect(Buffer.from(await saved.arrayBuffer())).toEqual(bytesOf(name));
    }
    expect(service.fetched()).toBe(stills.length);
  });
});

test('of a large picture in sRGB a part is given without the whole, and its colors are looked for once', async () => {
  const noise = await sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const service = await startMediaService({
    'noise.png': { filename: 'noise.png', contentType: 'image/png', bytes: noise },
  });
  const desk = await startTestCore({ launchService: launcherOf(service.origin) });
  const { url } = await urlOf(desk, file('noise.png'), 'original');
  for (let time = 0; time < 2; time += 1) {
    const response = await desk.core.media(new Request(url, { headers: { range: 'bytes=100-199' } }));
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(noise.subarray(100, 200));
  }
  const ranges = service.asked
    .filter(({ url: path }) => path.startsWith('/signed/'))
    .map(({ headers }) => headers.range);
  expect(ranges).toEqual(['bytes=0-65535', 'bytes=100-199', 'bytes=100-199']);
});
