// @module-tag rig
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PublicTemplateRunDetail } from '#shared/api/index.ts';
import { issueEndpointKey, setEndpointActive } from '#service/templates/rows.ts';
import { TestService } from './harness.ts';
import { photo, publish, publishSlow, storePhoto, value, type Called } from './template-story.ts';

/** What somebody may try who has the key of a published endpoint, or had it. */

let service: TestService;
let called: Called;
let endpointKey = '';
beforeAll(async () => {
  service = await TestService.open('in-process');
  await service.ok('templates.list');
  const { key, ...params } = await publish(service);
  called = params;
  endpointKey = key;
});
afterAll(() => service.close());

const path = () => `/run/${called.endpoint_id}`;
const send = (at: string, init: RequestInit = {}, key: string = endpointKey) =>
  service.raw(at, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string> | undefined) },
  });
const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const BOUNDARY = 'photo-of-a-form';
/** A form with a photo as it goes over the network. */
const formBytes = (content: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="photo"; filename="mine.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
const formWith = async () => {
  const body = new FormData();
  body.set('photo', new Blob([new Uint8Array(await photo())], { type: 'image/png' }), 'mine.png');
  return { method: 'POST', body };
};
/** Sends a photo with a call. @returns its file id. */
const sendPhoto = async (): Promise<string> => {
  const reply = await send(path(), await formWith());
  expect(reply.status).toBe(202);
  const { inputFiles } = PublicTemplateRunDetail.parse(await reply.json());
  return inputFiles![0]!.fileId;
};

it('opens no file by any other form of its id', async () => {
  const fileId = await storePhoto(service);
  const { downloadUrl } = await service.ok('files.downloadUrl', { params: { file_id: fileId } });
  const blob = String(
    (await service.context.db.get('SELECT blob FROM files WHERE id = ?', [fileId]))?.['blob'],
  );
  const stored = { kind: 'file', blob, filename: 'a.png', contentType: 'image/png', sizeBytes: 1 };
  const forms: unknown[] = [
    ...['file', 'image', 'video', 'audio'].flatMap((type) => [
      { type, fileId },
      { type, value: fileId },
      { type, value: { fileId } },
      { type, value: null, fileId },
      { type, fileId: 'x', value: fileId },
      { type, fileId: `${fileId} ` },
      { type, fileId: fileId.toUpperCase() },
      { type, fileId: downloadUrl },
      { type, fileId: `../files/${fileId}` },
      { type, fileId: encodeURIComponent(`/${fileId}`) },
      { type, value: stored },
    ]),
    ...['string', 'json', 'number', 'any', 'list'].flatMap((type) => [
      { type, value: fileId },
      { type, value: { type: 'file', fileId } },
      { type, value: stored },
      { type, value: [stored] },
      { type, fileId },
    ]),
    fileId,
    [fileId],
    { fileId },
    { type: 'file', fileId: [fileId] },
    { type: 'file', fileId: { fileId } },
  ];
  for (const form of forms)
    for (const field of ['photo', 'data', 'who', 'more']) {
      const reply = await send(path(), json({ inputs: { [field]: form } }));
      // What is no file to the service may run; then the id is a text, and opens nothing.
      const text = await reply.text();
      expect([form, field, text.includes('downloadUrl":"http')]).toEqual([form, field, false]);
      if (reply.status !== 202) continue;
      await service.engine.whenIdle();
      const { taskId } = JSON.parse(text) as { taskId: string };
      const run = await (await send(`${path()}/runs/${taskId}`)).text();
      expect([form, field, run.includes('"fileId"'), run.includes(blob)]).toEqual([
        form,
        field,
        false,
        false,
      ]);
    }
});

it('lets nobody in who was still sending a call when the key was taken back', async () => {
  const count = (table: string) => service.count(table);
  const revocations: (() => Promise<() => unknown>)[] = [
    async () => {
      const renewed = (await issueEndpointKey(service.context, called.endpoint_id))!;
      return () => (endpointKey = renewed);
    },
    async () => {
      await setEndpointActive(service.context, called.endpoint_id, false);
      return () => setEndpointActive(service.context, called.endpoint_id, true);
    },
  ];
  for (const revoke of revocations)
    for (const isForm of [true, false]) {
      const before = [await count('template_runs'), await count('files')];
      const fileId = await sendPhoto();
      const rows = [before[0]! + 1, before[1]! + 2];
      const type = isForm ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json';
      const bytes = isForm
        ? formBytes(await photo())
        : Buffer.from(JSON.stringify({ inputs: { photo: { type: 'file', fileId } } }));
      const half = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      let part = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            part += 1;
            if (part === 1) return controller.enqueue(bytes.subarray(0, 20));
            half.resolve();
            await go.promise;
            controller.enqueue(bytes.subarray(20));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const reply = send(path(), {
        method: 'POST',
        headers: { 'content-type': type },
        body,
        duplex: 'half',
      });
      await half.promise;
      const restore = await revoke();
      go.resolve();
      expect([isForm, (await reply).status]).toEqual([isForm, 401]);
      await restore();
      await service.engine.whenIdle();
      expect([await count('template_runs'), await count('files')]).toEqual(rows);
    }
});

it('ends the streams of a key that was taken back, before what comes next', async () => {
  const slow = await publishSlow(service);
  const at = `/run/${slow.endpoint_id}`;
  const reply = await send(at, json({ inputs: {} }), slow.key);
  expect(reply.status).toBe(202);
  const { taskId } = PublicTemplateRunDetail.parse(await reply.json());
  const live = await send(`${at}/runs/${taskId}/events/stream`, {}, slow.key);
  const reader = live.body!.pipeThrough(new TextDecoderStream()).getReader();
  let told = '';
  while (!told.includes('"running"')) told += (await reader.read()).value ?? '';
  const renewed = (await issueEndpointKey(service.context, slow.endpoint_id))!;
  for (let read = await reader.read(); !read.done; read = await reader.read()) told += read.value;
  expect(told).not.toContain('"succeeded"');
  await service.engine.whenIdle();
  const other = await send(`${at}/runs/${taskId}/events/stream`, {}, renewed);
  expect(await other.text()).toContain('"succeeded"');
});

it('shares no idempotency key with the key that it replaces', async () => {
  const call = async (who: string) => {
    const fileId = await sendPhoto();
    const inputs = { who: value(who), photo: { type: 'file', fileId } };
    return send(path(), json({ inputs }, { 'idempotency-key': 'order 1' }));
  };
  expect((await call('first')).status).toBe(202);
  expect((await call('second')).status).toBe(409);
  endpointKey = (await issueEndpointKey(service.context, called.endpoint_id))!;
  expect((await call('second')).status).toBe(202);
});
