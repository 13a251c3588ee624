import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError, endpoints, type ApiClient } from '#shared/api/index.ts';
import type { DeskEvent, Upload } from '#shared/desk/index.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { showCanvas } from '../testing/show-canvas.tsx';

const FULL = 'The disk of this computer is full. Free some space on it, then try again.';

/** A canvas whose node is being given a file; the test plays the desktop process. */
async function show(options: { typesAreLate?: boolean } = {}) {
  const listeners = new Set<(event: DeskEvent) => void>();
  let reject: (error: Error) => void = () => undefined;
  let uploadId = '';
  const lateTypes = Promise.withResolvers<void>();
  const ports = standIn({ nodes: [], connections: [] });
  const realApi = ports.api as unknown as (endpoint: { id: string }, args: object) => Promise<unknown>;
  const { session } = await showCanvas(
    {
      ...ports,
      api: (async (endpoint: { id: string }, args: object) => {
        if (options.typesAreLate && endpoint.id === endpoints.nodeTypes.get.id) await lateTypes.promise;
        return realApi(endpoint, args);
      }) as unknown as ApiClient,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      startUpload: (_file, started) => {
        ({ uploadId } = started);
        return new Promise((_done, failed) => {
          reject = failed;
        });
      },
    },
    { width: 900, height: 600, typesAreLate: options.typesAreLate },
  );
  const photo = session.addNode('input/image', { x: 0, y: 0 }) ?? '';
  session.uploads.add(new File(['bytes'], 'picture.png', { type: 'image/png' }), photo, 'file', 'image');
  await vi.waitFor(() => expect(uploadId).not.toBe(''));
  const failed = (): Upload => ({
    id: uploadId,
    connectionId: 'local',
    projectId: ports.projectId,
    nodeId: photo,
    input: 'file',
    settled: false,
    filename: 'picture.png',
    contentType: 'image/png',
    sizeBytes: 5,
    receivedBytes: 0,
    sentBytes: 0,
    progress: 0,
    state: 'failed',
    fileId: null,
    error: FULL,
    problem: 'disk-full',
    retryable: false,
    createdAt: '2026-01-01T00:00:00Z',
  });
  return {
    session,
    photo,
    /** The event overtakes the response to the request that handed the file over. */
    tellFailed: () => {
      for (const listener of listeners) listener({ type: 'upload', upload: failed() });
    },
    respondFailed: () => reject(new ApiError({ status: 507, code: 'DISK_FULL', message: FULL })),
    typesCome: () => lateTypes.resolve(),
  };
}

const menuButton = () => page.getByRole('button', { name: 'What to do about the upload of picture.png' });

it('a file that this page still has can be tried again, also before the response of the first try is there', async () => {
  const { session, photo, tellFailed } = await show();
  tellFailed();
  await menuButton().click();
  await expect.element(page.getByRole('menuitem', { name: 'Try again' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Try again' }).click();
  expect(session.uploads.ofNode(photo)?.state).not.toBe('failed');
});

it('an open menu stays open when the response comes after the event', async () => {
  const { session, photo, tellFailed, respondFailed } = await show();
  tellFailed();
  await menuButton().click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  const tryAgain = page.getByRole('menuitem', { name: 'Try again' });
  const shown = tryAgain.element();
  respondFailed();
  await vi.waitFor(() => expect(session.uploads.ofNode(photo)?.problem).toBe('disk-full'));
  expect(tryAgain.element()).toBe(shown);
  await tryAgain.click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

it('an open menu stays open when the node types come and the node gets its picture', async () => {
  const { session, photo, tellFailed, respondFailed, typesCome } = await show({ typesAreLate: true });
  tellFailed();
  respondFailed();
  await menuButton().click();
  await expect.element(page.getByRole('menuitem', { name: 'Try again' })).toBeVisible();
  typesCome();
  await vi.waitFor(() => expect(session.catalog.pinsOf('input/image')).toBeDefined());
  await vi.waitFor(() => expect(session.scene.box(photo)?.layout.preview).not.toBeNull());
  await expect.element(page.getByRole('menuitem', { name: 'Try again' })).toBeVisible();
});
