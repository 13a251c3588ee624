import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { OutputThumbnail } from './output-thumbnail.tsx';

const show = (value: string) =>
  renderPage(
    <div style={{ width: 160, height: 120 }}>
      <OutputThumbnail
        connectionId="local"
        named={{ key: 'a', label: 'A', kind: 'text', output: { type: 'string', value } }}
      />
    </div>,
  );

it('shows a color as itself, with its name to be read', async () => {
  await show('#c0ffee');
  const name = page.getByText('#c0ffee');
  await expect.element(name).toBeVisible();
  expect(getComputedStyle(name.element().previousElementSibling!).backgroundColor).toBe('rgb(192, 255, 238)');
});

it('shows words that hold a color as words', async () => {
  await show('#c0ffee is light');
  const words = page.getByText('#c0ffee is light');
  await expect.element(words).toBeVisible();
  expect(words.element().previousElementSibling).toBeNull();
});

it('says that a text is empty', async () => {
  await show('\n');
  await expect.element(page.getByText('Empty text')).toBeVisible();
});
