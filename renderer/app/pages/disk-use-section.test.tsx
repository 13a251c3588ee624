// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DISK_KINDS, type DiskUse } from '#shared/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { DiskUseSection } from './disk-use-section.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const useOf = (sizes: Partial<Record<(typeof DISK_KINDS)[number], number>>): DiskUse => ({
  folder: '/home/ada/Patchbay',
  freeBytes: 5_000_000_000,
  kinds: DISK_KINDS.map((kind) => ({ kind, bytes: sizes[kind] ?? 0, files: sizes[kind] ? 1 : 0 })),
  isComplete: true,
});

test('says where the data lies and what it takes, and clears previews alone', async () => {
  desk.desk('getDiskUse', () => useOf({ files: 3_000_000, previews: 1_500_000 }));
  let cleared = 0;
  desk.desk('clearPreviews', () => {
    cleared += 1;
    return useOf({ files: 3_000_000 });
  });
  await renderPage(<DiskUseSection />);
  await expect.element(page.getByText('/home/ada/Patchbay')).toBeVisible();
  await expect.element(page.getByText('4.5 MB')).toBeVisible();
  await expect.element(page.getByText('5 GB are free on this disk.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.element(page.getByText('1.5 MB of previews are cleared')).toBeVisible();
  expect(cleared).toBe(1);
  // It keeps the focus, says why, and does nothing more.
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  await expect.element(clear).toHaveAttribute('aria-description', 'There are no previews to clear.');
  await expect.element(clear).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(cleared).toBe(1);
});

test('a folder that cannot be measured says so, with another try', async () => {
  let tries = 0;
  desk.desk('getDiskUse', () => {
    tries += 1;
    if (tries === 1) throw new Problem(500, 'STORAGE', 'The disk does not answer.');
    return useOf({ files: 10 });
  });
  await renderPage(<DiskUseSection />);
  await page.getByRole('button', { name: /again/i }).click();
  await expect.element(page.getByText('Files and outputs')).toBeVisible();
});
