// @module-tag rig
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Upload } from '#shared/desk/index.ts';
import { sendApiError, type Asked } from '../testing/http-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';
import { startUploadService, type UploadServiceSwitches } from '../testing/upload-service.ts';

/** Files that are sent while the page still hands them over. */

const MIB = 1024 * 1024;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const spooled = (desk: { folder: string }) => readdirSync(join(desk.folder, 'desk', 'uploads'));

const start = async (switches: UploadServiceSwitches = {}) => {
  let blobBytes = 0;
  const service = await startUploadService({
    ...switches,
    onBlobBytes: (bytes) => {
      blobBytes += bytes;
    },
  });
  const folder = temporaryFolder();
  const again = () =>
    startTestCore({ folder, launchService: launcherOf(service.origin), clock: createTestClock().clock });
  return { service, desk: await again(), again, blobBytes: () => blobBytes };
};

/** All but the last MiB, then nothing until `condition` has come true, then the rest. */
function heldBack(bytes: Uint8Array, condition: () => Promise<unknown>): ReadableStream<Uint8Array> {
  let step = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        step += 1;
        if (step === 1) return controller.enqueue(bytes.subarray(0, -MIB));
        await condition();
        controller.enqueue(bytes.subarray(-MIB));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The files are large and the machine may be busy. */
const SLOW_MACHINE = { timeout: 15_000 };
const inOrder = (puts: readonly { part: number }[]) => puts.map(({ part }) => part).toSorted((a, b) => a - b);

const handOver = async (desk: TestCore, bytes: Uint8Array, condition: () => Promise<unknown>) => {
  const response = await desk.upload({
    bytes: heldBack(bytes, condition),
    sizeBytes: bytes.byteLength,
    filename: 'film.mp4',
    contentType: 'video/mp4',
  });
  expect(response.status).toBe(201);
  return (await response.json()) as Upload;
};

const bodyOf = (asked: Asked | undefined) =>
  JSON.parse(asked?.body.toString() ?? 'null') as Record<string, unknown>;

describe('a large file', () => {
  test('streams to the service before the page has handed over its end', async () => {
    const { service, desk, blobBytes } = await start();
    const bytes = randomBytes(12 * MIB);
    const { id } = await handOver(desk, bytes, async () => {
      await expect.poll(blobBytes, SLOW_MACHINE).toBe(11 * MIB);
      expect(await desk.read('GET', '/desk/uploads')).toMatchObject({ uploads: [{ state: 'receiving' }] });
    });
    const done = await desk.uploadEnded(id);
    expect(done).toMatchObject({ state: 'done', sentBytes: 12 * MIB, receivedBytes: 12 * MIB });
    expect(service.files.get(done.fileId!)?.bytes.equals(bytes)).toBe(true);
    expect(service.puts).toEqual([{ part: 0, bytes: 12 * MIB }]);
    expect(bodyOf(service.asked.find(({ url }) => url.endsWith('/uploads')))).not.toHaveProperty('sha256');
    expect(bodyOf(service.asked.find(({ url }) => url.endsWith('/complete')))).toEqual({
      actualSha256: sha256(bytes),
      actualSizeBytes: 12 * MIB,
    });
    await expect.poll(() => spooled(desk), SLOW_MACHINE).toEqual([]);
  });

  test('goes in parts as they are complete', async () => {
    const { service, desk } = await start({ partSize: 2 * MIB });
    const bytes = randomBytes(11 * MIB);
    const { id } = await handOver(desk, bytes, async () => {
      await expect.poll(() => inOrder(service.puts), SLOW_MACHINE).toEqual([1, 2, 3, 4, 5]);
    });
    const done = await desk.uploadEnded(id);
    expect(service.files.get(done.fileId!)?.bytes.equals(bytes)).toBe(true);
    expect(service.puts).toHaveLength(6);
  });

  test('that the service has is not sent again; one that only begins like it is', async () => {
    const { service, desk } = await start();
    const bytes = randomBytes(9 * MIB);
    const send = async (content: Uint8Array) =>
      desk.uploadEnded((await handOver(desk, content, () => Promise.resolve())).id);
    const first = await send(bytes);
    expect((await send(bytes)).fileId).toBe(first.fileId);
    expect(service.sessions.size).toBe(1);
    const other = Buffer.from(bytes);
    other.fill(0, other.byteLength - 10);
    const second = await send(other);
    expect(service.files.get(second.fileId!)?.bytes.equals(other)).toBe(true);
    expect(service.puts).toHaveLength(2);
  });

  test('damaged on the way is refused at the end, sent once more, then given up', async () => {
    let damaged = 1;
    const { service, desk } = await start({
      onPut: (asked) => {
        if (damaged > 0) asked.body.fill(0);
        damaged -= 1;
        return false;
      },
    });
    const send = async () => {
      const bytes = randomBytes(9 * MIB);
      return { bytes, ended: await desk.uploadEnded((await handOver(desk, bytes, async () => {})).id) };
    };
    const { bytes, ended } = await send();
    expect(ended.state).toBe('done');
    expect(service.files.get(ended.fileId!)?.bytes.equals(bytes)).toBe(true);
    const opened = service.asked.filter(({ url }) => url.endsWith('/uploads')).map(bodyOf);
    expect(opened.map((body) => body['sha256'])).toEqual([undefined, sha256(bytes)]);
    damaged = 2;
    expect((await send()).ended).toMatchObject({ state: 'failed', error: expect.stringMatching(/damaged/) });
  });

  test('goes on after it is received when it could not be sent before', async () => {
    let reject = true;
    const { service, desk } = await start({
      onCreate: (_asked, response) => {
        if (reject) sendApiError(response, 507, 'STORAGE_FULL');
        return reject;
      },
    });
    const bytes = randomBytes(9 * MIB);
    const { id } = await handOver(desk, bytes, async () => {
      await expect
        .poll(() => desk.log.lines.join('\n'), SLOW_MACHINE)
        .toContain('sending stopped while receiving');
      reject = false;
    });
    const done = await desk.uploadEnded(id);
    expect(done).toMatchObject({ state: 'done', error: null });
    expect(service.files.get(done.fileId!)?.bytes.equals(bytes)).toBe(true);
  });
});

describe('a large file that does not come whole', () => {
  test.each(['the page leaves', 'it is canceled', 'it is shorter than announced'])(
    '%s: its session and its copy go',
    async (what) => {
      const { service, desk, blobBytes } = await start();
      const leave = new AbortController();
      const target = { uploadId: 'upload_chosen-by-the-page', nodeId: 'film', input: 'file' };
      const body = heldBack(randomBytes(10 * MIB), async () => {
        await expect.poll(blobBytes, SLOW_MACHINE).toBe(9 * MIB);
        if (what === 'the page leaves') leave.abort();
        if (what === 'it is canceled') await desk.read('POST', `/desk/uploads/${target.uploadId}/cancel`);
      });
      const response = await desk.upload({ bytes: body, sizeBytes: 11 * MIB, target, signal: leave.signal });
      expect(response.ok).toBe(false);
      await expect.poll(() => service.aborted, SLOW_MACHINE).toEqual(['upl_1']);
      expect(await desk.read('GET', `/desk/uploads/${target.uploadId}`)).toMatchObject({
        state: what === 'it is canceled' ? 'canceled' : 'failed',
        retryable: false,
      });
      await expect.poll(() => spooled(desk), SLOW_MACHINE).toEqual([]);
      expect(service.files.size).toBe(0);
    },
  );
});

test('a session opened before the hash was known goes on after a restart', async () => {
  let open = false;
  const hanging = new Set<number>();
  const { service, desk, again } = await start({
    partSize: 2 * MIB,
    onPut: (_asked, _response, part) => {
      if (open || part < 3) return false;
      hanging.add(part);
      return true;
    },
  });
  const bytes = randomBytes(11 * MIB);
  const { id } = await handOver(desk, bytes, async () => {
    await expect.poll(() => service.puts.length, SLOW_MACHINE).toBe(2);
  });
  await expect.poll(() => hanging.size, SLOW_MACHINE).toBe(3);
  await desk.core.close();
  open = true;
  const done = await (await again()).uploadEnded(id);
  expect(done.state).toBe('done');
  expect(service.files.get(done.fileId!)?.bytes.equals(bytes)).toBe(true);
  expect(service.sessions.size).toBe(1);
  expect(inOrder(service.puts)).toEqual([1, 2, 3, 4, 5, 6]);
});
