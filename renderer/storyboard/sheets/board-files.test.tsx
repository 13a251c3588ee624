// @module-tag long
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MediaRequest } from '#shared/desk/index.ts';
import { StoryboardDocument } from '#shared/storyboard/document.ts';
import { clearMediaUrls } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { SaveBoardDialog } from './save-board-dialog.tsx';
import { boardAsPdf, boardAsPicture, type BoardFile } from './board-files.ts';

let desk: DeskStandIn;
beforeEach(async () => {
  clearMediaUrls();
  desk = standInForDesk();
  const canvas = new OffscreenCanvas(160, 90);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, 160, 90);
  const url = URL.createObjectURL(await canvas.convertToBlob());
  desk.desk('mediaUrls', ({ body }) => ({
    urls: MediaRequest.parse(body).items.map(() => ({ url, downloadUrl: url, expiresAt: null })),
  }));
});
afterEach(() => desk.restore());

function fileOf(count: number, signal = new AbortController().signal): BoardFile & { parts: number[] } {
  const parts: number[] = [];
  const shots = Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    description: 'الميناء عند الغروب',
    panels: index === 0 ? [{ media: { fileId: 'file_1' } }] : [],
  }));
  const document = StoryboardDocument.parse({
    serviceType: 'storyboard',
    version: 1,
    sequences: [{ id: 'a', name: 'Quay', shots }],
  });
  const find = () => ({ fileId: 'file_1', filename: 'quay.png', contentType: 'image/png' });
  return { connectionId: 'local', document, find, signal, onProgress: (part) => parts.push(part), parts };
}

/** The pages of a PDF as they are seen. */
async function picturesIn(pdf: Blob): Promise<ImageBitmap[]> {
  const bytes = new Uint8Array(await pdf.arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  const streams = [...text.matchAll(/\/DCTDecode \/Length (\d+) >>\nstream\n/g)];
  return Promise.all(
    streams.map(({ index, 0: head, 1: length }) =>
      createImageBitmap(new Blob([bytes.slice(index + head.length, index + head.length + Number(length))])),
    ),
  );
}

/** The pixels of part of a picture, given in parts of a page of A4 in points. */
function pixelsOf(picture: ImageBitmap, x: number, y: number, width: number, height: number) {
  const scale = picture.width / 841.89;
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(x * scale, y * scale, width * scale, height * scale);
  return Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 3));
}
const isDark = (pixel: Uint8ClampedArray) => pixel.every((value) => value < 100);

it('has a page of paper for every six panels, with the picture in its frame and words that run from the right', async () => {
  const file = fileOf(7);
  const pdf = await boardAsPdf(file, { paper: 'a4', rows: 2 });
  expect(file.parts).toEqual([0.5, 1]);
  const text = new TextDecoder('latin1').decode(await pdf.arrayBuffer());
  expect(text.match(/\/MediaBox \[0 0 841\.89 595\.28\]/g)).toHaveLength(2);
  const pages = await picturesIn(pdf);
  expect(pages.map(({ width, height }) => [width, height])).toEqual([
    [2526, 1786],
    [2526, 1786],
  ]);
  const [first] = pages;
  if (!first) throw new Error('There is no page.');
  const [red] = pixelsOf(first, 100, 130, 1, 1);
  expect(red?.[0]).toBeGreaterThan(220);
  expect(red?.[1]).toBeLessThan(40);
  // The words of the first panel stand at the right of its column.
  const column = (841.89 - 68 - 28) / 3;
  const words = (x: number) => pixelsOf(first, x, 233, 60, 12).some(isDark);
  expect(words(34 + column - 60)).toBe(true);
  expect(words(34)).toBe(false);
});

it('puts all panels on one picture', async () => {
  const picture = await createImageBitmap(await boardAsPicture(fileOf(12)));
  expect(picture.width).toBeGreaterThan(900);
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(picture, 0, 0);
  expect([...context.getImageData(100, 120, 1, 1).data]).toEqual([255, 0, 0, 255]);
  await expect(boardAsPicture(fileOf(9999))).rejects.toThrow('too many panels for one picture');
});

it('ends when it is canceled', async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(boardAsPdf(fileOf(3, stop.signal), { paper: 'a4', rows: 3 })).rejects.toBe(stop.signal.reason);
});

it('is saved from a dialog, under the name of the board', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const saved: string[] = [];
  const { connectionId, document: board, find } = fileOf(2);
  const onClose = vi.fn<() => void>();
  const name = 'a/b: Äpfel?'.repeat(60);
  await renderPage(<SaveBoardDialog {...{ connectionId, find, onClose }} document={{ ...board, name }} />);
  await page.getByRole('radio', { name: /^Contact sheet/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(saved).toEqual([expect.stringMatching(/^a.{1,200}\.png$/)]);
  expect(saved[0]).not.toMatch(/[/:?]/);
  click.mockRestore();
});
