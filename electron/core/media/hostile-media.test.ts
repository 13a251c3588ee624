import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { MediaSource, MediaVariant } from '#shared/desk/index.ts';
import { sendApiError, sendJson, type Asked } from '../testing/http-server.ts';
import { refusalOf, startOnService, type TestCore } from '../testing/test-core.ts';

/** A service whose one file has a record of `sizeBytes`, and sends what `sendBytes` does. */
const serviceOf =
  (
    sizeBytes: number,
    sendBytes: (response: ServerResponse) => void | Promise<void>,
    contentType = 'image/png',
  ) =>
  (asked: Asked, response: ServerResponse) => {
    const origin = `http://${asked.headers.host}`;
    const at = '2030-01-01T00:00:00Z';
    if (asked.url.startsWith('/signed')) return sendBytes(response);
    if (asked.url.startsWith('/api/v1/files/f.png/download-url')) {
      return sendJson(response, 200, { downloadUrl: `${origin}/signed?s=1`, expiresAt: at, fileId: 'f.png' });
    }
    if (asked.url.startsWith('/api/v1/files/f.png')) {
      const record = {
        fileId: 'f.png',
        filename: 'f.png',
        contentType,
        sizeBytes,
        createdAt: at,
        updatedAt: at,
      };
      return sendJson(response, 200, record);
    }
    return sendApiError(response, 404, 'NOT_FOUND');
  };

async function mediaOf(desk: TestCore, source: MediaSource, variant: MediaVariant, signal?: AbortSignal) {
  const { urls } = (await desk.read('POST', '/desk/media', {
    connectionId: 'local',
    items: [{ source, variant }],
  })) as { urls: { url: string }[] };
  return desk.core.media(new Request(urls[0]!.url, signal ? { signal } : {}));
}

const FILE = { kind: 'file', fileId: 'f.png' } as const;
const NODE_TYPE = { kind: 'node-type-thumbnail', nodeType: 'a/b' } as const;

const bytesInCache = (desk: TestCore) =>
  readdirSync(join(desk.folder, 'desk', 'media')).reduce(
    (sum, name) => sum + statSync(join(desk.folder, 'desk', 'media', name)).size,
    0,
  );

/** Writes for as long as somebody reads. @returns the bytes that were written. */
function sendForEver(response: ServerResponse): Promise<number> {
  let written = 0;
  const piece = Buffer.alloc(64 * 1024, 1);
  const fill = () => {
    do written += piece.byteLength;
    while (!response.destroyed && response.write(piece));
  };
  return new Promise((done) => {
    response.on('error', () => {});
    response.on('drain', fill);
    response.once('close', () => done(written));
    fill();
  });
}

test(
  'an original without length ends at the size of its record, and takes no room on the disk',
  { tags: 'rig' },
  async () => {
    let requestBody: Promise<number> = Promise.resolve(0);
    const { desk } = await startOnService(
      serviceOf(
        1_000_000,
        (response) => {
          requestBody = sendForEver(response);
        },
        'image/webp',
      ),
    );
    const picture = await refusalOf(await mediaOf(desk, FILE, 'preview'));
    expect(picture).toMatchObject({ status: 502, code: 'BAD_RESPONSE' });
    // What is on its way beyond the limit lies in buffers of the two ends.
    expect(await requestBody).toBeLessThan(20_000_000);
    const original = await mediaOf(desk, FILE, 'original');
    await expect(original.arrayBuffer()).rejects.toThrow(/stopped reading/);
    await requestBody;
    expect(bytesInCache(desk)).toBe(0);
  },
);

test('what is announced beyond the record is not read at all', { tags: 'rig' }, async () => {
  const { desk } = await startOnService(
    serviceOf(1000, (response) => {
      response.writeHead(200, { 'content-length': '9000000000' });
      response.flushHeaders();
    }),
  );
  expect(await refusalOf(await mediaOf(desk, FILE, 'preview'))).toMatchObject({ code: 'BAD_RESPONSE' });
  expect(await refusalOf(await mediaOf(desk, FILE, 'original'))).toMatchObject({ code: 'BAD_RESPONSE' });
});

test('a download ends when the last page that waits for it has gone', { tags: 'rig' }, async () => {
  let begun = () => {};
  const started = new Promise<void>((done) => (begun = done));
  let ended = () => {};
  const closed = new Promise<void>((done) => (ended = done));
  const { desk } = await startOnService(
    serviceOf(1_000_000_000, (response) => {
      response.once('close', ended);
      response.write('a');
      begun();
    }),
  );
  const pages = [new AbortController(), new AbortController()];
  const responses = pages.map(({ signal }) => mediaOf(desk, FILE, 'preview', signal));
  await started;
  pages[0]!.abort();
  expect((await responses[0]!).status).toBe(499);
  pages[1]!.abort();
  expect((await responses[1]!).status).toBe(499);
  await closed;
  await expect.poll(() => bytesInCache(desk)).toBe(0);
});

test.each([
  ['the same cursor again', () => 'next'],
  ['another cursor each time', (count: number) => `next-${count}`],
])(
  'a list that never ends is followed so far and no further (%s)',
  { tags: 'rig' },
  async (_name, cursor) => {
    let pages = 0;
    const { desk } = await startOnService((_asked, response) => {
      pages += 1;
      sendJson(response, 200, { data: [], hasMore: true, nextCursor: cursor(pages) });
    });
    const response = await refusalOf(await mediaOf(desk, NODE_TYPE, 'preview'));
    expect(response).toMatchObject({ status: 502, code: 'BAD_RESPONSE' });
    expect(response.message).toMatch(/does not end/);
    expect(pages).toBeLessThanOrEqual(101);
  },
);

test('a list is followed no further once nobody waits for it', { tags: 'rig' }, async () => {
  const page = new AbortController();
  let pages = 0;
  let closed = () => {};
  const left = new Promise<void>((done) => (closed = done));
  const { desk } = await startOnService((_asked, response) => {
    pages += 1;
    if (pages < 3) return sendJson(response, 200, { data: [], hasMore: true, nextCursor: `next-${pages}` });
    response.once('close', closed);
    return page.abort();
  });
  expect((await mediaOf(desk, NODE_TYPE, 'preview', page.signal)).status).toBe(499);
  await left;
  expect(pages).toBe(3);
});

/** Sends a byte now and then, for as long as somebody reads. */
function sendDrops(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'image/png' });
  const timer = setInterval(() => response.write('a'), 5);
  response.once('close', () => clearInterval(timer));
}

test('a key that the service refuses for a picture does not end the session of the page', async () => {
  const { desk } = await startOnService((_asked, response) => sendApiError(response, 401, 'UNAUTHORIZED'));
  expect(await refusalOf(await mediaOf(desk, FILE, 'preview'))).toMatchObject({
    status: 403,
    code: 'KEY_NEEDED',
  });
});

const PROJECT = { kind: 'project-thumbnail', projectId: 'p' } as const;

test('a project picture that comes byte by byte and never ends is given up', async () => {
  const at = '2030-01-01T00:00:00Z';
  const project = { id: 'p', name: 'P', nodeCount: 0, version: 1, createdAt: at, updatedAt: at };
  const { desk } = await startOnService(
    (asked, response) =>
      asked.url.startsWith('/signed')
        ? sendDrops(response)
        : sendJson(response, 200, {
            ...project,
            thumbnailUrl: `http://${asked.headers.host}/signed?s=1`,
          }),
    { responseTimeoutMs: 100 },
  );
  const waiting = [mediaOf(desk, PROJECT, 'original'), mediaOf(desk, PROJECT, 'preview')];
  for (const response of await Promise.all(waiting)) {
    expect(await refusalOf(response)).toMatchObject({ status: 504, code: 'UNREACHABLE' });
  }
  await expect.poll(() => bytesInCache(desk)).toBe(0);
});

test('a file that comes byte by byte is given up long before its size is reached', async () => {
  const { desk } = await startOnService(serviceOf(1_000_000_000, sendDrops), { responseTimeoutMs: 100 });
  expect(await refusalOf(await mediaOf(desk, FILE, 'preview'))).toMatchObject({ code: 'UNREACHABLE' });
  const original = await mediaOf(desk, FILE, 'original');
  await expect(original.arrayBuffer()).rejects.toMatchObject({ name: 'UnreachableError' });
});
