import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  API_PREFIX,
  PublicFileDetail,
  PublicFileDownloadUrl,
  PublicFileUploadSession,
} from '#shared/api/index.ts';
import { TestService } from './harness.ts';

/** What a page on another origin can do with a browser app key, by the rules that browsers go by. */
describe('a browser app key', () => {
  const APP = 'https://app.example';
  let service: TestService;
  let key = '';
  beforeAll(async () => {
    service = await TestService.open('http');
    key = await service.newKey({
      origins: [APP, 'http://localhost:5173'],
      scopes: ['files:read', 'files:write'],
    });
  });
  afterAll(() => service.close());

  const preflight = (url: string, method: string, origin = APP) =>
    service.raw(url, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': method } });
  const allows = (response: Response, name: 'methods' | 'headers') =>
    (response.headers.get(`access-control-allow-${name}`) ?? '').split(', ');
  const call = (path: string, method: string, origin: string | null, body?: object) =>
    service.raw(`${API_PREFIX}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(origin === null ? {} : { origin }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  it('carries an upload from session to download, parts and ETags included', async () => {
    for (const header of [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'X-Request-Id',
      'Last-Event-ID',
    ]) {
      expect(allows(await preflight(`${API_PREFIX}/files/uploads`, 'POST'), 'headers')).toContain(header);
    }
    const opened = await call('/files/uploads', 'POST', APP, { filename: 'a.bin', sizeBytes: 1100 });
    expect(opened.headers.get('access-control-allow-origin')).toBe(APP);
    const session = PublicFileUploadSession.parse(await opened.json());
    const multipartParts: object[] = [];
    for (const { partNumber, url } of session.parts ?? []) {
      const asked = await preflight(url, 'PUT');
      expect([asked.status, allows(asked, 'methods').includes('PUT')]).toEqual([204, true]);
      const body = Buffer.alloc(partNumber === 3 ? 300 : 400, partNumber);
      const put = await service.raw(url, { method: 'PUT', headers: { origin: APP }, body });
      expect(put.headers.get('access-control-allow-origin')).toBe(APP);
      expect(put.headers.get('access-control-expose-headers')?.split(', ')).toContain('ETag');
      multipartParts.push({ partNumber, etag: put.headers.get('etag') });
    }
    const done = await call(`/files/uploads/${session.uploadId}/complete`, 'POST', APP, { multipartParts });
    const { fileId } = PublicFileDetail.parse(await done.json());
    const link = await call(`/files/${fileId}/download-url`, 'GET', APP);
    const { downloadUrl } = PublicFileDownloadUrl.parse(await link.json());
    const bytes = await service.raw(downloadUrl, { headers: { origin: APP } });
    expect(bytes.headers.get('access-control-allow-origin')).toBe(APP);
    expect((await bytes.arrayBuffer()).byteLength).toBe(1100);
  });

  it.each([
    ['another site', 'https://evil.example'],
    ['the same site on another port', 'https://app.example:8443'],
    ['a part of its name', 'https://sub.app.example'],
    ['no origin that a page can name', 'null'],
    ['no origin at all', null],
  ])('is worth nothing to %s', async (_what, origin) => {
    const reply = await call('/files/file_00000000000000000000000000.png', 'GET', origin);
    expect(reply.status).toBe(403);
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    const asked = await preflight(`${API_PREFIX}/files/uploads`, 'POST', origin ?? 'https://none.example');
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('lets pages read what went wrong, and keeps to its scopes', async () => {
    const missing = await call('/files/nonsense', 'GET', APP);
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([400, APP]);
    const scopes = await call('/projects', 'GET', APP);
    expect([scopes.status, scopes.headers.get('access-control-allow-origin')]).toEqual([403, APP]);
    expect(scopes.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    expect(scopes.headers.get('vary')).toBe('Origin');
  });

  it('opens nothing any more once it is revoked or has expired', async () => {
    const gone = 'https://gone.example';
    const brief = await service.newKey({ origins: [gone], expiresInSeconds: 60 });
    expect((await preflight(`${API_PREFIX}/projects`, 'GET', gone)).status).toBe(204);
    service.clockOffsetMs = 61_000;
    expect((await preflight(`${API_PREFIX}/projects`, 'GET', gone)).status).toBe(403);
    service.clockOffsetMs = 0;
    await service.revoke(brief);
    expect((await preflight(`${API_PREFIX}/projects`, 'GET', gone)).status).toBe(403);
  });

  it('asks before only for what is there', async () => {
    expect((await preflight(`${API_PREFIX}/nothing`, 'GET')).status).toBe(404);
    const asked = await preflight(`${API_PREFIX}/files/x`, 'DELETE');
    expect(allows(asked, 'methods').sort()).toEqual(['DELETE', 'GET']);
  });
});
