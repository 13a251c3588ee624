import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Upload } from '#shared/desk/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { createUploadOverview } from './upload-overview.ts';
import { UploadsTray, type FileInLine, type TrayPorts } from './uploads-tray.tsx';

const upload = (change: Partial<Upload>): Upload => ({
  id: 'upload_1',
  connectionId: 'local',
  projectId: 'p1',
  nodeId: null,
  input: null,
  settled: false,
  filename: 'film.mp4',
  contentType: 'video/mp4',
  sizeBytes: 40_000_000,
  receivedBytes: 40_000_000,
  sentBytes: 0,
  progress: 0,
  state: 'uploading',
  fileId: null,
  error: null,
  problem: null,
  retryable: false,
  createdAt: '2026-01-01T00:00:00Z',
  ...change,
});

/** A tray that follows a desktop process of the test's own. */
async function show(first: Upload[], inLine: readonly FileInLine[] = []) {
  let tell: (upload: Upload) => void = () => undefined;
  let reopen: () => void = () => undefined;
  let now = 0;
  let known = first;
  const overview = createUploadOverview({
    list: async () => known,
    subscribe(listener) {
      tell = listener;
      return () => undefined;
    },
    onReopened(listener) {
      reopen = listener;
      return () => undefined;
    },
    clock: () => now,
  });
  const respondWith = (state: Upload['state']) =>
    vi.fn<(id: string) => Promise<Upload>>(async (id) => upload({ id, state }));
  const ports = {
    cancel: respondWith('canceled'),
    pause: respondWith('paused'),
    resume: respondWith('queued'),
    retry: respondWith('queued'),
    settle: vi.fn<(id: string) => Promise<Upload>>(async (id) =>
      upload({ id, state: 'failed', settled: true }),
    ),
  } satisfies TrayPorts;
  await renderPage(<UploadsTray overview={overview} ports={ports} inLine={inLine} />);
  overview.start();
  return {
    ports,
    tell: (change: Partial<Upload>, at = now) => {
      now = at;
      tell(upload(change));
    },
    reopenWith: (uploads: Upload[]) => {
      known = uploads;
      reopen();
    },
  };
}

const opener = (name: string | RegExp) => page.getByRole('button', { name });

describe('the uploads of all projects', () => {
  it('counts and lists files whose turn has not come, and lets go of them', async () => {
    const cancel = vi.fn<() => void>();
    await show([upload({})], [{ key: 'a', filename: 'next.mp4', sizeBytes: 2_000_000, cancel }]);
    await opener('2 uploads').click();
    await expect.element(page.getByText('2 MB · waits for its turn')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel next.mp4' }).click();
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('are no button at all while there is nothing to show', async () => {
    const { tell } = await show([
      upload({ state: 'done' }),
      upload({ id: 'upload_2', state: 'failed', settled: true }),
    ]);
    tell({ id: 'upload_3' });
    await expect.element(opener('1 upload')).toBeVisible();
    expect(page.getByRole('button').elements()).toHaveLength(1);
    tell({ id: 'upload_3', state: 'done' });
    await expect.element(opener(/upload/)).not.toBeInTheDocument();
  });

  it('tell progress and speed, and can be paused, taken up again and canceled', async () => {
    const { ports, tell } = await show([upload({})]);
    await opener('1 upload').click();
    tell({ sentBytes: 0 }, 11_000);
    tell({ sentBytes: 10_000_000, progress: 0.5 }, 13_000);
    await expect.element(page.getByText('20 MB of 40 MB · 5 MB/s')).toBeVisible();
    await expect
      .element(page.getByRole('progressbar', { name: 'Upload of film.mp4' }))
      .toHaveAttribute('aria-valuenow', '50');

    await page.getByRole('button', { name: 'Pause film.mp4' }).click();
    expect(ports.pause).toHaveBeenCalledWith('upload_1');
    await expect.element(page.getByText(/paused/)).toBeVisible();
    await page.getByRole('button', { name: 'Resume film.mp4' }).click();
    expect(ports.resume).toHaveBeenCalledWith('upload_1');
    await expect.element(page.getByText(/in the queue/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel film.mp4' }).click();
    expect(ports.cancel).toHaveBeenCalledWith('upload_1');
    await expect.element(page.getByText('film.mp4')).not.toBeInTheDocument();
  });

  it('say why one failed; it can be tried again, or taken off the list', async () => {
    const { ports } = await show([
      upload({ state: 'failed', retryable: true, error: 'No room left in your account.' }),
      upload({
        id: 'upload_2',
        filename: 'odd.bin',
        state: 'failed',
        error: 'The service does not accept this file.',
      }),
    ]);
    await opener('2 failed').click();
    await expect.element(page.getByText('No room left in your account.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try odd.bin again' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Take odd.bin off the list' }).click();
    expect(ports.settle).toHaveBeenCalledWith('upload_2');
    await expect.element(page.getByText('odd.bin')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Try film.mp4 again' }).click();
    expect(ports.retry).toHaveBeenCalledWith('upload_1');
    await expect.element(opener('1 upload')).toBeVisible();
  });

  it('are asked for anew when changes may have been missed', async () => {
    const { reopenWith } = await show([upload({})]);
    await expect.element(opener('1 upload')).toBeVisible();
    reopenWith([upload({ state: 'done' }), upload({ id: 'upload_2' }), upload({ id: 'upload_3' })]);
    await expect.element(opener('2 uploads')).toBeVisible();
  });

  it('say when a control did not work', async () => {
    const { ports } = await show([upload({})]);
    ports.pause.mockRejectedValueOnce(new Error('This upload cannot be paused now.'));
    await opener('1 upload').click();
    await page.getByRole('button', { name: 'Pause film.mp4' }).click();
    await expect.element(page.getByText('This upload cannot be paused now.').first()).toBeVisible();
  });
});
