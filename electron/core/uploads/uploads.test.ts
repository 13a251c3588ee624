import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FileRecord, Upload } from '#shared/desk/index.ts';
import { sendApiError } from '../testing/http-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, LOCAL_KEY, startTestCore, type TestCore } from '../testing/test-core.ts';
import { startUploadService, type UploadServiceSwitches } from '../testing/upload-service.ts';

const bytesOf = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(length));

const start = async (switches: UploadServiceSwitches = {}) => {
  const service = await startUploadService(switches);
  const desk = await startTestCore({
    launchService: launcherOf(service.origin),
    clock: createTestClock().clock,
  });
  return { service, desk };
};

const spooled = (desk: { folder: string }) => readdirSync(join(desk.folder, 'desk', 'uploads'));
const accepted = async (response: Response): Promise<Upload> => {
  expect(response.status).toBe(201);
  return (await response.json()) as Upload;
};
const sentence = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string } }).error;

describe('a file that is handed over', () => {
  test('arrives whole in one part, without the key at the signed URL, and leaves no copy', async () => {
    const { service, desk } = await start();
    const bytes = bytesOf(300_000);
    const first = await accepted(await desk.upload({ bytes, filename: 'A photo.png', projectId: 'prj_1' }));
    expect(first).toMatchObject({ sizeBytes: 300_000, receivedBytes: 300_000, filename: 'A photo.png' });
    const done = await desk.uploadEnded(first.id);
    expect(done).toMatchObject({ state: 'done', sentBytes: 300_000, error: null });
    expect(service.files.get(done.fileId!)?.bytes.equals(bytes)).toBe(true);
    const put = service.asked.find(({ url }) => url.startsWith('/blob/'));
    expect(put?.headers['x-amz-meta-signed']).toBe('yes');
    expect(put?.headers['content-length']).toBe('300000');
    expect(JSON.stringify(put?.headers)).not.toContain(LOCAL_KEY);
    const created = service.asked.find(({ url }) => url.endsWith('/uploads'));
    expect(JSON.parse(created!.body.toString())).toMatchObject({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      contentType: 'image/png',
    });
    await expect.poll(() => spooled(desk)).toEqual([]);
    const { files } = (await desk.read('GET', '/desk/files?connectionId=local&projectId=prj_1')) as {
      files: FileRecord[];
    };
    expect(files).toMatchObject([{ fileId: done.fileId, origin: 'upload', filename: 'A photo.png' }]);
  });

  test('arrives though a guest network answers its bytes with a page', async () => {
    let pages = 0;
    const { service, desk } = await start({
      onPut: (_asked, response) => {
        pages += 1;
        if (pages > 2) return false;
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Guest Wi-Fi</h1>');
        return true;
      },
    });
    const bytes = bytesOf(3000);
    const done = await desk.uploadEnded((await accepted(await desk.upload({ bytes }))).id);
    expect(service.files.get(done.fileId!)?.bytes.equals(bytes)).toBe(true);
  });

  test('arrives whole in parts, with their etags in order', async () => {
    const { service, desk } = await start({ partSize: 64 * 1024 });
    const bytes = bytesOf(5 * 64 * 1024 + 17);
    const done = await desk.uploadEnded((await accepted(await desk.upload({ bytes }))).id);
    expect(service.files.get(done.fileId!)?.bytes.equals(bytes)).toBe(true);
    const complete = service.asked.find(({ url }) => url.endsWith('/complete'));
    const body = JSON.parse(complete!.body.toString()) as {
      multipartParts: { partNumber: number; etag: string }[];
    };
    expect(body.multipartParts.map(({ partNumber }) => partNumber)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(body).toMatchObject({ actualSizeBytes: bytes.byteLength, actualSha256: expect.any(String) });
  });

  test('is not sent again when the service has the same bytes', async () => {
    const { service, desk } = await start();
    const bytes = bytesOf(1000);
    const first = await desk.uploadEnded((await accepted(await desk.upload({ bytes }))).id);
    const second = await desk.uploadEnded((await accepted(await desk.upload({ bytes }))).id);
    expect(second).toMatchObject({ state: 'done', fileId: first.fileId, sentBytes: 1000 });
    expect(service.puts).toHaveLength(1);
    service.files.clear();
    const third = await desk.uploadEnded((await accepted(await desk.upload({ bytes }))).id);
    expect(third.fileId).not.toBe(first.fileId);
    expect(service.puts).toHaveLength(2);
  });

  test('of the same bytes under another name is a file of its own, and both names are listed', async () => {
    const { desk } = await start();
    const bytes = bytesOf(1000);
    const names = ['first name.png', 'second name.png', 'first name.png'];
    const ids: (string | null)[] = [];
    for (const filename of names) {
      const { id } = await accepted(await desk.upload({ bytes, filename }));
      ids.push((await desk.uploadEnded(id)).fileId);
    }
    expect(ids[1]).not.toBe(ids[0]);
    expect(ids[2]).toBe(ids[0]);
    const { files } = (await desk.read('GET', '/desk/files?connectionId=local')) as { files: FileRecord[] };
    expect(files.map(({ fileId, filename }) => [fileId, filename])).toEqual(
      expect.arrayContaining([
        [ids[0], 'first name.png'],
        [ids[1], 'second name.png'],
      ]),
    );
    expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(1);
  });

  test('of the same bytes but another type is sent', async () => {
    const { service, desk } = await start();
    const bytes = bytesOf(1000);
    await desk.uploadEnded((await accepted(await desk.upload({ bytes }))).id);
    await desk.uploadEnded(
      (await accepted(await desk.upload({ bytes, filename: 'a.bin', contentType: '' }))).id,
    );
    expect(service.puts).toHaveLength(2);
  });
});

describe('what cannot be taken', () => {
  test('an empty file', async () => {
    const { service, desk } = await start();
    const refusal = await desk.upload({ bytes: new Uint8Array(0), filename: 'nothing.png' });
    expect(refusal.status).toBe(400);
    expect((await sentence(refusal)).message).toMatch(/nothing\.png.*empty/);
    expect(service.asked).toEqual([]);
  });

  test.each([
    ['a name without bytes', null, 5_000_000_000],
    ['fewer bytes than announced', bytesOf(10), 11],
    ['more bytes than announced', bytesOf(12), 11],
  ])('%s', async (_what, bytes, sizeBytes) => {
    const { service, desk } = await start();
    const refusal = await desk.upload({ bytes, sizeBytes, filename: 'film.mp4' });
    expect(refusal.status).toBe(400);
    expect((await sentence(refusal)).message).toMatch(/could not be read as a whole/);
    expect(spooled(desk)).toEqual([]);
    expect(service.asked).toEqual([]);
    const { uploads } = (await desk.read('GET', '/desk/uploads')) as { uploads: Upload[] };
    expect(uploads).toMatchObject([{ state: 'failed', retryable: false }]);
  });

  test('more than the disk has room for', async () => {
    const { desk } = await start();
    const refusal = await desk.upload({ bytes: bytesOf(10), sizeBytes: 900_000_000_000_000 });
    expect(refusal.status).toBe(507);
    expect((await sentence(refusal)).code).toBe('DISK_FULL');
    expect(spooled(desk)).toEqual([]);
  });

  test('a file whose page left in the middle', async () => {
    const { desk } = await start();
    const leave = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytesOf(10)),
      pull: () => leave.abort(),
    });
    const response = await desk.upload({ bytes: body, sizeBytes: 100, signal: leave.signal });
    expect(response.ok).toBe(false);
    const { uploads } = (await desk.read('GET', '/desk/uploads')) as { uploads: Upload[] };
    expect(uploads).toMatchObject([{ state: 'failed', retryable: false }]);
    expect(uploads[0]?.error).toMatch(/Add the file again/);
    expect(spooled(desk)).toEqual([]);
  });

  test('a file canceled while it is handed over, by the name the page gave it', async () => {
    const { desk } = await start();
    const target = { uploadId: 'upload_chosen-by-the-page', nodeId: 'photo', input: 'file' };
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(bytesOf(10)) });
    const response = desk.upload({ bytes: body, sizeBytes: 100, target });
    await desk.until((event) => event.type === 'upload' && event.upload.id === target.uploadId);
    await desk.read('POST', `/desk/uploads/${target.uploadId}/cancel`);
    expect((await response).ok).toBe(false);
    expect(await desk.read('GET', `/desk/uploads/${target.uploadId}`)).toMatchObject({ state: 'canceled' });
    await expect.poll(() => spooled(desk)).toEqual([]);
  });

  test('a second file under the name of the first', async () => {
    const { desk } = await start();
    const target = { uploadId: 'upload_chosen-by-the-page', nodeId: 'photo', input: 'file' };
    const first = await accepted(await desk.upload({ bytes: bytesOf(10), target }));
    const second = await desk.upload({ bytes: bytesOf(20), target });
    expect(second.status).toBe(400);
    expect(await desk.uploadEnded(first.id)).toMatchObject({ state: 'done', sizeBytes: 10 });
  });

  test.each([
    [413, /larger than the service accepts/, false],
    [507, /No room left/, true],
    [422, /does not accept this file/, false],
    [403, /files:write/, true],
  ])('what the service refuses with %i, in a sentence', async (status, message, retryable) => {
    const { desk } = await start({
      onCreate: (_asked, response) => {
        sendApiError(response, status, 'REFUSED');
        return true;
      },
    });
    const ended = await desk.uploadEnded((await accepted(await desk.upload({ bytes: bytesOf(10) }))).id);
    expect(ended).toMatchObject({ state: 'failed', retryable });
    expect(ended.error).toMatch(message);
    await expect.poll(() => spooled(desk)).toHaveLength(retryable ? 1 : 0);
  });
});

describe('when something breaks on the way', () => {
  test('a part that fails is sent again', async () => {
    let failures = 2;
    const { service, desk } = await start({
      partSize: 1000,
      onPut: (_asked, response) => {
        if (failures === 0) return false;
        failures -= 1;
        if (failures === 1) response.writeHead(503, { 'retry-after': '2' }).end();
        else response.destroy();
        return true;
      },
    });
    const bytes = bytesOf(3500);
    const done = await desk.uploadEnded((await accepted(await desk.upload({ bytes }))).id);
    expect(done).toMatchObject({ state: 'done', sentBytes: 3500 });
    expect(service.files.get(done.fileId!)?.bytes.equals(bytes)).toBe(true);
  });

  test('an expired session is begun anew by itself', async () => {
    let expired = false;
    const { service, desk } = await start({
      onComplete: (_asked, _response, session) => {
        if (!expired) session.expire();
        expired = true;
        return false;
      },
    });
    const bytes = bytesOf(500);
    const done = await desk.uploadEnded((await accepted(await desk.upload({ bytes }))).id);
    expect(done.state).toBe('done');
    expect(service.sessions.size).toBe(2);
    const keys = service.asked
      .filter(({ url }) => url.endsWith('/uploads'))
      .map((one) => one.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  test('bytes damaged on the way are sent once more, then given up with a sentence', async () => {
    let damaged = 1;
    const switches: UploadServiceSwitches = {
      onPut: (asked) => {
        if (damaged > 0) asked.body.fill(0);
        damaged -= 1;
        return false;
      },
    };
    const { desk } = await start(switches);
    expect(
      (await desk.uploadEnded((await accepted(await desk.upload({ bytes: bytesOf(500) }))).id)).state,
    ).toBe('done');
    damaged = 10;
    const lost = await desk.uploadEnded((await accepted(await desk.upload({ bytes: bytesOf(500) }))).id);
    expect(lost).toMatchObject({ state: 'failed', retryable: false });
    expect(lost.error).toMatch(/damaged/);
  });

  test('"try again" goes on after a failure', async () => {
    let full = true;
    const { desk } = await start({
      onCreate: (_asked, response) => {
        if (full) sendApiError(response, 507, 'STORAGE_FULL');
        return full;
      },
    });
    const failed = await desk.uploadEnded((await accepted(await desk.upload({ bytes: bytesOf(500) }))).id);
    expect(failed).toMatchObject({ state: 'failed', retryable: true });
    full = false;
    await desk.read('POST', `/desk/uploads/${failed.id}/retry`);
    expect((await desk.uploadEnded(failed.id)).state).toBe('done');
    expect((await desk.ask('POST', `/desk/uploads/${failed.id}/retry`)).status).toBe(400);
  });

  test('cancel stops the sending, frees the session and the copy', async () => {
    let atPut = () => {};
    const reached = new Promise<void>((resolve) => {
      atPut = resolve;
    });
    const { service, desk } = await start({
      onPut: () => {
        atPut();
        return true;
      },
    });
    const { id } = await accepted(await desk.upload({ bytes: bytesOf(500) }));
    await reached;
    expect(await desk.read('POST', `/desk/uploads/${id}/cancel`)).toMatchObject({ state: 'canceled' });
    await expect.poll(() => service.aborted).toEqual(['upl_1']);
    expect(spooled(desk)).toEqual([]);
    expect((await desk.ask('POST', `/desk/uploads/${id}/retry`)).status).toBe(400);
  });
});

test('where a file belongs is known after a restart, until a page has put it there', async () => {
  const folder = temporaryFolder();
  const service = await startUploadService({});
  const options = { folder, launchService: launcherOf(service.origin), clock: createTestClock().clock };
  const target = { uploadId: 'upload_chosen-by-the-page', nodeId: 'photo', input: 'file' };
  const first = await startTestCore(options);
  await accepted(await first.upload({ bytes: bytesOf(100), projectId: 'prj_1', target }));
  const { fileId } = await first.uploadEnded(target.uploadId);
  await first.core.close();
  const second = await startTestCore(options);
  expect(await second.read('GET', '/desk/uploads')).toMatchObject({
    uploads: [{ projectId: 'prj_1', nodeId: 'photo', input: 'file', fileId, state: 'done', settled: false }],
  });
  await second.read('POST', `/desk/uploads/${target.uploadId}/settle`);
  await second.core.close();
  const third = await startTestCore(options);
  expect(await third.read('GET', '/desk/uploads')).toMatchObject({ uploads: [{ settled: true }] });
});

describe('when the app ends in the middle', () => {
  const interrupted = async (switches: UploadServiceSwitches, stopAtPart: number) => {
    const folder = temporaryFolder();
    let open = false;
    const hanging = new Set<number>();
    const service = await startUploadService({
      ...switches,
      onPut: (_asked, _response, part) => {
        if (open || part < stopAtPart) return false;
        hanging.add(part);
        return true;
      },
    });
    const options = { folder, launchService: launcherOf(service.origin), clock: createTestClock().clock };
    const first = await startTestCore(options);
    const bytes = bytesOf(5500);
    const { id } = await accepted(await first.upload({ bytes }));
    // Three at a time: when three hang, the responses to all before them have been stored.
    await expect.poll(() => service.puts.length).toBe(stopAtPart - 1);
    await expect.poll(() => hanging.size).toBe(3);
    await first.core.close();
    open = true;
    return { service, bytes, id, folder, again: (): Promise<TestCore> => startTestCore(options) };
  };

  test('the next start sends only the parts that are missing, in the same session', async () => {
    const { service, bytes, id, again } = await interrupted({ partSize: 1000 }, 4);
    service.puts.length = 0;
    const done = await (await again()).uploadEnded(id);
    expect(done.state).toBe('done');
    expect(service.files.get(done.fileId!)?.bytes.equals(bytes)).toBe(true);
    expect(new Set(service.puts.map(({ part }) => part))).toEqual(new Set([4, 5, 6]));
    expect(service.puts).toHaveLength(3);
    expect(service.sessions.size).toBe(1);
  });

  test('a spooled copy that was cut is noticed', async () => {
    const { id, folder, again } = await interrupted({ partSize: 1000 }, 2);
    truncateSync(join(folder, 'desk', 'uploads', id), 10);
    const failed = await (await again()).uploadEnded(id);
    expect(failed).toMatchObject({ state: 'failed', retryable: false });
    expect(failed.error).toMatch(/Add the file again/);
    await expect.poll(() => existsSync(join(folder, 'desk', 'uploads', id))).toBe(false);
  });
});
