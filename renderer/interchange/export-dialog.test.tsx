import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ExportDialog } from './export-dialog.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const clip = (id: string, fields: object = {}) => ({
  id,
  trackId: 'v',
  name: id,
  filename: `${id}.mp4`,
  startTime: 0,
  duration: 2,
  ...fields,
});
const show = async (clips: object[]) => {
  desk.api(endpoints.timelines.get, () => ({
    projectId: 'prj_1',
    version: 3,
    document: {
      serviceType: 'timeline',
      name: 'Opening',
      version: 1,
      timeline: { clips, tracks: [{ id: 'v' }] },
    },
    summary: { clipCount: clips.length, trackCount: 1, durationSeconds: 2 },
  }));
  const onClose = vi.fn<() => void>();
  await renderPage(<ExportDialog connectionId="local" projectId="prj_1" onClose={onClose} />);
  return onClose;
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('says before it writes what changes in each form, and writes an EDL without asking the service', async () => {
  const onClose = await show([clip('a', { opacity: 0.5 })]);
  await expect
    .element(page.getByRole('button', { name: /Effects that other programs do not show/ }))
    .toBeVisible();
  await page.getByText('EDL (CMX 3600)').click();
  await expect.element(page.getByRole('button', { name: /Opacity, volume and position/ })).toBeVisible();
  await button('Export').click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(desk.calls('timelines.exportOtioProject')).toEqual([]);
});

it('says so where everything goes as it is, and where there is nothing to list', async () => {
  await show([]);
  await expect
    .element(page.getByText('Everything in the timeline goes into the file as it is.'))
    .toBeVisible();
  await page.getByText('EDL (CMX 3600)').click();
  await expect.element(page.getByText('There are no clips, so there is nothing to list.')).toBeVisible();
  await expect.element(button('Export')).toBeDisabled();
});
