import { createHash } from 'node:crypto';
import { sharp } from '#native/testing/sharp.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicFileUploadSession } from '#shared/api/index.ts';
import { TestService, type CallOptions, type Transport, type ConfigOf } from './harness.ts';

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (length: number, seed = 1): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 7 + (index >> 8)) & 0xff));

/** The seven endpoints of files, the signed URLs behind them, and the pictures made of them. */
export function describeFiles(transport: Transport, configOf: ConfigOf = () => ({})): void {
  describe('files', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await TestService.open(transport, configOf());
    });
    afterAll(() => service.close());

    const uploadBytes = (url: string, body: Uint8Array) =>
      service.raw(url, { method: 'PUT', body: Buffer.from(body) });

    const open = (filename: string, bytes: Uint8Array, extraFields: Record<string, unknown> = {}) =>
      service.ok('files.createUpload', { body: { filename, sizeBytes: bytes.byteLength, ...extraFields } });

    const send = async (session: PublicFileUploadSession, bytes: Uint8Array) => {
      if (session.upload) {
        expect((await uploadBytes(session.upload.url, bytes)).status).toBe(200);
        return [];
      }
      const segments: { partNumber: number; etag: string }[] = [];
      for (const part of session.parts ?? []) {
        const from = (part.partNumber - 1) * (session.partSizeBytes ?? 0);
        const response = await uploadBytes(
          part.url,
          bytes.subarray(from, from + (session.partSizeBytes ?? 0)),
        );
        expect(response.status).toBe(200);
        segments.push({ partNumber: part.partNumber, etag: response.headers.get('etag') ?? '' });
      }
      return segments;
    };

    const uploaded = async (
      filename: string,
      bytes: Uint8Array,
      extraFields: Record<string, unknown> = {},
    ) => {
      const session = await open(filename, bytes, { sha256: sha256(bytes), ...extraFields });
      const multipartParts = await send(session, bytes);
      return service.ok('files.completeUpload', {
        params: { upload_id: session.uploadId },
        body: { actualSha256: sha256(bytes), actualSizeBytes: bytes.byteLength, multipartParts },
      });
    };

    const download = async (fileId: string, headers: Record<string, string> = {}, method = 'GET') => {
      const { downloadUrl } = await service.ok('files.downloadUrl', { params: { file_id: fileId } });
      return service.raw(downloadUrl, { method, headers });
    };

    const complete = (
      session: PublicFileUploadSession,
      body: Record<string, unknown> = {},
    ): ['files.completeUpload', CallOptions] => [
      'files.completeUpload',
      { params: { upload_id: session.uploadId }, body },
    ];

    it('takes a file in one part, and gives it back byte for byte', async () => {
      const bytes = bytesOf(700);
      const session = await open('Photo of me.PNG', bytes, { externalUserId: 'u1' });
      expect(session).toMatchObject({ storageMethod: 'single_part', parts: null, externalUserId: 'u1' });
      expect(session.fileId).toMatch(/\.png$/);
      await send(session, bytes);
      const file = await service.ok(...complete(session));
      expect(file).toMatchObject({
        fileId: session.fileId,
        filename: 'Photo of me.PNG',
        contentType: 'image/png',
        sizeBytes: 700,
        externalUserId: 'u1',
      });
      expect(await service.ok(...complete(session))).toEqual(file);
      expect((await uploadBytes(session.upload?.url ?? '', bytes)).status).toBe(409);
      const params = { file_id: file.fileId };
      expect(await service.ok('files.get', { params, query: { externalUserId: 'u1' } })).toEqual(file);
      await service.refused('files.get', 404, { params, query: { externalUserId: 'u2' } });
      await service.refused('files.delete', 404, { params, query: { externalUserId: 'u2' } });
      await service.refused('files.downloadUrl', 404, { params, query: { externalUserId: 'u2' } });
      const response = await download(file.fileId);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    });

    it('takes a large file in parts, in any order, some of them twice', async () => {
      const bytes = bytesOf(1234);
      const session = await open('clip.mp4', bytes, { sha256: sha256(bytes) });
      expect(session).toMatchObject({
        storageMethod: 'multipart',
        upload: null,
        partCount: 4,
        partSizeBytes: 400,
      });
      const [, second] = session.parts ?? [];
      await uploadBytes(second!.url, bytesOf(400, 99));
      const segments = await send(session, bytes);
      await service.refused(...with422(complete(session, { multipartParts: segments })));
      await service.refused(...with422(complete(session, { actualSha256: sha256(bytes) })));
      await service.refused(
        ...with422(
          complete(session, {
            actualSha256: sha256(bytes),
            multipartParts: segments.map((part) => ({ ...part, etag: '"wrong"' })),
          }),
        ),
      );
      const twice: unknown[][] = [
        [...segments, segments[0]],
        [{ ...segments[0], etag: '"wrong"' }, ...segments],
        [...segments.slice(1), segments[1]],
        [...segments, { partNumber: 5, etag: segments[0]!.etag }],
      ];
      for (const multipartParts of twice) {
        await service.refused(...with422(complete(session, { actualSha256: sha256(bytes), multipartParts })));
      }
      const body = { actualSha256: sha256(bytes), multipartParts: segments.toReversed() };
      const files = await Promise.all([1, 2, 3].map(() => service.ok(...complete(session, body))));
      expect(new Set(files.map((file) => file.fileId)).size).toBe(1);
      const response = await download(session.fileId);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
      // The last part is as long as what is left, and no longer.
      expect((await uploadBytes(session.parts![3]!.url, bytesOf(34))).status).toBe(409);
    });

    const with422 = ([id, options]: ['files.completeUpload', CallOptions]): [
      'files.completeUpload',
      422,
      CallOptions,
    ] => [id, 422, options];

    it('verifies what came: missing, too short, too long, another content', async () => {
      const bytes = bytesOf(300);
      const session = await open('a.bin', bytes, { sha256: sha256(bytes) });
      const url = session.upload?.url ?? '';
      const missing = await service.refused(...with422(complete(session)));
      expect(missing.code).toBe('UPLOAD_VERIFICATION_FAILED');
      expect((await uploadBytes(url, bytes.subarray(1))).status).toBe(400);
      expect((await uploadBytes(url, bytesOf(301))).status).toBe(413);
      await uploadBytes(url, bytesOf(300, 5));
      await service.refused(...with422(complete(session)));
      await uploadBytes(url, bytes);
      await service.refused(...with422(complete(session, { actualSha256: sha256('other') })));
      await service.refused(...with422(complete(session, { actualSizeBytes: 299 })));
      await service.ok(...complete(session, { actualSizeBytes: 300 }));
    });

    it('verifies a session that was opened without a hash by the one it is completed with', async () => {
      const bytes = bytesOf(300);
      const session = await open('late.bin', bytes);
      await uploadBytes(session.upload?.url ?? '', bytesOf(300, 5));
      const verificationError = await service.refused(
        ...with422(complete(session, { actualSha256: sha256(bytes) })),
      );
      expect(verificationError.code).toBe('UPLOAD_VERIFICATION_FAILED');
      await uploadBytes(session.upload?.url ?? '', bytes);
      await service.ok(...complete(session, { actualSha256: sha256(bytes), actualSizeBytes: 300 }));
    });

    it('completes parts of a session without a hash by their ETags, and checks a hash that is sent', async () => {
      const bytes = bytesOf(1100, 6);
      const session = await open('parts.bin', bytes);
      const multipartParts = await send(session, bytes);
      const crossed = multipartParts.map(({ partNumber }, index) => ({
        partNumber,
        etag: multipartParts[(index + 1) % multipartParts.length]!.etag,
      }));
      await service.refused(...with422(complete(session, { multipartParts: crossed })));
      const invalidCompletion = { multipartParts, actualSha256: sha256('other') };
      await service.refused(...with422(complete(session, invalidCompletion)));
      await service.ok(...complete(session, { multipartParts }));
      const response = await download(session.fileId);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    });

    it('refuses invalid sessions', async () => {
      for (const body of [
        { filename: 'a', sizeBytes: 0 },
        { filename: 'a', sizeBytes: -1 },
        { filename: '', sizeBytes: 1 },
        { filename: '..', sizeBytes: 1 },
        { filename: 'a', sizeBytes: 1, sha256: 'short' },
      ]) {
        expect((await service.refused('files.createUpload', 400, { body })).code).toBe('INVALID_UPLOAD');
      }
      await service.refused('files.createUpload', 422, { body: { filename: 'a' } });
      await service.refused('files.createUpload', 422, { body: { filename: 'a', sizeBytes: 1.5 } });
    });

    it('ends sessions by abort and by time, and gives their storage back', async () => {
      const reserved = async () =>
        Number(
          (
            await service.context.db.get(
              'SELECT storage_reserved_bytes AS bytes FROM accounts WHERE id = ?',
              [service.accountId],
            )
          )?.['bytes'],
        );
      const before = await reserved();
      const aborted = await open('a.bin', bytesOf(100));
      expect(await reserved()).toBe(before + 100);
      await uploadBytes(aborted.upload?.url ?? '', bytesOf(100));
      const params = { upload_id: aborted.uploadId };
      await service.ok('files.abortUpload', { params });
      await service.ok('files.abortUpload', { params });
      await service.ok('files.abortUpload', { params: { upload_id: 'upl_never' } });
      expect(await reserved()).toBe(before);
      await service.refused('files.completeUpload', 410, { params });
      expect((await uploadBytes(aborted.upload?.url ?? '', bytesOf(100))).status).toBe(410);
      await service.refused('files.completeUpload', 404, { params: { upload_id: 'upl_never' } });

      const expiredSession = await open('b.bin', bytesOf(50));
      service.clockOffsetMs = 3_601_000;
      await service.refused('files.completeUpload', 410, { params: { upload_id: expiredSession.uploadId } });
      expect((await uploadBytes(expiredSession.upload?.url ?? '', bytesOf(50))).status).toBe(410);
      service.clockOffsetMs = 0;
      expect(await reserved()).toBe(before);
      expect(await service.context.blobs.listIncoming()).toEqual([]);
    });

    it('goes on with an upload after a restart, and sweeps what no session wants', async () => {
      const bytes = bytesOf(900, 3);
      const session = await open('c.bin', bytes);
      await uploadBytes(session.upload?.url ?? '', bytes);
      const orphan = await service.context.blobs.write(bytesOf(77, 9));
      await service.restart();
      expect(await service.context.blobs.has(orphan.hash)).toBe(false);
      const file = await service.ok(...complete(session));
      const response = await download(file.fileId);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    });

    it('keeps an account within its storage, whoever comes at the same time', async () => {
      const limitedService = await TestService.open(transport, { storageLimit: 1000 });
      try {
        const responses = await Promise.all(
          Array.from({ length: 6 }, () =>
            limitedService.call('files.createUpload', { body: { filename: 'a.bin', sizeBytes: 300 } }),
          ),
        );
        expect(responses.map((response) => response.status).sort((a, b) => a - b)).toEqual([
          201, 201, 201, 507, 507, 507,
        ]);
        const form = new FormData();
        form.set('file', new Blob([bytesOf(200)]), 'a.bin');
        expect((await limitedService.refused('files.upload', 507, { body: form })).code).toBe(
          'STORAGE_LIMIT_EXCEEDED',
        );
        // Files of 5 GB are refused by their announcement.
        await limitedService.refused('files.createUpload', 507, {
          body: { filename: 'a.mov', sizeBytes: 5e9 },
        });
      } finally {
        await limitedService.close();
      }
    });

    it('takes a small file in one form', async () => {
      const form = new FormData();
      form.set('externalId', 'x1');
      form.set('file', new Blob(['abc'], { type: 'text/plain' }), 'note.txt');
      const file = await service.ok('files.upload', { body: form });
      expect(file).toMatchObject({
        filename: 'note.txt',
        sizeBytes: 3,
        externalId: 'x1',
        contentType: 'text/plain',
      });
      expect(await (await download(file.fileId)).text()).toBe('abc');
      const empty = new FormData();
      empty.set('file', new Blob([]), 'note.txt');
      await service.refused('files.upload', 400, { body: empty });
      const none = new FormData();
      none.set('externalId', 'x');
      await service.refused('files.upload', 400, { body: none });
      const large = new FormData();
      large.set('file', new Blob([new Uint8Array(25 * 1024 * 1024 + 1)]), 'large.bin');
      await service.refused('files.upload', 413, { body: large });
      await service.refused('files.upload', 422, {
        body: '{}',
        headers: { 'content-type': 'application/json' },
      });
    });

    it('deletes a file only when no project holds it, and says which does', async () => {
      const file = await uploaded('held.png', bytesOf(64, 4));
      const params = { file_id: file.fileId };
      const project = await service.createProject({ name: 'Holder' });
      const node = {
        id: 'photo',
        type: 'input/image',
        inputs: { file: { type: 'file', value: file.fileId } },
      };
      await service.ok('projects.patchDocument', {
        params: { project_id: project.id },
        body: { expectedVersion: 1, operations: [{ op: 'addNode', node }] },
      });
      const inUseError = await service.refused('files.delete', 409, { params });
      expect(inUseError).toMatchObject({
        code: 'FILE_IN_USE',
        details: { projects: [{ projectId: project.id, name: 'Holder' }] },
      });
      await service.ok('projects.patchDocument', {
        params: { project_id: project.id },
        body: { expectedVersion: 2, operations: [{ op: 'removeNodeInput', nodeId: 'photo', input: 'file' }] },
      });
      const { downloadUrl } = await service.ok('files.downloadUrl', { params });
      await service.ok('files.delete', { params });
      await service.refused('files.get', 404, { params });
      await service.refused('files.delete', 404, { params });
      expect((await service.raw(downloadUrl)).status).toBe(404);
    });

    it('keeps a file for as long as a run has it in use', async () => {
      const file = await uploaded('run.txt', Buffer.from('for a run'));
      const params = { file_id: file.fileId };
      const { id } = await service.ok('runs.create', {
        body: {
          graph: {
            nodes: [
              { id: 'file', type: 'input/file', inputs: { file: { type: 'file', fileId: file.fileId } } },
              { id: 'wait', type: 'control/delay', inputs: { seconds: { type: 'number', value: 600 } } },
            ],
            connections: [{ from: ['file', 'file'], to: ['wait', 'value'] }],
          },
        },
      });
      const inUseError = await service.refused('files.delete', 409, { params });
      expect(inUseError).toMatchObject({ code: 'FILE_IN_USE', details: { runs: [id] } });
      await service.ok('runs.cancel', { params: { run_id: id } });
      await service.engine.whenIdle();
      await service.ok('files.delete', { params });
    });

    it('refuses malformed file ids', async () => {
      for (const file_id of ['nonsense', 'file_', '../../x', 'file_00000000000000000000000000']) {
        const error = await service.refused('files.get', 400, { params: { file_id } });
        expect(error.code).toBe('INVALID_FILE_ID');
      }
      await service.refused('files.get', 404, { params: { file_id: 'file_00000000000000000000000000.png' } });
    });

    it('serves ranges, conditions and HEAD', async () => {
      const bytes = bytesOf(500, 8);
      const { fileId } = await uploaded('r.bin', bytes);
      const fullResponse = await download(fileId);
      const etag = fullResponse.headers.get('etag') ?? '';
      expect(fullResponse.headers.get('accept-ranges')).toBe('bytes');
      expect(fullResponse.headers.get('x-content-type-options')).toBe('nosniff');
      expect(fullResponse.headers.get('content-security-policy')).toContain('sandbox');
      await fullResponse.arrayBuffer();
      const fetchRange = async (range: string, extraHeaders: Record<string, string> = {}) => {
        const response = await download(fileId, { range, ...extraHeaders });
        return {
          status: response.status,
          range: response.headers.get('content-range'),
          bytes: Buffer.from(await response.arrayBuffer()),
        };
      };
      const middle = await fetchRange('bytes=10-19');
      expect(middle).toMatchObject({ status: 206, range: 'bytes 10-19/500' });
      expect(middle.bytes.equals(bytes.subarray(10, 20))).toBe(true);
      expect((await fetchRange('bytes=490-')).bytes.equals(bytes.subarray(490))).toBe(true);
      expect((await fetchRange('bytes=-5')).bytes.equals(bytes.subarray(495))).toBe(true);
      expect((await fetchRange('bytes=0-9999')).range).toBe('bytes 0-499/500');
      expect(await fetchRange('bytes=500-')).toMatchObject({ status: 416, range: 'bytes */500' });
      expect((await fetchRange('lines=1-2')).status).toBe(200);
      expect((await fetchRange('bytes=0-4', { 'if-range': etag })).status).toBe(206);
      expect((await fetchRange('bytes=0-4', { 'if-range': '"old"' })).status).toBe(200);
      expect((await download(fileId, { 'if-none-match': etag })).status).toBe(304);
      const head = await download(fileId, {}, 'HEAD');
      expect(head.headers.get('content-length')).toBe('500');
      expect(await head.text()).toBe('');
    });

    it('binds signed URLs to object, method and time, and takes no key with them', async () => {
      const { fileId } = await uploaded('s.bin', bytesOf(20, 2));
      const secondFile = await uploaded('t.bin', bytesOf(21, 2));
      const { downloadUrl, expiresAt } = await service.ok('files.downloadUrl', {
        params: { file_id: fileId },
        query: { expiresInSeconds: 60 },
      });
      expect(Date.parse(expiresAt)).toBeGreaterThan(service.context.now() + 50_000);
      const status = async (url: string, init?: RequestInit) => (await service.raw(url, init)).status;
      expect(await status(downloadUrl)).toBe(200);
      expect(await status(downloadUrl, { headers: { authorization: `Bearer ${service.key}` } })).toBe(400);
      expect(await status(downloadUrl.replace(fileId, secondFile.fileId))).toBe(403);
      const forged = downloadUrl.replace(
        /signature=(.)/,
        (_, first) => `signature=${first === '_' ? '-' : '_'}`,
      );
      expect(await status(forged)).toBe(403);
      expect(await status(downloadUrl.replace(/expires=\d/, 'expires=9'))).toBe(403);
      expect(await status(downloadUrl, { method: 'PUT', body: 'x' })).toBe(405);
      service.clockOffsetMs = 61_000;
      expect(await status(downloadUrl)).toBe(403);
      service.clockOffsetMs = 0;
      for (const expiresInSeconds of [59, 86_401]) {
        await service.refused('files.downloadUrl', 422, {
          params: { file_id: fileId },
          query: { expiresInSeconds },
        });
      }
    });

    it('hands out active types as attachments only', async () => {
      for (const [name, kind] of [
        ['x.html', 'attachment'],
        ['x.svg', 'attachment'],
        ['x.pdf', 'attachment'],
        ['x.png', 'inline'],
      ] as const) {
        const { fileId } = await uploaded(name, Buffer.from(`<b>${name}</b>`));
        const response = await download(fileId);
        expect([name, response.headers.get('content-disposition')?.split(';')[0]]).toEqual([name, kind]);
        await response.arrayBuffer();
      }
    });

    it('makes previews of images once, and of nothing else', async () => {
      const image = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#38a' } })
        .png()
        .toBuffer();
      await uploaded('big.png', image);
      const { urls, db } = service.context;
      const blob = sha256(image);
      const preview = await service.raw(urls.preview(blob, 'preview', 60).url);
      expect(preview.headers.get('content-type')).toBe('image/webp');
      const size = await sharp(Buffer.from(await preview.arrayBuffer())).metadata();
      expect([size.width, size.height]).toEqual([2048, 1024]);
      const thumbnail = await service.raw(urls.preview(blob, 'thumbnail', 60).url);
      expect((await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()).width).toBe(512);
      expect((await db.get('SELECT COUNT(*) AS n FROM blob_previews WHERE blob = ?', [blob]))?.['n']).toBe(2);
      const broken = image.subarray(0, image.length / 2);
      await uploaded('broken.png', broken);
      expect((await service.raw(urls.preview(sha256(broken), 'preview', 60).url)).status).toBe(404);
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
      await uploaded('x.svg', svg);
      expect((await service.raw(urls.preview(sha256(svg), 'preview', 60).url)).status).toBe(404);
    });
  });
}
