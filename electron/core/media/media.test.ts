import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import type { MediaSource, MediaVariant } from '#shared/desk/index.ts';
import { sendJson, type Responder } from '../testing/http-server.ts';
import { file, startMediaService, urlOf, type ServedFile } from '../testing/media-service.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';

const photo = async (width = 1600, height = 900): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c86' } })
    .jpeg()
    .toBuffer();

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function start(
  files: Record<string, ServedFile>,
  options: { mediaCacheBytes?: number; extra?: Responder } = {},
) {
  const service = await startMediaService(files, options.extra);
  const folder = temporaryFolder();
  const make = () =>
    startTestCore({
      folder,
      launchService: launcherOf(service.origin),
      clock: createTestClock().clock,
      ...(options.mediaCacheBytes === undefined ? {} : { mediaCacheBytes: options.mediaCacheBytes }),
    });
  return { service, folder, make, desk: await make() };
}

const get = (desk: TestCore, url: string, headers: Record<string, string> = {}) =>
  desk.core.media(new Request(url, { headers }));

describe('addresses of media', () => {
  test('are on the media origin, stay the same across restarts, and differ by what they show', async () => {
    const { desk, make } = await start({});
    const first = await urlOf(desk, file('file_1.png'));
    expect(first.url).toMatch(/^http:\/\/media\.test\/media\/[\w.-]+$/);
    expect(first.downloadUrl).toBe(`${first.url}?download=1`);
    expect((await urlOf(desk, file('file_1.png'), 'thumbnail')).url).not.toBe(first.url);
    expect((await urlOf(desk, file('file_2.png'))).url).not.toBe(first.url);
    await desk.core.close();
    expect(await urlOf(await make(), file('file_1.png'))).toEqual(first);
  });

  test('cannot be made up or changed', async () => {
    const { service, desk } = await start({});
    const { url } = await urlOf(desk, file('file_1.png'));
    const [payload, mac] = url.split('/media/')[1]!.split('.');
    const other = Buffer.from(
      JSON.stringify({ connectionId: 'local', source: file('file_2.png'), variant: 'original' }),
    ).toString('base64url');
    for (const token of [
      '',
      'x',
      `${payload}.`,
      `${other}.${mac}`,
      `${payload}.${'A'.repeat(22)}`,
      payload!,
    ]) {
      expect((await get(desk, `http://media.test/media/${token}`)).status).toBe(404);
    }
    expect((await get(desk, 'http://media.test/desk/status')).status).toBe(404);
    expect(service.asked).toEqual([]);
  });

  test('of another data folder are not taken', async () => {
    const one = await start({});
    const two = await start({});
    expect((await get(two.desk, (await urlOf(one.desk, file('f.png'))).url)).status).toBe(404);
  });
});

describe('an original', () => {
  const bytes = randomBytes(200_000);
  const files = { 'clip.mp4': { filename: 'Clip.mp4', contentType: 'video/mp4', bytes } };

  test('is fetched once, then served from the disk, also without the service', async () => {
    const { service, desk, make } = await start(files);
    const { url } = await urlOf(desk, file('clip.mp4'));
    const first = await get(desk, url);
    expect(first.status).toBe(200);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '200000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(first.headers.get('access-control-allow-origin')).toBeNull();
    expect((await bytesOf(first)).equals(bytes)).toBe(true);
    expect((await bytesOf(await get(desk, url))).equals(bytes)).toBe(true);
    expect(service.fetched()).toBe(1);
    await desk.core.close();
    expect((await bytesOf(await get(await make(), url))).equals(bytes)).toBe(true);
    expect(service.fetched()).toBe(1);
  });

  test('gives ranges before and after it is on the disk', async () => {
    const { service, desk } = await start(files);
    const { url } = await urlOf(desk, file('clip.mp4'));
    const range = async (header: string) => {
      const response = await get(desk, url, { range: header });
      return {
        status: response.status,
        range: response.headers.get('content-range'),
        bytes: await bytesOf(response),
      };
    };
    const middle = { status: 206, range: 'bytes 1000-1999/200000', bytes: bytes.subarray(1000, 2000) };
    expect(await range('bytes=1000-1999')).toEqual(middle);
    expect(service.fetched()).toBe(1);
    expect(await range('bytes=0-')).toEqual({ status: 206, range: 'bytes 0-199999/200000', bytes });
    expect(service.fetched()).toBe(2);
    expect(await range('bytes=1000-1999')).toEqual(middle);
    expect(await range('bytes=-100')).toMatchObject({ status: 206, bytes: bytes.subarray(-100) });
    expect(await range('bytes=900000-')).toMatchObject({ status: 416, range: 'bytes */200000' });
    expect(service.fetched()).toBe(2);
  });

  test('half read leaves nothing in the cache', async () => {
    const { service, desk, folder } = await start(files);
    const { url } = await urlOf(desk, file('clip.mp4'));
    const reader = (await get(desk, url)).body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(readdirSync(join(folder, 'desk', 'media'))).toEqual([]);
    expect((await bytesOf(await get(desk, url))).equals(bytes)).toBe(true);
    expect(service.fetched()).toBe(2);
  });

  test('is saved under its name when asked to', async () => {
    const { desk } = await start({
      'f.png': { filename: 'Größe "1".png', contentType: 'image/png', bytes: await photo(4, 4) },
    });
    const { url, downloadUrl } = await urlOf(desk, file('f.png'));
    expect((await get(desk, url)).headers.get('content-disposition')).toBeNull();
    expect((await get(desk, downloadUrl)).headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _1_.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.png`,
    );
  });

  test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'application/xml', 'application/pdf'])(
    '%s is saved, never shown',
    async (contentType) => {
      const { desk } = await start({ 'f.x': { filename: 'f.x', contentType, bytes: Buffer.from('<x/>') } });
      const { url } = await urlOf(desk, file('f.x'));
      // Both from the service and from the disk.
      for (let times = 0; times < 2; times += 1) {
        const response = await get(desk, url);
        expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
        expect((await bytesOf(response)).toString()).toBe('<x/>');
      }
    },
  );

  test('that is gone is said to be gone', async () => {
    const { desk } = await start({});
    const response = await get(desk, (await urlOf(desk, file('gone.png'))).url);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('deleted') } });
  });

  test('leaves the cache when the file is deleted at the service', async () => {
    const { desk, folder } = await start(files, {
      extra: (_asked, response) => void response.writeHead(204).end(),
    });
    await bytesOf(await get(desk, (await urlOf(desk, file('clip.mp4'))).url));
    expect(readdirSync(join(folder, 'desk', 'media'))).toHaveLength(1);
    expect((await desk.ask('DELETE', '/api/local/v1/files/clip.mp4')).status).toBe(204);
    await expect.poll(() => readdirSync(join(folder, 'desk', 'media'))).toEqual([]);
  });

  test('leaves the cache when newer ones need its room', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [
        `f${index}.bin`,
        { filename: 'f.bin', contentType: 'video/mp4', bytes: randomBytes(20_000) },
      ]),
    );
    const { service, desk, folder } = await start(many, { mediaCacheBytes: 90_000 });
    for (const id of Object.keys(many)) await bytesOf(await get(desk, (await urlOf(desk, file(id))).url));
    expect(readdirSync(join(folder, 'desk', 'media'))).toHaveLength(4);
    await bytesOf(await get(desk, (await urlOf(desk, file('f5.bin'))).url));
    expect(service.fetched()).toBe(6);
  });
});

describe('small pictures', () => {
  test('are WebP of the variant, made once', async () => {
    const { service, desk } = await start({
      'p.jpg': { filename: 'p.jpg', contentType: 'image/jpeg', bytes: await photo(4000, 1000) },
    });
    const shown = async (variant: MediaVariant) => {
      const response = await get(desk, (await urlOf(desk, file('p.jpg'), variant)).url);
      expect(response.headers.get('content-type')).toBe('image/webp');
      const { width, height, format } = await sharp(await bytesOf(response)).metadata();
      return { width, height, format };
    };
    const [thumbnail, again, preview] = await Promise.all([
      shown('thumbnail'),
      shown('thumbnail'),
      shown('preview'),
    ]);
    expect(thumbnail).toEqual({ width: 512, height: 128, format: 'webp' });
    expect(again).toEqual(thumbnail);
    expect(preview).toEqual({ width: 2048, height: 512, format: 'webp' });
    expect(service.fetched()).toBe(1);
  });

  test('stand upright and are never enlarged', async () => {
    const turned = await sharp(await photo(60, 30))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { desk } = await start({
      'p.jpg': { filename: 'p.jpg', contentType: 'image/jpeg', bytes: turned },
    });
    const response = await get(desk, (await urlOf(desk, file('p.jpg'), 'thumbnail')).url);
    expect(await sharp(await bytesOf(response)).metadata()).toMatchObject({ width: 30, height: 60 });
  });

  test.each([
    ['a damaged picture', 'image/png', Buffer.from('not a picture')],
    ['what only says that it is a film', 'video/mp4', randomBytes(100)],
  ])('of %s are refused with a sentence', async (_what, contentType, bytes) => {
    const { desk } = await start({ 'f.bin': { filename: 'f', contentType, bytes } });
    const response = await get(desk, (await urlOf(desk, file('f.bin'), 'thumbnail')).url);
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringMatching(/(Download|Save) it/) },
    });
  });

  test('of node types and projects come from the service', async () => {
    const picture = await photo(64, 64);
    let origin = '';
    // Of the second node type the first signed URL does not work any more.
    let signature = 'expired';
    const { service, desk } = await start(
      { 'nt.png': { filename: '', contentType: 'image/png', bytes: picture } },
      {
        extra: (asked, response) => {
          const thumbnailUrl = `${origin}/signed/nt.png?signature=abc`;
          const renewed = signature === 'renewed' ? thumbnailUrl : `${origin}/signed/nt.png?signature=old`;
          if (asked.url.startsWith('/api/v1/node-types?')) {
            const data = [
              { type: 'image/blur', title: 'Blur', thumbnailUrl },
              { type: 'image/noise', title: 'Noise', thumbnailUrl: renewed },
            ];
            return sendJson(response, 200, { data, hasMore: false, nextCursor: null });
          }
          return sendJson(response, 200, {
            id: 'prj_1',
            name: 'P',
            nodeCount: 0,
            version: 1,
            thumbnailUrl: null,
          });
        },
      },
    );
    origin = service.origin;
    const nodeType: MediaSource = { kind: 'node-type-thumbnail', nodeType: 'image/blur' };
    const { url } = await urlOf(desk, nodeType, 'thumbnail');
    for (let times = 0; times < 2; times += 1)
      expect((await bytesOf(await get(desk, url))).equals(picture)).toBe(true);
    expect(service.fetched()).toBe(1);
    signature = 'renewed';
    const second: MediaSource = { kind: 'node-type-thumbnail', nodeType: 'image/noise' };
    expect((await bytesOf(await get(desk, (await urlOf(desk, second)).url))).equals(picture)).toBe(true);
    const bare = await urlOf(desk, { kind: 'project-thumbnail', projectId: 'prj_1' }, 'thumbnail');
    expect((await get(desk, bare.url)).status).toBe(404);
  });
});

test('the page of a guest network is neither shown nor cached as the picture', async () => {
  let isPortal = true;
  const bytes = await photo();
  const file = { filename: 'a.jpg', contentType: 'image/jpeg', bytes };
  const service = await startMediaService({ 'a.jpg': file }, undefined, () => isPortal);
  const desk = await startTestCore({ launchService: launcherOf(service.origin) });
  const { url } = await urlOf(desk, { kind: 'file', fileId: 'a.jpg' });
  const lied = await desk.core.media(new Request(url));
  expect([lied.status, (await lied.text()).includes('Guest')]).toEqual([502, false]);
  isPortal = false;
  const shown = await desk.core.media(new Request(url));
  expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
});
