import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Upload } from '#shared/desk/index.ts';
import { onDeskEvent, startDeskEvents } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { uploadFile } from './upload-file.ts';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const sending: Upload = {
  id: 'upload_12345678',
  connectionId: 'con_1',
  projectId: null,
  nodeId: null,
  input: null,
  settled: false,
  filename: 'quay.png',
  contentType: 'image/png',
  sizeBytes: 3,
  receivedBytes: 3,
  sentBytes: 0,
  progress: 0,
  state: 'uploading',
  fileId: null,
  error: null,
  problem: null,
  retryable: false,
  createdAt: '2026-01-01T00:00:00Z',
};

it('a file that is there before an older answer says that it is on its way is taken', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const ask = window.fetch;
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
    return pathname === '/desk/events' ? new Response(readable) : ask(input, init);
  };
  const done: Upload = { ...sending, state: 'done', progress: 1, fileId: 'file_1' };
  desk.upload(() => sending);
  desk.desk('settleUpload', () => done);
  desk.desk('getUpload', async () => {
    // Meanwhile the event comes; what was asked for was read before it.
    const told = new Promise<void>((resolve) => {
      const stop = onDeskEvent(() => {
        stop();
        resolve();
      });
    });
    await writer.write(
      new TextEncoder().encode(`data: ${JSON.stringify({ type: 'upload', upload: done })}\n\n`),
    );
    await told;
    return sending;
  });
  const ending = new AbortController();
  const events = startDeskEvents(ending.signal);
  const { signal } = new AbortController();
  const file = new File(['abc'], 'quay.png', { type: 'image/png' });
  expect(await uploadFile('con_1', file, { onProgress: () => undefined, signal })).toBe('file_1');
  ending.abort();
  await Promise.all([events, writer.close()]);
});
