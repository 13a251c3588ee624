// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { readDrop, WebPictureQuestion } from './index.ts';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

/** A drag of what a web page put on it. */
function dropped(types: Record<string, string>): DataTransfer {
  const transfer = new DataTransfer();
  for (const [type, data] of Object.entries(types)) transfer.setData(type, data);
  return transfer;
}
const ADDRESS = {
  'text/uri-list': 'https://pictures.example/cat.png',
  'text/html': '<img src="https://pictures.example/cat.png">',
};

test('words are words, and a picture that its address holds is a file without a question', async () => {
  expect(await readDrop(dropped({ 'text/plain': 'some words' }))).toEqual({
    files: [],
    problems: [],
    text: 'some words',
  });
  const { files } = await readDrop(
    dropped({ 'text/html': '<img src="data:image/png;base64,iVBORw0KGgo=">' }),
  );
  expect(files.map(({ name, type }) => [name, type])).toEqual([['picture.png', 'image/png']]);
});

test('a picture at an address is fetched when the person agrees', async () => {
  let asked = 0;
  desk.bytes('/desk/web-pictures', () => {
    asked += 1;
    return new Response('bytes', { headers: { 'content-type': 'image/png' } });
  });
  await renderPage(<WebPictureQuestion />);
  const drop = readDrop(dropped(ADDRESS));
  await expect.element(page.getByRole('dialog', { name: 'Fetch this picture?' })).toBeVisible();
  await expect.element(page.getByText(/ask pictures\.example for it/)).toBeVisible();
  expect(asked).toBe(0);
  await userEvent.click(page.getByRole('button', { name: 'Fetch picture' }));
  const { files, problems } = await drop;
  expect(asked).toBe(1);
  expect([files.map(({ name, type }) => [name, type]), problems]).toEqual([[['cat.png', 'image/png']], []]);
});

test('without consent nothing is fetched and nothing is said; why it cannot be had is a sentence', async () => {
  await renderPage(<WebPictureQuestion />);
  const drop = readDrop(dropped(ADDRESS));
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  expect(await drop).toEqual({ files: [], problems: [], text: null });
  expect(desk.seen).toEqual([]);
  const own = await readDrop(dropped({ 'text/html': '<img src="blob:https://example.com/1">' }));
  expect(own.problems).toEqual([
    'This picture has no address that Patchbay can fetch. Save it to this computer and drop the file.',
  ]);
});
