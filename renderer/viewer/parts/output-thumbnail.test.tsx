import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { standInForDesk } from '#renderer/testing/desk-stand-in.ts';
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

it('reads the beginning of a text file once it stays in view, and nothing of those that scroll by', async () => {
  const desk = standInForDesk();
  onTestFinished(() => desk.restore());
  const read: string[] = [];
  desk.desk('mediaText', ({ body }) => {
    const { fileId } = body as { fileId: string };
    read.push(fileId);
    return { text: `Words of ${fileId}`, isWhole: true, sizeBytes: 20 };
  });
  const thumbnail = (fileId: string) => (
    <OutputThumbnail
      connectionId="local"
      named={{
        key: 'a',
        label: 'A',
        kind: 'file',
        output: { type: 'file', fileId, filename: 'a.txt', contentType: 'text/plain', sizeBytes: 20 },
      }}
    />
  );
  for (const fileId of ['file_1', 'file_2']) await (await renderPage(thumbnail(fileId))).unmount();
  await renderPage(thumbnail('file_3'));
  await expect.element(page.getByText('Words of file_3')).toBeVisible();
  expect(read).toEqual(['file_3']);
});
