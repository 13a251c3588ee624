// @module-tag rig
import { describe, expect, test } from 'vitest';
import type { Upload } from '#shared/desk/index.ts';
import { sendJson, startServer } from '../testing/http-server.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { startOnHosted } from '../testing/test-core.ts';
import { segmentsOf } from './signed-instructions.ts';

/** A hosted service that describes uploads as a test says. */
async function start(upload: (origin: string) => unknown) {
  const service = await startServer(({ url, method }, response) => {
    if (url === '/api/v1/files/uploads' && method === 'POST') {
      return sendJson(response, 201, {
        uploadId: 'upl_1',
        fileId: 'file_1.png',
        storageMethod: 'single_part',
        expiresAt: '2030-01-01T00:00:00Z',
        upload: upload(service.origin),
      });
    }
    return sendJson(response, 404, { error: { code: 'NOT_FOUND', message: 'There is nothing here.' } });
  });
  const { clock } = createTestClock();
  const { desk, id } = await startOnHosted(service.origin, { clock });
  const started = await desk.upload({ bytes: new Uint8Array(100), connectionId: id });
  const ended = await desk.uploadEnded(((await started.json()) as Upload).id);
  const blobs = service.asked.filter(({ url }) => !url.startsWith('/api/'));
  return { ended, blobs };
}

describe('an upload that no service needs is refused for good, and nothing is sent', () => {
  test.each([
    ['a method that deletes', (origin: string) => ({ method: 'DELETE', url: `${origin}/blob` })],
    ['a tunnel', (origin: string) => ({ method: 'CONNECT', url: `${origin}/blob` })],
    ['no method', (origin: string) => ({ method: 'PUT /x HTTP/1.1\r\n', url: `${origin}/blob` })],
    [
      'headers of a browser',
      (origin: string) => ({ method: 'PUT', url: `${origin}/blob`, headers: { 'Sec-Fetch-Site': 'none' } }),
    ],
    [
      'an identity',
      (origin: string) => ({ method: 'PUT', url: `${origin}/blob`, headers: { Authorization: 'Basic x' } }),
    ],
    [
      'another sender',
      (origin: string) => ({ method: 'PUT', url: `${origin}/b`, headers: { 'x-forwarded-for': '::1' } }),
    ],
    [
      'two headers in one',
      (origin: string) => ({ method: 'PUT', url: `${origin}/b`, headers: { 'x-amz-a': 'b\r\nCookie: c' } }),
    ],
    ['a file', () => ({ method: 'PUT', url: 'file:///etc/passwd' })],
    ['another scheme', () => ({ method: 'PUT', url: 'ftp://127.0.0.1/x' })],
    ['the network around', () => ({ method: 'PUT', url: 'https://192.168.1.1/x' })],
    ['no address', () => ({ method: 'PUT', url: 'nonsense' })],
  ])('%s', async (_name, upload) => {
    const { ended, blobs } = await start(upload);
    expect(ended).toMatchObject({ state: 'failed', problem: 'not-accepted', retryable: false });
    expect(ended.error).toMatch(/Tell whoever runs the service\.$/);
    expect(blobs).toEqual([]);
  });
});

describe('parts that do not make up the file are no instructions', () => {
  const session = (parts: number[], partSizeBytes: number | null = 10) => ({
    uploadId: 'u',
    fileId: 'f',
    storageMethod: 'multipart',
    expiresAt: '2030-01-01T00:00:00Z',
    parts: parts.map((partNumber) => ({ partNumber, method: 'PUT', url: 'https://a.example/x' })),
    partSizeBytes,
  });
  test.each([
    ['none', [], 10],
    ['one twice', [1, 1, 3], 10],
    ['a negative one', [-1, 1, 2], 10],
    ['one of a half', [0.5, 1, 2], 10],
    ['one too many', [1, 2, 3, 4], 10],
    ['one too few', [1, 2], 10],
    ['a part of nothing', [1, 2, 3], 0],
    ['a part of less than nothing', [1, 2, 3], -10],
    ['far too many', Array.from({ length: 10_001 }, (_, index) => index + 1), 1],
  ])('%s', (_name, parts, partSize) => {
    expect(() => segmentsOf(30, session(parts, partSize))).toThrow(/without saying where the file goes/);
  });
  test('those that do are taken in any order', () => {
    expect(segmentsOf(25, session([3, 1, 2])).map(({ start, size }) => [start, size])).toEqual([
      [20, 5],
      [0, 10],
      [10, 10],
    ]);
  });
});
