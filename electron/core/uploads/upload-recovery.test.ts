// @module-tag rig
import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Upload } from '#shared/desk/index.ts';
import { sendApiError, type Asked } from '../testing/http-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';
import { deskEventsOf } from '../testing/until-desk-event.ts';
import { startUploadService, type UploadServiceSwitches } from '../testing/upload-service.ts';

/** What an upload does when it meets a full account, a service that is away, or an expired session. */

const bytesOf = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(length));

const accepted = async (response: Response): Promise<Upload> => {
  expect(response.status).toBe(201);
  return (await response.json()) as Upload;
};

/** A hosted service whose network a test can cut, and a core that knows it. */
async function startHosted(switches: UploadServiceSwitches = {}, folder = temporaryFolder()) {
  const state = { away: false };
  const service = await startUploadService({
    ...switches,
    // Before anything else looks at a request.
    away: () => state.away,
  });
  const options = { folder, launchService: launcherOf(service.origin), clock: createTestClock().clock };
  const desk = await startTestCore(options);
  const { id: connectionId } = (await desk.read('POST', '/desk/connections', {
    name: 'Studio',
    baseUrl: service.origin,
    key: 'pb_live_studiokey_1234',
  })) as { id: string };
  return { state, service, desk, options, connectionId };
}

const stateOf = async (desk: TestCore, id: string) =>
  ((await desk.read('GET', `/desk/uploads/${id}`)) as Upload).state;

/** Every upload event that a page receives from now on. */
async function follow(desk: TestCore): Promise<Upload[]> {
  const events: Upload[] = [];
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const response = await desk.core.fetch(
    new Request('http://app.test/desk/events', { signal: leave.signal }),
  );
  const read = async () => {
    for await (const event of deskEventsOf(response)) if (event.type === 'upload') events.push(event.upload);
  };
  read().catch(() => {});
  return events;
}

describe('while a hosted service is away', () => {
  test('an upload waits, says so, and goes on by itself with only what is missing', async () => {
    let cutAt = 3;
    const { state, service, desk, connectionId } = await startHosted({
      partSize: 1000,
      onPut: (_asked, _response, part) => {
        if (part >= cutAt) state.away = true;
        return false;
      },
    });
    const bytes = bytesOf(6500);
    const { id } = await accepted(await desk.upload({ bytes, connectionId }));
    const waiting = await desk.until(
      (event) => event.type === 'upload' && event.upload.id === id && event.upload.state === 'waiting',
    );
    expect(waiting).toMatchObject({
      upload: { problem: 'away', error: expect.stringMatching(/goes on by itself/) },
    });
    const before = service.puts.map(({ part }) => part);
    service.puts.length = 0;
    cutAt = 99;
    state.away = false;
    const done = await desk.uploadEnded(id);
    expect(done).toMatchObject({ state: 'done', error: null, problem: null, progress: 1 });
    expect(service.files.get(done.fileId!)?.bytes.equals(bytes)).toBe(true);
    expect(service.puts.map(({ part }) => part).filter((part) => before.includes(part))).toEqual([]);
    expect(service.sessions.size).toBe(1);
  });

  test('it waits on across a restart of the app', async () => {
    const { state, service, desk, options, connectionId } = await startHosted();
    state.away = true;
    const bytes = bytesOf(900);
    const { id } = await accepted(await desk.upload({ bytes, connectionId }));
    await expect.poll(() => stateOf(desk, id)).toBe('waiting');
    await desk.core.close();
    const again = await startTestCore(options);
    await expect.poll(() => stateOf(again, id)).toBe('waiting');
    state.away = false;
    const done = await again.uploadEnded(id);
    expect(service.files.get(done.fileId!)?.bytes.equals(bytes)).toBe(true);
  });
});

describe('one progress', () => {
  test('goes from nothing to all and never back, through lost sessions and a restart of the app', async () => {
    let refuseFrom = 4;
    let refusals = 2;
    let hang = false;
    const { service, desk, options, connectionId } = await startHosted({
      partSize: 1000,
      onPut: (_asked, response, part) => {
        if (hang) return true;
        if (part < refuseFrom || refusals === 0) return false;
        refusals -= 1;
        response.writeHead(403).end();
        // The second time it gets further, then stands still.
        refuseFrom = 6;
        if (refusals === 0) hang = true;
        return true;
      },
    });
    const events = await follow(desk);
    const { id } = await accepted(await desk.upload({ bytes: bytesOf(8000), connectionId }));
    await expect.poll(() => hang).toBe(true);
    await expect.poll(() => service.sessions.size).toBeGreaterThan(1);
    const shown = ((await desk.read('GET', `/desk/uploads/${id}`)) as Upload).progress;
    await desk.core.close();
    hang = false;
    const again = await startTestCore(options);
    const eventsAfterRestart = await follow(again);
    await again.uploadEnded(id);
    await expect.poll(() => eventsAfterRestart.at(-1)?.state).toBe('done');
    const first = events.map(({ progress }) => progress);
    const second = eventsAfterRestart.map(({ progress }) => progress);
    expect(first).toEqual(first.toSorted((a, b) => a - b));
    expect(second).toEqual(second.toSorted((a, b) => a - b));
    expect(shown).toBeGreaterThan(0.4);
    // Written down in steps of five hundredths.
    expect(second[0]).toBeGreaterThan(shown - 0.06);
    expect(second.at(-1)).toBe(1);
    expect(Math.max(...first)).toBeLessThan(1);
  });
});

test('an upload that is paused stands still, also after a restart, and goes on with what is missing', async () => {
  let hang = true;
  const reached = Promise.withResolvers<void>();
  const { service, desk, options, connectionId } = await startHosted({
    partSize: 1000,
    onPut: (_asked, _response, part) => {
      if (!hang || part < 4) return false;
      reached.resolve();
      return true;
    },
  });
  const bytes = bytesOf(6000);
  const { id } = await accepted(await desk.upload({ bytes, connectionId }));
  await reached.promise;
  await expect.poll(() => service.puts.length).toBe(3);
  expect(await desk.read('POST', `/desk/uploads/${id}/pause`)).toMatchObject({ state: 'paused' });
  expect(await desk.read('GET', `/desk/queue?connectionId=${connectionId}`)).toMatchObject({
    items: [{ kind: 'file', id, work: 'upload', state: 'paused' }],
  });
  await desk.core.close();
  hang = false;
  service.puts.length = 0;
  const again = await startTestCore(options);
  expect(await stateOf(again, id)).toBe('paused');
  expect((await again.ask('POST', `/desk/uploads/${id}/pause`)).status).toBe(400);
  await again.read('POST', `/desk/uploads/${id}/resume`);
  const done = await again.uploadEnded(id);
  expect(service.files.get(done.fileId!)?.bytes.equals(bytes)).toBe(true);
  expect(new Set(service.puts.map(({ part }) => part))).toEqual(new Set([4, 5, 6]));
  expect(service.puts).toHaveLength(3);
});

test('a session that has expired when it is opened again is begun anew by itself', async () => {
  let expired = 1;
  const keys = new Set<string>();
  const { desk, connectionId } = await startHosted({
    onCreate: (asked: Asked, response) => {
      keys.add(String(asked.headers['idempotency-key']));
      if (expired === 0) return false;
      expired -= 1;
      sendApiError(response, 410, 'UPLOAD_EXPIRED');
      return true;
    },
  });
  const { id } = await accepted(await desk.upload({ bytes: bytesOf(100), connectionId }));
  expect(await desk.uploadEnded(id)).toMatchObject({ state: 'done' });
  expect(keys.size).toBe(2);
});

test.each([
  [507, 'no-room', true, /No room left.*Delete files/],
  [413, 'too-large', false, /larger than the service accepts.*smaller/],
  [422, 'not-accepted', false, /does not accept this file/],
  [403, 'key', true, /not allowed to add files/],
] as const)('%i is told as what it is, with the next step', async (status, problem, retryable, sentence) => {
  const { desk, connectionId } = await startHosted({
    onCreate: (_asked, response) => {
      sendApiError(response, status, 'REFUSED');
      return true;
    },
  });
  const { id } = await accepted(await desk.upload({ bytes: bytesOf(100), connectionId }));
  const failed = await desk.uploadEnded(id);
  expect(failed).toMatchObject({ state: 'failed', problem, retryable });
  expect(failed.error).toMatch(sentence);
});

test('a service on this computer may keep its bytes at another address than its own', async () => {
  const store = await startUploadService();
  // What stands in front of it is where the connection goes; its signed addresses name the store itself.
  const front = createServer((socket) => {
    const onward = connect(Number(new URL(store.origin).port), '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    for (const one of [socket, onward]) one.on('error', () => one.destroy());
  });
  await new Promise<void>((ready) => front.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void front.close());
  const desk = await startTestCore({
    launchService: launcherOf(store.origin),
    clock: createTestClock().clock,
  });
  const { id: connectionId } = (await desk.read('POST', '/desk/connections', {
    name: 'Studio',
    baseUrl: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    key: 'pb_live_studiokey_1234',
  })) as { id: string };
  const { id } = await accepted(await desk.upload({ bytes: bytesOf(5000), connectionId }));
  expect(await desk.uploadEnded(id)).toMatchObject({ state: 'done', error: null });
  expect(store.puts).toHaveLength(1);
});
