import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { LimitDialog } from './limit-dialog.tsx';

const lines = ['8 s, 3 credits (up to 4 credits) (n = 9)'];

it('a run above the limit starts after a yes alone', async () => {
  const confirm = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  await renderPage(<LimitDialog question={{ lines, limit: 2_000_000, confirm }} onClose={onClose} />);
  const dialog = page.getByRole('dialog', { name: 'Run above your limit?' });
  await expect.element(dialog.getByText(/above 2 credits/)).toBeVisible();
  await expect.element(dialog.getByText(/8 s, 3 credits \(up to 4 credits\)/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Do not run' }).click();
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(confirm).not.toHaveBeenCalled();
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  expect(confirm).toHaveBeenCalledTimes(1);
});
