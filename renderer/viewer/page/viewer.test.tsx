import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearMediaUrls } from '#renderer/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryPicture } from '#renderer/testing/library-output.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { selectBackdrop } from '../model/ground.ts';
import { closeViewer, openCompare, openViewer, viewerStore } from '../model/viewer-store.ts';
import type { ViewedItem } from '../model/viewed-item.ts';
import { ViewerHost } from './viewer-host.tsx';

/** A picture whose left half has one color and whose right half another; null is transparent. */
async function halves(
  width: number,
  height: number,
  left: string | null,
  right: string | null,
): Promise<string> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  for (const [index, color] of [left, right].entries()) {
    if (color === null) continue;
    context.fillStyle = color;
    context.fillRect((index * width) / 2, 0, width / 2, height);
  }
  const url = URL.createObjectURL(await canvas.convertToBlob({ type: 'image/png' }));
  onTestFinished(() => URL.revokeObjectURL(url));
  return url;
}

const fileItem = (fileId: string, contentType: string, sizeBytes = 1000): ViewedItem => ({
  key: fileId,
  label: fileId,
  connectionId: 'con',
  runId: 'run_1',
  kind: contentType.startsWith('image/') ? 'image' : contentType.startsWith('video/') ? 'video' : 'file',
  output: { type: 'file', fileId, filename: fileId, contentType, sizeBytes },
});

const textItem = (key: string, value: string): ViewedItem => ({
  key,
  label: key,
  connectionId: 'con',
  runId: null,
  kind: 'text',
  output: { type: 'text', value },
});

let desk: DeskStandIn;
const urls = new Map<string, string>();
const sizes = new Map<string, { width: number; height: number }>();

beforeEach(() => {
  desk = standInForDesk();
  desk.desk('mediaUrls', ({ body }) => ({
    urls: (body as { items: { source: { fileId: string }; variant: string }[] }).items.map(
      ({ source, variant }) => ({
        url: `${urls.get(`${source.fileId} ${variant}`) ?? urls.get(source.fileId) ?? 'data:,'}#${variant}`,
        downloadUrl: urls.get(source.fileId) ?? 'data:,',
      }),
    ),
  }));
  desk.desk('mediaFacts', ({ body }) => {
    const { fileId } = body as { fileId: string };
    return { kind: 'image', ...(sizes.get(fileId) ?? { width: 40, height: 20 }), frames: 1, format: 'png' };
  });
});
afterEach(() => {
  closeViewer();
  selectBackdrop('checker');
  desk.restore();
  clearMediaUrls();
  urls.clear();
  sizes.clear();
});

const dialog = () => page.getByRole('dialog');
const percent = () =>
  page
    .getByRole('group', { name: 'Zoom' })
    .getByTitle('Screen pixels for each pixel of the picture')
    .element().textContent;
const stage = (index = 0): HTMLElement => document.querySelectorAll<HTMLElement>('[data-stage]')[index]!;
const drawnWidth = (index = 0): number =>
  stage(index).firstElementChild?.getBoundingClientRect().width ?? Number.NaN;

async function showPictures(...given: { id: string; url: string; width: number; height: number }[]) {
  for (const { id, url, width, height } of given) {
    urls.set(id, url);
    sizes.set(id, { width, height });
  }
  await renderPage(<ViewerHost />);
  return given.map(({ id }) => fileItem(id, 'image/png'));
}

describe('a picture', () => {
  it('is fitted, then 100 % of its own pixels, and nearer around the pointer', async () => {
    const items = await showPictures({
      id: 'a',
      url: await halves(3000, 1500, '#f00', '#00f'),
      width: 3000,
      height: 1500,
    });
    openViewer({ items, index: 0 });
    await expect.element(dialog()).toBeVisible();
    await vi.waitFor(() => expect(drawnWidth()).toBeGreaterThan(100));
    const ratio = window.devicePixelRatio;
    expect(drawnWidth()).toBeLessThanOrEqual(stage().clientWidth + 1);
    await vi.waitFor(() =>
      expect(percent()).toContain(`${Math.round((drawnWidth() / 3000) * ratio * 100)} %`),
    );
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('1');
    await vi.waitFor(() => expect(percent()).toContain('100 %'));
    expect(drawnWidth()).toBeCloseTo(3000 / ratio, 0);
    await userEvent.keyboard('f');
    await vi.waitFor(() => expect(drawnWidth()).toBeLessThanOrEqual(stage().clientWidth + 1));
    // The point under the pointer stays there.
    const box = stage().getBoundingClientRect();
    const at = { clientX: box.left + box.width * 0.25, clientY: box.top + box.height / 2 };
    const shareAt = () => {
      const drawn = stage().firstElementChild!.getBoundingClientRect();
      return (at.clientX - drawn.left) / drawn.width;
    };
    const before = shareAt();
    const width = drawnWidth();
    stage().dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -400, bubbles: true, cancelable: true }));
    await vi.waitFor(() => expect(drawnWidth()).toBeGreaterThan(width * 1.2));
    expect(shareAt()).toBeCloseTo(before, 2);
    await userEvent.keyboard('0');
    await vi.waitFor(() => expect(drawnWidth()).toBeCloseTo(width, 0));
  });

  it('gives the color under the pointer, and its size in pixels', async () => {
    const items = await showPictures({
      id: 'a',
      url: await halves(40, 20, '#336699', '#ffcc00'),
      width: 40,
      height: 20,
    });
    openViewer({ items, index: 0 });
    await expect.element(page.getByText('40 × 20 pixels')).toBeVisible();
    await vi.waitFor(() => expect(stage().querySelector('img')?.complete).toBe(true));
    const drawn = stage().firstElementChild!.getBoundingClientRect();
    const point = (share: number) =>
      stage().dispatchEvent(
        new PointerEvent('pointermove', {
          clientX: drawn.left + drawn.width * share,
          clientY: drawn.top + drawn.height / 2,
          bubbles: true,
        }),
      );
    await vi.waitFor(() => {
      point(0.25);
      expect(dialog().element().textContent).toContain('#336699');
    });
    point(0.75);
    await expect.element(page.getByText('#ffcc00')).toBeVisible();
  });

  it('gives the color of the original where a smaller copy is shown, and says when it is not read yet', async () => {
    const items = await showPictures({
      id: 'a',
      url: await halves(300, 150, '#f00', '#00f'),
      width: 3000,
      height: 1500,
    });
    urls.set('a original', await halves(512, 512, '#336699', '#336699'));
    openViewer({ items, index: 0 });
    await vi.waitFor(() => expect(stage().querySelector('img')?.complete).toBe(true));
    const drawn = stage().firstElementChild!.getBoundingClientRect();
    await vi.waitFor(() => {
      stage().dispatchEvent(
        new PointerEvent('pointermove', {
          clientX: drawn.left + drawn.width / 4,
          clientY: drawn.top + drawn.height / 2,
          bubbles: true,
        }),
      );
      expect(dialog().element().textContent).toContain('≈ #ff0000');
    });
    await expect.element(page.getByText(/^#336699$/)).toBeVisible();
  });

  it('has a ground behind it that a key changes', async () => {
    const items = await showPictures({
      id: 'a',
      url: await halves(40, 20, null, '#f00'),
      width: 40,
      height: 20,
    });
    openViewer({ items, index: 0 });
    await vi.waitFor(() => expect(stage().dataset['ground']).toBe('checker'));
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('g');
    await vi.waitFor(() => expect(stage().dataset['ground']).toBe('light'));
    await userEvent.keyboard('g');
    await vi.waitFor(() => expect(stage().dataset['ground']).toBe('dark'));
    expect(getComputedStyle(stage().firstElementChild!).backgroundImage).toBe('none');
  });

  it('of 300 megapixels is shown smaller, with a sentence, and its original is not asked for', async () => {
    const items = await showPictures({
      id: 'a',
      url: await halves(400, 300, '#f00', '#00f'),
      width: 20_000,
      height: 15_000,
    });
    openViewer({ items, index: 0 });
    await expect.element(page.getByText(/300 megapixels are more than a page can hold/)).toBeVisible();
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('1');
    await vi.waitFor(() => expect(percent()).toContain('100 %'));
    const shown = () => Array.from(stage().querySelectorAll('img'), ({ src }) => new URL(src).hash.slice(1));
    await vi.waitFor(() => expect(shown()).toContain('large'));
    expect(shown()).not.toContain('original');

    const part = () => stage().querySelector<HTMLImageElement>('img[data-region]');
    await vi.waitFor(() => expect(part()?.src).toMatch(/#original\?region=\d+,\d+,\d+,\d+$/));
    const [left, top, width, height] = (part()?.src ?? '').split('region=')[1]!.split(',').map(Number);
    expect(part()?.style).toMatchObject({
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    const ratio = window.devicePixelRatio;
    expect(part()?.getBoundingClientRect().width).toBeCloseTo((width ?? 0) / ratio, 0);
    await expect.element(page.getByText(/megapixels are more/)).not.toBeInTheDocument();
    await userEvent.keyboard('0');
    await expect.element(page.getByText(/megapixels are more/)).toBeVisible();
  });

  it('that cannot be read, or has no bytes, says so', async () => {
    desk.desk('mediaFacts', () => {
      throw new TypeError('never asked');
    });
    await renderPage(<ViewerHost />);
    openViewer({ items: [fileItem('empty', 'image/png', 0)], index: 0 });
    await expect.element(page.getByText(/This file is empty: it has 0 bytes/)).toBeVisible();
    expect(desk.calls('mediaFacts')).toEqual([]);
  });
});

it('a file is dragged out of a browser by its address, under its name', async () => {
  const items = await showPictures({
    id: 'a.png',
    url: await halves(40, 20, '#f00', '#00f'),
    width: 40,
    height: 20,
  });
  openViewer({ items, index: 0 });
  const handle = page.getByRole('button', { name: 'Drag to the desktop' });
  await userEvent.hover(handle);
  await vi.waitFor(() => {
    const drag = new DragEvent('dragstart', {
      bubbles: true,
      cancelable: true,
      dataTransfer: new DataTransfer(),
    });
    handle.element().dispatchEvent(drag);
    expect(drag.dataTransfer?.getData('DownloadURL')).toMatch(/^image\/png:[^:]+\.png:blob:/);
  });
});

it('I shows and closes the details', async () => {
  await renderPage(<ViewerHost renderDetails={() => <p>Made by a run</p>} />);
  openViewer({ items: [textItem('one', 'First')], index: 0 });
  await expect.element(dialog()).toBeVisible();
  const isShown = () => page.getByText('Made by a run').elements().length === 1;
  const before = isShown();
  await expect.element(dialog()).toHaveFocus();
  await userEvent.keyboard('i');
  await vi.waitFor(() => expect(isShown()).toBe(!before));
  await userEvent.keyboard('i');
  await vi.waitFor(() => expect(isShown()).toBe(before));
});

it('arrows lead to the next and the previous, Escape closes', async () => {
  await renderPage(<ViewerHost />);
  openViewer({ items: [textItem('one', 'First'), textItem('two', 'Second')], index: 0 });
  await expect.element(page.getByText('First', { exact: true })).toBeVisible();
  await expect.element(dialog()).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByText('Second', { exact: true })).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByText('First', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(viewerStore.getState().state.mode).toBe('closed'));
});

it('a text of 50 MB is shown in part, with a sentence', async () => {
  desk.desk('mediaText', () => ({ text: 'The beginning', isWhole: false, sizeBytes: 50_000_000 }));
  await renderPage(<ViewerHost />);
  openViewer({ items: [fileItem('long', 'text/plain', 50_000_000)], index: 0 });
  await expect.element(page.getByText('The beginning')).toBeVisible();
  await expect
    .element(page.getByText(/Only the first .* of 5\d MB are shown|Only the first .* of 4\d.* are shown/))
    .toBeVisible();
});

describe('a comparison', () => {
  it('of more than four outputs, or of one, is refused in a sentence', () => {
    const ten = Array.from({ length: 10 }, (_, index) => fileItem(`v${index}`, 'video/mp4'));
    expect(openCompare(ten)).toBe('10 outputs are too many to compare at once. Choose two to four.');
    expect(openCompare(ten.slice(0, 1))).toBe('Choose two to four outputs to compare.');
    expect(viewerStore.getState().state.mode).toBe('closed');
  });

  it('of pictures moves them together, whatever their sizes are', async () => {
    const items = await showPictures(
      { id: 'a', url: await halves(800, 400, '#f00', '#00f'), width: 800, height: 400 },
      { id: 'b', url: await halves(80, 40, '#f00', '#00f'), width: 80, height: 40 },
    );
    openCompare(items);
    await vi.waitFor(() => expect(drawnWidth(1)).toBeGreaterThan(50));
    expect(drawnWidth(1)).toBeCloseTo(drawnWidth(0), 0);
    const width = drawnWidth(0);
    const box = stage(1).getBoundingClientRect();
    stage(1).dispatchEvent(
      new WheelEvent('wheel', {
        clientX: box.left + 10,
        clientY: box.top + 10,
        deltaY: -300,
        bubbles: true,
        cancelable: true,
      }),
    );
    await vi.waitFor(() => expect(drawnWidth(0)).toBeGreaterThan(width * 1.2));
    expect(drawnWidth(1)).toBeCloseTo(drawnWidth(0), 0);
    const left = (index: number) =>
      stage(index).firstElementChild!.getBoundingClientRect().left -
      stage(index).getBoundingClientRect().left;
    expect(left(1)).toBeCloseTo(left(0), 0);
  });

  it('goes by keys to slider, blinking and difference, and says how much differs', async () => {
    const items = await showPictures(
      { id: 'a', url: await halves(40, 20, '#000', '#000'), width: 40, height: 20 },
      { id: 'b', url: await halves(40, 20, '#000', '#400000'), width: 40, height: 20 },
    );
    openCompare(items);
    await expect
      .element(page.getByRole('button', { name: 'Side by side' }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('w');
    await expect.element(page.getByRole('slider')).toBeInTheDocument();
    await userEvent.keyboard('b');
    await expect.element(page.getByRole('button', { name: 'Blink' }).last()).toBeInTheDocument();
    await userEvent.keyboard('{ArrowRight}');
    await vi.waitFor(() => expect(stage(1).parentElement?.dataset['shown']).toBe(''));
    await userEvent.keyboard('d');
    await expect.element(page.getByText('50.0 % of the pixels differ, by 64 of 255 at most.')).toBeVisible();
  });

  it('says of each output what differs, in panes, slider, blinking and pickers', async () => {
    const url = await halves(40, 20, '#000', '#400000');
    for (const id of ['a', 'b', 'c']) {
      urls.set(id, url);
      sizes.set(id, { width: 40, height: 20 });
    }
    const titles = ['Radius 30', 'Radius 60', 'Radius 90'];
    await renderPage(<ViewerHost renderTitled={(items, render) => render(titles.slice(0, items.length))} />);
    openCompare(['a', 'b', 'c'].map((id) => ({ ...fileItem(id, 'image/png'), label: 'Poster' })));
    for (const title of titles) {
      await expect.element(page.getByRole('figure').getByText(title)).toBeVisible();
      await expect.element(page.getByRole('img', { name: title })).toBeInTheDocument();
    }
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('w');
    await expect.element(page.getByRole('combobox', { name: 'First' })).toHaveTextContent('1. Radius 30');
    await expect.element(page.getByText('Radius 60', { exact: true })).toBeVisible();
    await userEvent.keyboard('b');
    await expect.element(page.getByText('Radius 30', { exact: true })).toBeVisible();
    expect(dialog().element().textContent).not.toContain('Poster');
  });

  it('is of one kind: C goes past what is of another, and says so where nothing is left', async () => {
    await renderPage(<ViewerHost />);
    const video = fileItem('clip', 'video/mp4');
    openViewer({ items: [textItem('one', 'a'), video, textItem('two', 'b')], index: 0 });
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('c');
    await expect.element(page.getByText('1 line only in “one”, 1 line only in “two”.')).toBeVisible();
    openViewer({ items: [textItem('one', 'a'), video], index: 0 });
    await expect.element(dialog()).toHaveFocus();
    expect(
      dialog()
        .getByRole('button', { name: /^Compare/ })
        .elements(),
    ).toHaveLength(0);
    await userEvent.keyboard('c');
    await expect.element(page.getByText('There is no other output of its kind here.')).toBeVisible();
    expect(viewerStore.getState().state.mode).toBe('single');
  });

  it('of texts shows the lines that only one has, and Escape leads back to the viewer', async () => {
    await renderPage(<ViewerHost />);
    const items = [textItem('one', 'a\nb\nc'), textItem('two', 'a\nB\nc')];
    openViewer({ items, index: 0 });
    await expect.element(dialog()).toBeVisible();
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('c');
    await expect.element(page.getByText('1 line only in “one”, 1 line only in “two”.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(viewerStore.getState().state.mode).toBe('single'));
  });
});

describe('a star', () => {
  const open = async (): Promise<void> => {
    const [item] = await showPictures({
      id: 'file_7',
      url: await halves(40, 20, '#f00', '#00f'),
      width: 40,
      height: 20,
    });
    openViewer({ items: [{ ...item!, key: 'poster.image' }, textItem('words', 'First')], index: 0 });
    await expect.element(dialog()).toHaveFocus();
  };
  // What a node made is the same file as the output of the run that goes by another name.
  const entry = libraryPicture(7, { connectionId: 'con', runId: 'run_1', key: 'Poster' });

  it('is set and removed by S and by its button, and is that of the gallery', async () => {
    let starred = false;
    desk.desk('searchOutputs', () => ({
      outputs: [{ ...entry, starred }],
      nextCursor: null,
      total: 1,
      unreadRuns: 0,
    }));
    desk.desk('changeOutputs', ({ body }) => {
      expect(body).toEqual({ outputIds: ['7'], starred: !starred });
      starred = !starred;
      return { outputs: [{ ...entry, starred }] };
    });
    await open();
    const button = page.getByRole('button', { name: 'Star the output' });
    await expect.element(button).toHaveAttribute('aria-pressed', 'false');
    await userEvent.keyboard('s');
    await expect.element(button).toHaveAttribute('aria-pressed', 'true');
    await button.click();
    await expect.element(button).toHaveAttribute('aria-pressed', 'false');
    expect(starred).toBe(false);
    // A text that no run made is not in the gallery, which is said.
    await userEvent.keyboard('{ArrowRight}s');
    await expect.element(page.getByText(/^The gallery does not list this/).first()).toBeInTheDocument();
  });

  it('that was not saved is not shown, and why is said', async () => {
    desk.desk('searchOutputs', () => ({ outputs: [entry], nextCursor: null, total: 1, unreadRuns: 0 }));
    desk.desk('changeOutputs', () => {
      throw new Problem(500, 'INTERNAL', 'The disk is full.');
    });
    await open();
    // It may be pressed before the gallery has said what it lists.
    await userEvent.keyboard('s');
    await expect.element(page.getByText('The star was not saved').first()).toBeInTheDocument();
    await expect
      .element(page.getByRole('button', { name: 'Star the output' }))
      .toHaveAttribute('aria-pressed', 'false');
  });
});
