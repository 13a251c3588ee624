import { createHash, randomBytes } from 'node:crypto';
import { endpoints } from '#shared/api/index.ts';
import type { Upload } from '#shared/desk/index.ts';
import { callDesk, isMissing } from '#renderer/desk/index.ts';
import { createDeskPorts } from '#renderer/editor/session/desk-ports.ts';
import type { Operation } from './operation.ts';
import { freshName, makeProject } from './project-operations.ts';
import {
  act,
  retryAfterFault,
  check,
  checkSentence,
  countOf,
  underFault,
  until,
  type World,
} from './world.ts';

/** Files: handing them over, looking at them, deleting them. */

/** Sizes at or above are multipart in the service of the rig, in parts of a quarter of this. Bytes. */
export const MULTIPART_FROM = 256 * 1024;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const isFinished = ({ state }: Upload): boolean =>
  state === 'done' || state === 'failed' || state === 'canceled';

const currentState = (uploadId: string): Promise<Upload> => callDesk('getUpload', { params: { uploadId } });

const upload = (name: string, size: (world: World) => number): Operation => ({
  name,
  async play(world, fault) {
    world.tally.uploads += 1;
    const projectId = await makeProject(world, 'files');
    const bytes = randomBytes(size(world));
    const filename = `${freshName(world, 'file')}.bin`;
    const uploadId = `upload_${crypto.randomUUID()}`;
    const ports = createDeskPorts({ connectionId: world.connectionId, projectId, api: world.api });
    const file = new File([bytes], filename, { type: 'application/octet-stream' });
    await underFault(world, fault, name, async () => {
      await ports.startUpload(file, { uploadId, nodeId: 'a', input: 'file' }, new AbortController().signal);
      // One that waits for the service goes on for as long as the lies do.
      const before = world.proxy.requests;
      await until(
        'the upload is tried',
        async () => world.proxy.requests > before + 8 || isFinished(await currentState(uploadId)),
        1500,
      ).catch(() => undefined);
    });
    let current = await currentState(uploadId);
    await until('the upload ends well', async () => {
      current = await currentState(uploadId);
      if (current.state !== 'failed') return isFinished(current);
      checkSentence(world, name, current.error ?? '');
      check(current.retryable, `The network lied, and the upload cannot be tried again: ${current.error}`);
      await ports.retryUpload(uploadId);
      return false;
    });
    check(
      current.state === 'done' && current.fileId !== null,
      `The upload ended as ${current.state}: ${current.error}`,
    );
    const params = { file_id: current.fileId ?? '' };
    const { downloadUrl } = await world.direct(endpoints.files.downloadUrl, { params });
    const stored = await world.directBytes(downloadUrl);
    check(sha256(stored) === sha256(bytes), 'The service holds other bytes than were given.');
    const files = countOf(world, 'SELECT count(*) AS count FROM files WHERE filename = ?', filename);
    check(files === 1, `One upload made ${files} files.`);
  },
});

async function storeFile(world: World, bytes: Uint8Array): Promise<string> {
  const session = await world.direct(endpoints.files.createUpload, {
    body: {
      filename: `${freshName(world, 'stored')}.bin`,
      sizeBytes: bytes.byteLength,
      contentType: 'application/octet-stream',
    },
  });
  const { url, method, headers } = session.upload ?? { url: '', method: 'PUT', headers: {} };
  await fetch(url, { method, headers, body: Buffer.from(bytes) });
  const file = await world.direct(endpoints.files.completeUpload, {
    params: { upload_id: session.uploadId },
    body: {},
  });
  return file.fileId;
}

async function waitForMedia(show: () => Promise<Uint8Array>): Promise<Uint8Array> {
  let displayed: Uint8Array | null = null;
  await until('the file is shown', async () => {
    displayed = await show().catch(() => null);
    return displayed !== null;
  });
  return displayed ?? new Uint8Array();
}

const media: Operation = {
  name: 'show a file',
  async play(world, fault) {
    const bytes = randomBytes(world.random.between(1000, 60_000));
    const fileId = await storeFile(world, bytes);
    const { connectionId } = world;
    const { urls } = await callDesk('mediaUrls', {
      body: { connectionId, items: [{ source: { kind: 'file', fileId }, variant: 'original' }] },
    });
    const show = async () => {
      const response = await fetch(urls[0]!.url);
      if (!response.ok) throw new Error('The picture cannot be shown now.');
      return new Uint8Array(await response.arrayBuffer());
    };
    const first = await underFault(world, fault, this.name, () =>
      show().catch(() => {
        throw new Error('The picture cannot be shown now.');
      }),
    );
    if (first.ok) check(sha256(first.value) === sha256(bytes), 'Other bytes are shown than are stored.');
    // What was cut must not have stayed in the cache as the whole.
    const displayed = await waitForMedia(show);
    check(sha256(displayed) === sha256(bytes), 'Other bytes are shown than are stored, from now on.');
  },
};

const remove: Operation = {
  name: 'delete a file',
  async play(world, fault) {
    const fileId = await storeFile(world, randomBytes(500));
    const params = { file_id: fileId };
    let wasPressed = false;
    const press = async () => {
      try {
        await world.api(endpoints.files.delete, { params, query: {} });
      } catch (error) {
        if (!wasPressed || !isMissing(error)) throw error;
      }
    };
    const first = await underFault(world, fault, this.name, press);
    wasPressed = true;
    await retryAfterFault(world, this.name, first, press);
    const left = await act(world, this.name, () => world.direct(endpoints.files.get, { params, query: {} }));
    check(!left.ok && isMissing(left.error), 'The file is still there after it was deleted.');
  },
};

/** Canceled while its bytes are on their way: nothing of it stays at the service, whatever becomes of the requests. */
const cancel: Operation = {
  name: 'cancel an upload',
  async play(world, fault) {
    const projectId = await makeProject(world, 'files');
    const filename = `${freshName(world, 'canceled')}.bin`;
    const uploadId = `upload_${crypto.randomUUID()}`;
    const ports = createDeskPorts({ connectionId: world.connectionId, projectId, api: world.api });
    const file = new File([randomBytes(MULTIPART_FROM * 3)], filename, { type: 'application/octet-stream' });
    const before = world.proxy.requests;
    await ports.startUpload(file, { uploadId, nodeId: 'a', input: 'file' }, new AbortController().signal);
    await until(
      'bytes are on their way',
      async () => world.proxy.requests > before + 1 || isFinished(await currentState(uploadId)),
    );
    const press = () => ports.cancelUpload(uploadId);
    const first = await underFault(world, fault, this.name, press, { immediate: true });
    await retryAfterFault(world, this.name, first, press);
    await until('the upload has ended', async () => isFinished(await currentState(uploadId)));
    const { state } = await currentState(uploadId);
    const files = countOf(world, 'SELECT count(*) AS count FROM files WHERE filename = ?', filename);
    check(files === (state === 'done' ? 1 : 0), `An upload that is ${state} left ${files} files.`);
  },
};

const read: Operation = {
  name: 'read a file',
  async play(world, fault) {
    const params = { file_id: await storeFile(world, randomBytes(700)) };
    const readFile = () => world.api(endpoints.files.get, { params, query: {} });
    const first = await underFault(world, fault, this.name, readFile, { immediate: true });
    const observed = await retryAfterFault(world, this.name, first, readFile);
    check(observed.sizeBytes === 700, `The file is said to have ${observed.sizeBytes} bytes.`);
  },
};

export const fileOperations: readonly Operation[] = [
  upload('upload a file', ({ random }) => random.between(1, 200_000)),
  upload('upload a large file', ({ random }) => MULTIPART_FROM + random.between(0, MULTIPART_FROM)),
  media,
  remove,
  cancel,
  read,
];
