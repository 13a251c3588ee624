import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PICTURE_EVENT, PictureAddress, pictureAddressesHeader } from '#shared/desk/index.ts';
import { file, startMediaService, urlOf } from '../testing/media-service.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';

const bytes = randomBytes(30_000);
const MADE = {
  id: 'e2',
  runId: 'run_1',
  type: 'node.succeeded',
  createdAt: '2026-01-01T00:00:00.000Z',
  nodeId: 'blur',
  data: {
    outputs: {
      image: {
        type: 'file',
        fileId: 'new.jpg',
        filename: 'photo.jpg',
        contentType: 'image/jpeg',
        sizeBytes: 30_000,
      },
      words: { type: 'string', value: 'no file' },
    },
  },
};
const frameOf = (event: Omit<typeof MADE, 'data'> & { data: object }): string =>
  `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
const STARTED = { ...MADE, id: 'e1', type: 'node.started', data: { nodeType: 'image/blur' } };

/** @param pieces what the service sends of the events of the run, one after the other. */
async function start(pieces: readonly string[]) {
  const service = await startMediaService(
    { 'new.jpg': { filename: 'photo.jpg', contentType: 'image/jpeg', bytes } },
    (_asked, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const piece of pieces) response.write(piece);
      response.end();
    },
  );
  const folder = temporaryFolder();
  const desk = await startTestCore({ folder, launchService: launcherOf(service.origin) });
  return { service, folder, desk };
}

const fieldOf = (event: string, name: string): string | undefined =>
  event
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);

async function eventsOf(desk: TestCore, headers: Record<string, string>) {
  const response = await desk.core.fetch(
    new Request('http://app.test/api/local/v1/runs/run_1/events/stream', { headers }),
  );
  const text = await response.text();
  const events = text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => ({ name: fieldOf(event, 'event'), data: fieldOf(event, 'data') ?? '' }));
  return { text, events };
}

const WITH_PICTURES = { [pictureAddressesHeader]: 'original' };

describe('the events of a run, read by a page that wants its pictures', () => {
  test('say before each picture where it is; its bytes are fetched once, without its record, and stay off the disk', async () => {
    const { service, folder, desk } = await start([frameOf(STARTED), frameOf(MADE)]);
    const { events } = await eventsOf(desk, WITH_PICTURES);
    expect(events.map(({ name }) => name)).toEqual([undefined, PICTURE_EVENT, undefined]);
    const address = PictureAddress.parse(JSON.parse(events[1]!.data));
    expect(address).toEqual({ fileId: 'new.jpg', ...(await urlOf(desk, file('new.jpg'))) });
    expect(JSON.parse(events[2]!.data)).toEqual(MADE);
    for (let time = 0; time < 2; time += 1) {
      const picture = await desk.core.media(new Request(address.url));
      expect(picture.headers.get('content-type')).toBe('image/jpeg');
      expect(picture.headers.get('content-length')).toBe('30000');
      expect(Buffer.from(await picture.arrayBuffer()).equals(bytes)).toBe(true);
    }
    const part = await desk.core.media(new Request(address.url, { headers: { range: 'bytes=10-19' } }));
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
    expect(service.fetched()).toBe(1);
    expect(service.asked.map(({ url }) => url)).not.toContain('/api/v1/files/new.jpg');
    expect(readdirSync(join(folder, 'desk', 'media'))).toEqual([]);
  });

  test('also where an event comes in pieces', async () => {
    const whole = frameOf(MADE);
    const { desk } = await start([whole.slice(0, 200), whole.slice(200, -1), '\n']);
    const { events } = await eventsOf(desk, WITH_PICTURES);
    expect(events.map(({ name }) => name)).toEqual([PICTURE_EVENT, undefined]);
    expect(JSON.parse(events[1]!.data)).toEqual(MADE);
  });

  test.each([
    ['lines that end otherwise', frameOf(MADE).replaceAll('\n', '\r\n')],
    ['no JSON', 'data: "fileId" is no JSON\n\n'],
    ['JSON of another shape', 'data: {"fileId":1,"data":{"outputs":7}}\n\n'],
    ['an event without an end', 'data: {"fileId":'],
  ])('pass unchanged: %s', async (_what, requestBody) => {
    const { desk } = await start([requestBody]);
    expect((await eventsOf(desk, WITH_PICTURES)).text).toBe(requestBody);
  });
});

test('a picture that was reused has its address, and is fetched when the page wants it', async () => {
  const { service, folder, desk } = await start([frameOf({ ...MADE, type: 'node.cached' })]);
  const { events } = await eventsOf(desk, WITH_PICTURES);
  const address = PictureAddress.parse(JSON.parse(events[0]!.data));
  const picture = await desk.core.media(new Request(address.url));
  expect(Buffer.from(await picture.arrayBuffer()).equals(bytes)).toBe(true);
  expect(service.fetched()).toBe(1);
  // It went the usual way, which leads over the disk.
  expect(readdirSync(join(folder, 'desk', 'media'))).toHaveLength(1);
});

test('a picture that cannot be fetched ahead is asked for again when the page wants it', async () => {
  const missing = JSON.parse(JSON.stringify(MADE).replace('new.jpg', 'gone.jpg')) as typeof MADE;
  const { desk } = await start([frameOf(missing)]);
  const { events } = await eventsOf(desk, WITH_PICTURES);
  const address = PictureAddress.parse(JSON.parse(events[0]!.data));
  expect((await desk.core.media(new Request(address.url))).status).toBe(404);
});

test('the events pass unchanged to a page that does not ask for pictures, and nothing is fetched', async () => {
  const { service, desk } = await start([frameOf(STARTED), frameOf(MADE)]);
  expect((await eventsOf(desk, {})).text).toBe(frameOf(STARTED) + frameOf(MADE));
  expect(service.fetched()).toBe(0);
});
