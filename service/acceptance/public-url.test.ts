import { afterEach, expect, it } from 'vitest';
import { API_PREFIX } from '#shared/api/index.ts';
import { createService } from '#service/app/create-service.ts';
import { TestService } from './harness.ts';

/** A service that is reached at another address than the one it listens on. */

const PUBLIC = 'https://patchbay.example';

let service: TestService;
afterEach(() => service.close());

it('names that address wherever it names itself', async () => {
  service = await TestService.open('http', { publicUrl: PUBLIC });
  const { upload, uploadId } = await service.ok('files.createUpload', {
    body: { filename: 'a.txt', sizeBytes: 5, contentType: 'text/plain' },
  });
  expect(new URL(upload!.url).origin).toBe(PUBLIC);
  const { pathname, search } = new URL(upload!.url);
  expect((await service.raw(pathname + search, { method: 'PUT', body: 'hello' })).status).toBe(200);
  const { fileId } = await service.ok('files.completeUpload', { params: { upload_id: uploadId }, body: {} });
  const { downloadUrl } = await service.ok('files.downloadUrl', { params: { file_id: fileId } });
  expect(new URL(downloadUrl).origin).toBe(PUBLIC);
  const many = await service.ok('files.createUpload', { body: { filename: 'b.bin', sizeBytes: 2000 } });
  expect(new Set(many.parts!.map(({ url }) => new URL(url).origin))).toEqual(new Set([PUBLIC]));
  const types = await service.ok('nodeTypes.list', { query: { limit: 1 } });
  expect(new URL(types.data[0]!.thumbnailUrl ?? '').origin).toBe(PUBLIC);
  const openapi = await (await service.raw(`${API_PREFIX}/openapi.json`)).text();
  expect(openapi).toContain(PUBLIC);
  expect(openapi).not.toContain('127.0.0.1');
});

it('moves addresses in saved responses to it', async () => {
  service = await TestService.open('http');
  const upload = () =>
    service.ok('files.createUpload', {
      body: { filename: 'a.txt', sizeBytes: 5 },
      headers: { 'idempotency-key': 'once' },
    });
  expect((await upload()).upload!.url).toContain('http://127.0.0.1:');
  service.config = { ...service.config, publicUrl: PUBLIC };
  await service.restart();
  expect(new URL((await upload()).upload!.url).origin).toBe(PUBLIC);
});

it('sends nobody elsewhere and sets no cookies; pages of registered origins alone may read', async () => {
  service = await TestService.open('http', { publicUrl: PUBLIC });
  const key = await service.newKey({ origins: ['https://app.example'] });
  const ask = (origin: string) =>
    service.raw(`${API_PREFIX}/projects`, { headers: { origin, authorization: `Bearer ${key}` } });
  expect((await ask('https://app.example')).headers.get('access-control-allow-origin')).toBe(
    'https://app.example',
  );
  expect((await ask(PUBLIC)).status).toBe(403);
  for (const path of ['/', API_PREFIX, `${API_PREFIX}/`, `${API_PREFIX}/docs`, `${API_PREFIX}/projects/`]) {
    const { status, headers } = await service.raw(path, { redirect: 'manual' });
    expect([
      path,
      Math.floor(status / 100) === 3,
      headers.get('location'),
      headers.get('set-cookie'),
    ]).toEqual([path, false, null, null]);
  }
});

it('counts each client behind a trusted proxy by itself, and believes nobody else', async () => {
  service = await TestService.open('http', { rateLimit: 1, trustedProxies: ['127.0.0.1'] });
  const statusOf = async (forwarded: string | null) =>
    (
      await service.raw(`${API_PREFIX}/openapi.json`, {
        headers: forwarded === null ? {} : { 'x-forwarded-for': forwarded },
      })
    ).status;
  for (let count = 0; count < 4; count += 1) expect(await statusOf('198.51.100.7')).toBe(200);
  expect(await statusOf('198.51.100.7')).toBe(429);
  // What the client wrote before its own address makes it nobody else.
  expect(await statusOf('203.0.113.1, 198.51.100.7')).toBe(429);
  expect(await statusOf('198.51.100.8')).toBe(200);
  service.config = { ...service.config, trustedProxies: [] };
  await service.restart();
  const statuses = [];
  for (let count = 0; count < 5; count += 1) statuses.push(await statusOf(`198.51.100.${count}`));
  expect(statuses).toContain(429);
});

it('is named before the service listens', async () => {
  service = await TestService.open('in-process');
  const beside = await createService({
    ...service.config,
    database: undefined,
    dataDirectory: `${service.directory}/beside`,
    publicUrl: PUBLIC,
  });
  expect(beside.context.urls.origin()).toBe(PUBLIC);
  await beside.close();
});
