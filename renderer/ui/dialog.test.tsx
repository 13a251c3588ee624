import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Dialog } from './dialog.tsx';

it('keeps its title and its buttons in a window that is lower than what it says', async () => {
  await page.viewport(800, 400);
  await renderPage(
    <Dialog open title="Export film" onClose={() => undefined} footer={<button type="button">Export</button>}>
      <div style={{ height: 2000 }}>Many choices</div>
    </Dialog>,
  );
  const edges = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom };
  };
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeVisible();
  expect(edges(page.getByRole('button', { name: 'Export' }).element()).bottom).toBeLessThanOrEqual(400);
  expect(edges(page.getByRole('dialog').element()).bottom).toBeLessThanOrEqual(400);
  expect(edges(page.getByRole('heading', { name: 'Export film' }).element()).top).toBeGreaterThanOrEqual(0);
});

it('what is in it ends well above its edge where no buttons are below', async () => {
  await renderPage(
    <Dialog open title="Make a picture" onClose={() => undefined}>
      <button type="button">Make the picture</button>
    </Dialog>,
  );
  const button = page.getByRole('button', { name: 'Make the picture' });
  await expect.element(button).toBeVisible();
  const { bottom } = button.element().getBoundingClientRect();
  expect(page.getByRole('dialog').element().getBoundingClientRect().bottom - bottom).toBeGreaterThanOrEqual(
    16,
  );
});
