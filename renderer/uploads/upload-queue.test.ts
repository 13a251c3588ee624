import { describe, expect, it, vi } from 'vitest';
import type { DeskEvent, Upload } from '#shared/desk/index.ts';
import { mediaKindOf, uploadRejection } from './dropped-files.ts';
import { UploadQueue, type UploadPorts } from './upload-queue.ts';

const photo = (name = 'a.bin', bytes = 10): File =>
  new File([new Uint8Array(bytes)], name, { type: 'application/x-test' });

/** A desktop process whose events the test sends. */
function desk() {
  let listener: (event: DeskEvent) => void = () => undefined;
  const base: Upload = {
    id: 'u1',
    connectionId: 'c',
    projectId: 'p',
    nodeId: 'n',
    input: 'file',
    settled: false,
    filename: 'a.bin',
    contentType: 'application/x-test',
    sizeBytes: 10,
    receivedBytes: 10,
    sentBytes: 0,
    progress: 0.3,
    state: 'uploading',
    fileId: null,
    error: null,
    problem: null,
    retryable: false,
    createdAt: '2026-01-01T00:00:00Z',
  };
  const calls = {
    startUpload: vi.fn<UploadPorts['startUpload']>((_file, { uploadId }) => {
      base.id = uploadId;
      return Promise.resolve({ ...base });
    }),
    settleUpload: vi.fn<UploadPorts['settleUpload']>(() => Promise.resolve(base)),
    cancelUpload: vi.fn<UploadPorts['cancelUpload']>(() =>
      Promise.resolve({ ...base, state: 'canceled' as const }),
    ),
    retryUpload: vi.fn<UploadPorts['retryUpload']>(() => Promise.resolve(base)),
    pauseUpload: vi.fn<UploadPorts['pauseUpload']>(() =>
      Promise.resolve({ ...base, state: 'paused' as const }),
    ),
    resumeUpload: vi.fn<UploadPorts['resumeUpload']>(() => Promise.resolve(base)),
  };
  const ports: UploadPorts = {
    ...calls,
    subscribe: (next) => {
      listener = next;
      return () => undefined;
    },
  };
  return {
    ports,
    calls,
    base,
    tell: (change: Partial<Upload>) => listener({ type: 'upload', upload: { ...base, ...change } }),
  };
}

/** Where files were put, without the upload itself. */
const filesPut = (done: { mock: { calls: readonly unknown[][] } }) =>
  done.mock.calls.map((call) => call.slice(0, 4));

describe('UploadQueue', () => {
  it('shows progress and hands over the file id once, at the end', async () => {
    const { ports, tell } = desk();
    const done = vi.fn<(nodeId: string, input: string, base: string, fileId: string) => void>();
    const queue = new UploadQueue(ports, done);
    queue.add(photo(), 'n', 'file', 'file');
    await vi.waitFor(() => expect(queue.item('n', 'file')?.state).toBe('uploading'));
    tell({ progress: 0.65 });
    // Events that come late, and a session that is begun anew, take nothing back.
    tell({ progress: 0.4 });
    expect(queue.item('n', 'file')?.progress).toBeCloseTo(0.65);
    tell({ state: 'done', fileId: 'file_1.bin' });
    tell({ state: 'done', fileId: 'file_1.bin' });
    expect(filesPut(done)).toEqual([['n', 'file', 'file', 'file_1.bin']]);
    expect(queue.item('n', 'file')).toBeUndefined();
  });

  it.each([
    [{ state: 'failed', error: 'The account is full. Delete files.', retryable: true }, 'failed'],
    [{ state: 'done', fileId: 'file_1.bin' }, undefined],
  ] as const)('receives an end that comes before the response to its start', async (end, state) => {
    const { ports, calls, tell } = desk();
    const start = Promise.withResolvers<void>();
    const startUpload = calls.startUpload.getMockImplementation()!;
    calls.startUpload.mockImplementation(async (...given) => {
      const started = startUpload(...given);
      await start.promise;
      return started;
    });
    const queue = new UploadQueue(ports, vi.fn<(nodeId: string) => void>());
    queue.add(photo(), 'n', 'file', 'file');
    await vi.waitFor(() => expect(calls.startUpload).toHaveBeenCalled());
    tell(end);
    start.resolve();
    await vi.waitFor(() => expect(queue.item('n', 'file')?.state).toBe(state));
  });

  it('shows the reason of a failure and tries again', async () => {
    const { ports, calls, base, tell } = desk();
    const queue = new UploadQueue(
      ports,
      vi.fn<(nodeId: string, input: string, base: string, fileId: string) => void>(),
    );
    queue.add(photo(), 'n', 'file', 'file');
    await vi.waitFor(() => expect(queue.item('n', 'file')?.state).toBe('uploading'));
    tell({ state: 'failed', error: 'The account is full. Delete files.', retryable: true });
    expect(queue.item('n', 'file')).toMatchObject({
      state: 'failed',
      error: 'The account is full. Delete files.',
    });
    queue.retry('n', 'file');
    await vi.waitFor(() => expect(queue.item('n', 'file')?.state).toBe('uploading'));
    expect(calls.retryUpload).toHaveBeenCalledWith(base.id);
  });

  it.each([
    ['retry', { state: 'failed', error: 'The account is full. Delete files.', retryable: true }],
    ['resume', { state: 'failed', error: 'The account is full. Delete files.', retryable: true }],
    ['pause', { state: 'waiting', error: 'The service is away.' }],
  ] as const)('what an event says before the older answer to %s comes stays', async (asks, told) => {
    const { ports, calls, base, tell } = desk();
    const answer = Promise.withResolvers<Upload>();
    calls[`${asks}Upload`].mockReturnValue(answer.promise);
    const queue = new UploadQueue(ports, vi.fn<(nodeId: string) => void>());
    queue.add(photo(), 'n', 'file', 'file');
    await vi.waitFor(() => expect(queue.item('n', 'file')?.state).toBe('uploading'));
    if (asks === 'retry') tell({ state: 'failed', error: 'The disk is full.', retryable: true });
    if (asks === 'resume') tell({ state: 'paused' });
    queue[asks]('n', 'file');
    tell(told);
    answer.resolve({ ...base, state: asks === 'pause' ? 'paused' : 'uploading' });
    await new Promise((resume) => setTimeout(resume));
    expect(queue.item('n', 'file')).toMatchObject({ state: told.state, error: told.error });
  });

  it('cancels, and late events change nothing', async () => {
    const { ports, calls, base, tell } = desk();
    const done = vi.fn<(nodeId: string, input: string, base: string, fileId: string) => void>();
    const queue = new UploadQueue(ports, done);
    queue.add(photo(), 'n', 'file', 'file');
    await vi.waitFor(() => expect(queue.item('n', 'file')?.state).toBe('uploading'));
    queue.cancel('n', 'file');
    expect(calls.cancelUpload).toHaveBeenCalledWith(base.id);
    tell({ state: 'done', fileId: 'file_1.bin' });
    expect(queue.item('n', 'file')?.state).toBe('canceled');
    expect(done).not.toHaveBeenCalled();
  });

  it('follows and cancels the first leg by the name it gave the upload', async () => {
    const { ports, calls, base, tell } = desk();
    const start = Promise.withResolvers<Upload>();
    calls.startUpload.mockImplementation((_file, { uploadId }, signal) => {
      base.id = uploadId;
      signal.addEventListener('abort', () => start.reject(new DOMException('aborted', 'AbortError')));
      return start.promise;
    });
    const queue = new UploadQueue(ports, vi.fn<(nodeId: string) => void>());
    queue.add(photo(), 'n', 'file', 'file');
    queue.add(photo('a.bin'), 'other', 'file', 'file');
    await vi.waitFor(() => expect(calls.startUpload).toHaveBeenCalledTimes(2));
    // Two files of one name and size: only the one that an event names moves.
    tell({ state: 'receiving', progress: 0.15 });
    expect([queue.item('n', 'file')?.progress, queue.item('other', 'file')?.progress]).toEqual([0, 0.15]);
    queue.cancel('other', 'file');
    expect(calls.cancelUpload).toHaveBeenCalledWith(base.id);
    tell({ state: 'failed', error: 'late' });
    expect(queue.item('other', 'file')?.state).toBe('canceled');
  });

  it('starts a canceled upload again from the file', async () => {
    const { ports, calls, tell } = desk();
    const done = vi.fn<(nodeId: string, input: string, base: string, fileId: string) => void>();
    const queue = new UploadQueue(ports, done);
    queue.add(photo(), 'n', 'file', 'file');
    await vi.waitFor(() => expect(queue.item('n', 'file')?.state).toBe('uploading'));
    queue.cancel('n', 'file');
    expect(queue.item('n', 'file')?.retryable).toBe(true);
    queue.retry('n', 'file');
    await vi.waitFor(() => expect(queue.item('n', 'file')?.state).toBe('uploading'));
    const [first, second] = calls.startUpload.mock.calls.map(([, target]) => target.uploadId);
    expect(second).not.toBe(first);
    tell({ state: 'done', fileId: 'file_2.bin' });
    expect(filesPut(done)).toEqual([['n', 'file', 'file', 'file_2.bin']]);
  });

  it('waits for a service that is away, and says so; pauses and goes on when asked to', async () => {
    const { ports, calls, base, tell } = desk();
    const queue = new UploadQueue(ports, vi.fn<(nodeId: string) => void>());
    queue.add(photo(), 'n', 'file', 'file');
    await vi.waitFor(() => expect(queue.item('n', 'file')?.state).toBe('uploading'));
    tell({
      state: 'waiting',
      error: 'It goes on by itself.',
      problem: 'away',
      retryable: true,
      progress: 0.5,
    });
    expect(queue.item('n', 'file')).toMatchObject({ state: 'waiting', error: 'It goes on by itself.' });
    tell({ progress: 0.6 });
    expect(queue.item('n', 'file')).toMatchObject({ state: 'uploading', error: null, problem: null });
    queue.pause('n', 'file');
    await vi.waitFor(() => expect(queue.item('n', 'file')?.state).toBe('paused'));
    expect(queue.item('n', 'file')?.progress).toBe(0.6);
    queue.resume('n', 'file');
    await vi.waitFor(() => expect(queue.item('n', 'file')?.state).toBe('uploading'));
    expect([calls.pauseUpload.mock.calls, calls.resumeUpload.mock.calls]).toEqual([[[base.id]], [[base.id]]]);
  });

  it('never sends an empty file', async () => {
    const { ports, calls } = desk();
    const queue = new UploadQueue(
      ports,
      vi.fn<(nodeId: string, input: string, base: string, fileId: string) => void>(),
    );
    queue.add(photo('nothing.bin', 0), 'n', 'file', 'file');
    await vi.waitFor(() => expect(queue.item('n', 'file')?.state).toBe('failed'));
    expect(queue.item('n', 'file')?.error).toContain('nothing.bin is empty');
    expect(calls.startUpload).not.toHaveBeenCalled();
  });
});

describe('uploads that a page before this one began', () => {
  it('go on with progress, and end in the node', () => {
    const { ports, calls, base, tell } = desk();
    const done = vi.fn<(nodeId: string, input: string, base: string, fileId: string) => void>();
    const queue = new UploadQueue(ports, done);
    queue.adopt({ ...base, progress: 0.65 }, 'image');
    expect(queue.ofNode('n')).toMatchObject({ state: 'uploading', filename: 'a.bin' });
    expect(queue.ofNode('n')?.progress).toBeCloseTo(0.65);
    tell({ state: 'done', fileId: 'file_1.bin' });
    expect(filesPut(done)).toEqual([['n', 'file', 'image', 'file_1.bin']]);
    expect(calls.settleUpload).toHaveBeenCalledWith(base.id);
  });

  it('that ended meanwhile fill in the file, once', () => {
    const { ports, base } = desk();
    const done = vi.fn<(nodeId: string, input: string, base: string, fileId: string) => void>();
    const queue = new UploadQueue(ports, done);
    queue.adopt({ ...base, state: 'done', fileId: 'file_1.bin' }, 'image');
    queue.adopt({ ...base, state: 'done', fileId: 'file_1.bin', settled: true }, 'image');
    expect(done).toHaveBeenCalledTimes(1);
    expect(queue.all()).toEqual([]);
  });

  it('are not put over a file that was chosen since', () => {
    const { ports, calls, base } = desk();
    const done = vi.fn<(nodeId: string, input: string, base: string, fileId: string) => void>();
    const queue = new UploadQueue(ports, done);
    queue.adopt({ ...base, state: 'done', fileId: 'file_1.bin' }, 'image', true);
    expect(done).not.toHaveBeenCalled();
    expect(queue.all()).toEqual([]);
    expect(calls.settleUpload).toHaveBeenCalledWith(base.id);
  });

  it('that failed say why, until the person has seen it', () => {
    const { ports, calls, base } = desk();
    const queue = new UploadQueue(ports, vi.fn<(nodeId: string) => void>());
    queue.adopt({ ...base, state: 'failed', error: 'The disk is full.', retryable: false }, 'image');
    expect(queue.ofNode('n')).toMatchObject({
      state: 'failed',
      error: 'The disk is full.',
      retryable: false,
    });
    queue.dismiss('n', 'file');
    expect(queue.ofNode('n')).toBeUndefined();
    expect(calls.settleUpload).toHaveBeenCalledWith(base.id);
  });
});

describe('checks before an upload', () => {
  it('says that a file with a size but no bytes cannot be read', async () => {
    const ghost = photo('movie.mov');
    Object.defineProperty(ghost, 'size', { value: 5_000_000_000 });
    vi.spyOn(ghost, 'slice').mockReturnValue(new Blob([]));
    expect(await uploadRejection(ghost)).toContain('movie.mov cannot be read');
  });

  it('refuses what is larger than an account holds', async () => {
    const huge = photo('huge.mov');
    Object.defineProperty(huge, 'size', { value: 30 * 1024 ** 3 });
    expect(await uploadRejection(huge)).toContain('The most a file may be');
  });

  it('knows a file by its type, else by its name', () => {
    expect(mediaKindOf({ name: 'x', type: 'image/webp' })).toBe('image');
    expect(mediaKindOf({ name: 'SONG.FLAC', type: '' })).toBe('audio');
    expect(mediaKindOf({ name: 'notes', type: '' })).toBe('file');
  });
});
