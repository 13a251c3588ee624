// @module-tag long
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { DragOut } from './drag-out.tsx';

const archive = {
  url: 'http://media.test/archive/1',
  name: 'Sunset.zip',
  id: 'zip_1',
  fileNames: ['a.png', 'b.png'],
  fileCount: 2,
  totalBytes: 2,
  withoutSettings: 0,
  unmarked: 0,
};
let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => {
  desk.restore();
  vi.unstubAllGlobals();
});

const handle = () => page.getByRole('button', { name: 'Drag to the desktop' });
function drag(): DragEvent {
  const event = new DragEvent('dragstart', {
    bubbles: true,
    cancelable: true,
    dataTransfer: new DataTransfer(),
  });
  handle().element().dispatchEvent(event);
  return event;
}

it('several leave a browser as one ZIP; a drag that is too early says so', async () => {
  let offer = (): void => undefined;
  const offered = new Promise<void>((resolve) => {
    offer = resolve;
  });
  desk.desk('createArchive', async () => {
    await offered;
    return archive;
  });
  await renderPage(<DragOut source={{ outputIds: ['1', '2'] }} />);
  await userEvent.hover(handle());
  expect(drag().defaultPrevented).toBe(true);
  await expect.element(page.getByText('Still being prepared').first()).toBeVisible();
  offer();
  await vi.waitFor(() =>
    expect(drag().dataTransfer?.getData('DownloadURL')).toBe(
      'application/zip:Sunset.zip:http://media.test/archive/1',
    ),
  );
});

it('several leave the app as files on the disk, all or none', async () => {
  desk.desk('createArchive', () => archive);
  const prepareDrag = vi
    .fn<(request: { mediaUrl: string; name: string }) => Promise<object>>()
    .mockResolvedValueOnce({ outcome: 'failed', message: 'The disk is full.' })
    .mockImplementation(async ({ name }) => ({ outcome: 'ready', id: `id of ${name}` }));
  const startDrag = vi.fn<(ids: readonly string[]) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('patchbay', { prepareDrag, startDrag });
  await renderPage(
    <>
      <DragOut source={{ outputIds: ['1', '2'] }} />
      <p>Elsewhere</p>
    </>,
  );
  await userEvent.hover(handle());
  await expect.element(page.getByText('The disk is full.').first()).toBeVisible();
  drag();
  expect(startDrag).not.toHaveBeenCalled();
  await userEvent.hover(page.getByText('Elsewhere'));
  await userEvent.hover(handle());
  await vi.waitFor(() => {
    expect(drag().defaultPrevented).toBe(true);
    expect(startDrag).toHaveBeenCalledWith(['id of a.png', 'id of b.png']);
  });
  expect(prepareDrag.mock.calls.slice(1).map(([{ mediaUrl }]) => mediaUrl)).toEqual([
    'http://media.test/archive/1/0',
    'http://media.test/archive/1/1',
  ]);
});
