// @module-tag long
import { expect, test } from 'vitest';
import { largePng, lyingPng } from '#native/testing/hostile-media.ts';
import { sharp } from '#native/testing/sharp.ts';
import { regionQuery, type PictureRegion } from '#shared/desk/index.ts';
import { file, startMediaService, urlOf } from '../testing/media-service.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';

async function start(files: Record<string, Buffer>, contentType = 'image/png') {
  const service = await startMediaService(
    Object.fromEntries(
      Object.entries(files).map(([id, bytes]) => [id, { filename: `${id}.png`, contentType, bytes }]),
    ),
  );
  const desk = await startTestCore({ launchService: launcherOf(service.origin) });
  const ask = async (id: string, query: string, signal: AbortSignal | null = null) => {
    const { url } = await urlOf(desk, file(id));
    return desk.core.media(new Request(`${url}?${query}`, { signal }));
  };
  const pixels = async (id: string, region: PictureRegion) => {
    const response = await ask(id, regionQuery(region));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    return sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
  };
  return { service, ask, pixels };
}

/** Each pixel differs from all others near it. */
function pattern(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    bytes.set([at % 251, Math.floor(at / width) % 241, (at * 7) % 239], at * 3);
  }
  return bytes;
}

test('a part of a picture has the very pixels of the original, and is made once', async () => {
  const [width, height] = [3000, 2000];
  const raw = pattern(width, height);
  const png = await sharp(raw, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const { pixels, service } = await start({ large: png });
  const region = { left: 2900, top: 1990, width: 100, height: 10 };
  const { data, info } = await pixels('large', region);
  expect([info.width, info.height, info.channels]).toEqual([100, 10, 3]);
  for (let row = 0; row < region.height; row += 1) {
    const from = ((region.top + row) * width + region.left) * 3;
    expect(data.subarray(row * 300, (row + 1) * 300).equals(raw.subarray(from, from + 300))).toBe(true);
  }
  expect((await pixels('large', region)).data.equals(data)).toBe(true);
  expect(service.fetched()).toBe(1);
});

test('a photo that lies on its side is asked for as it is shown', async () => {
  const raw = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255]);
  const photo = await sharp(raw, { raw: { width: 3, height: 1, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .tiff({ compression: 'none' })
    .toBuffer();
  const { pixels } = await start({ photo }, 'image/tiff');
  const { data } = await pixels('photo', { left: 0, top: 1, width: 1, height: 1 });
  expect([...data]).toEqual([0, 255, 0]);
});

test('what lies outside, is no region, or is too large a part is refused in a sentence', async () => {
  const { ask } = await start({
    small: await sharp(pattern(9, 9), { raw: { width: 9, height: 9, channels: 3 } })
      .png()
      .toBuffer(),
  });
  for (const [query, status] of [
    ['region=5,5,5,5', 415],
    ['region=0,0,4097,1', 400],
    ['region=0,0,0,1', 400],
    ['region=-1,0,1,1', 400],
    ['region=', 400],
  ] as const) {
    const response = await ask('small', query);
    expect([query, response.status]).toEqual([query, status]);
    expect(await response.text()).toMatch(/\.["}]/);
  }
});

test(
  'of 300 megapixels a part is given; of more than the decoder takes it is a sentence',
  { tags: 'rig', timeout: 90_000 },
  async () => {
    const { pixels, ask } = await start({ huge: largePng(20_000, 15_000), larger: lyingPng(30_000, 20_000) });
    const { data, info } = await pixels('huge', { left: 19_000, top: 14_500, width: 500, height: 400 });
    expect([info.width, info.height, data.every((value) => value === 0)]).toEqual([500, 400, true]);
    const refused = await ask('larger', 'region=0,17000,100,100');
    expect(refused.status).toBe(415);
    expect(await refused.text()).toMatch(/This picture could not be read|cannot be shown as a picture/);
  },
);

test('a part that nobody waits for any more ends, and the next one is made', async () => {
  const { ask, pixels } = await start({ huge: largePng(20_000, 15_000) });
  const leaving = new AbortController();
  const left = ask('huge', 'region=0,14000,100,100', leaving.signal);
  leaving.abort();
  await expect(left.then(({ status }) => status)).resolves.not.toBe(200);
  const { info } = await pixels('huge', { left: 0, top: 10, width: 20, height: 20 });
  expect(info.width).toBe(20);
}, 90_000);
