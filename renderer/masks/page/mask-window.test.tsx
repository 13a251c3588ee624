import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { clearMediaUrls } from '#renderer/desk/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { MaskWindow } from './mask-window.tsx';

const PICTURE = { width: 400, height: 300 };

async function pictureUrl(width: number, height: number, color: string): Promise<string> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  const url = URL.createObjectURL(await canvas.convertToBlob({ type: 'image/png' }));
  onTestFinished(() => URL.revokeObjectURL(url));
  return url;
}

let desk: DeskStandIn;
let draft: { png: string; savedAt: string } | null;
let masks: { url: string; width: number; height: number };

beforeEach(async () => {
  clearMediaUrls();
  draft = null;
  const photo = await pictureUrl(PICTURE.width, PICTURE.height, '#336699');
  masks = { url: await pictureUrl(100, 100, '#ffffff'), width: 100, height: 100 };
  desk = standInForDesk();
  desk.desk('mediaUrls', ({ body }) => ({
    urls: (body as { items: { source: { fileId: string } }[] }).items.map(({ source }) => {
      const url = source.fileId === 'photo' ? photo : masks.url;
      return { url, downloadUrl: url };
    }),
  }));
  desk.desk('mediaFacts', ({ body }) => {
    const size = (body as { fileId: string }).fileId === 'photo' ? PICTURE : masks;
    return { kind: 'image', width: size.width, height: size.height, frames: 1, format: 'png' };
  });
  desk.desk('readMaskDraft', () => ({ draft }));
  desk.desk('writeMaskDraft', ({ body }) => {
    draft = { png: (body as { png: string }).png, savedAt: '2026-12-01T08:00:00Z' };
    return undefined;
  });
  desk.desk('removeMaskDraft', () => {
    draft = null;
    return undefined;
  });
});

async function openWindow(maskFileId: string | null = null) {
  const saved: File[] = [];
  const onSave = vi.fn<(file: File) => Promise<void>>(async (file) => void saved.push(file));
  const onClose = vi.fn<() => void>();
  const target = {
    connectionId: 'con',
    projectId: 'prj',
    nodeId: 'node',
    input: 'mask',
    title: 'Sky',
    picture: { fileId: 'photo', isPreview: false },
    maskFileId,
  };
  const shown = await renderPage(<MaskWindow target={target} onSave={onSave} onClose={onClose} />);
  const stage = page.getByRole('application', { name: /Picture with its mask/ });
  await expect.element(stage).not.toHaveAttribute('aria-busy');
  const save = async () => {
    await userEvent.keyboard('{Control>}s{/Control}');
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    return levels(saved.at(-1)!);
  };
  return { stage, onSave, onClose, saved, save, shown };
}

/** A drag over the stage, by shares of its width and height. */
async function drag(stage: { element: () => Element }, from: [number, number], to: [number, number]) {
  const element = stage.element();
  const box = element.getBoundingClientRect();
  const at = ([x, y]: [number, number]) => ({
    clientX: box.left + box.width * x,
    clientY: box.top + box.height * y,
    pointerId: 1,
    pointerType: 'mouse',
    isPrimary: true,
    bubbles: true,
    button: 0,
  });
  element.setPointerCapture = () => undefined;
  element.dispatchEvent(new PointerEvent('pointerdown', { ...at(from), buttons: 1 }));
  await new Promise(requestAnimationFrame);
  element.dispatchEvent(new PointerEvent('pointermove', { ...at(to), buttons: 1 }));
  await new Promise(requestAnimationFrame);
  element.dispatchEvent(new PointerEvent('pointerup', at(to)));
}

/** The gray levels of a mask, as a browser reads it. */
async function levels(file: Blob) {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return {
    width,
    height,
    at: (x: number, y: number) => data[(y * width + x) * 4]!,
    share: () =>
      data.reduce((sum, value, at) => (at % 4 === 0 ? sum + value : sum), 0) / 255 / (width * height),
  };
}

describe('drawing a mask', () => {
  it('a stroke is saved as a picture of the size of what it masks, named after its node', async () => {
    const { stage, save, saved } = await openWindow();
    await drag(stage, [0.45, 0.5], [0.55, 0.5]);
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
    const mask = await save();
    expect([saved[0]?.name, saved[0]?.type, mask.width, mask.height]).toEqual([
      'Sky mask.png',
      'image/png',
      PICTURE.width,
      PICTURE.height,
    ]);
    expect([mask.at(200, 150), mask.at(10, 10)]).toEqual([255, 0]);
    expect(draft).toBeNull();
  });

  it('keys choose tools, sizes and the whole mask; undo and redo go through the steps', async () => {
    const { stage, save } = await openWindow();
    const size = page.getByRole('slider', { name: 'Size' });
    await expect.element(size).toHaveAttribute('aria-valuetext', '16 px');
    await userEvent.keyboard(']]');
    await expect.element(size).toHaveAttribute('aria-valuetext', '23 px');
    await userEvent.keyboard('{Shift>}[BracketLeft]{/Shift}');
    await userEvent.keyboard('e');
    await expect
      .element(page.getByRole('button', { name: 'Eraser' }))
      .toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('b');
    await drag(stage, [0.45, 0.5], [0.55, 0.5]);
    await userEvent.keyboard('i');
    await userEvent.keyboard('{Control>}z{/Control}');
    await userEvent.keyboard('{Control>}z{/Control}');
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await userEvent.keyboard('i');
    const mask = await save();
    expect([mask.at(200, 150), mask.at(10, 10)]).toEqual([0, 255]);
  });

  it('a mask of another shape is said, and fitted as a person chooses', async () => {
    const { save } = await openWindow('mask');
    await expect
      .element(page.getByText(/This mask is 100 × 100 pixels and the picture 400 × 300/))
      .toBeVisible();
    await page.getByRole('combobox', { name: 'Fit the mask' }).click();
    await page.getByRole('option', { name: 'Whole, in the middle' }).click();
    const stage = page.getByRole('application', { name: /Picture with its mask/ });
    await expect.element(stage).not.toHaveAttribute('aria-busy');
    const mask = await save();
    expect([mask.at(200, 150), mask.at(20, 150), mask.at(380, 150)]).toEqual([255, 0, 0]);
  });

  it('what was not saved is kept, and gone on with; the saved mask is a press away', async () => {
    const { stage, onClose, shown } = await openWindow();
    await drag(stage, [0.45, 0.5], [0.55, 0.5]);
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
    await page.getByRole('button', { name: 'Close' }).click();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(draft?.png.startsWith('iVBORw0KGgo')).toBe(true);
    await shown.unmount();
    const again = await openWindow();
    await expect.element(page.getByText(/This goes on with what was drawn/)).toBeVisible();
    const mask = await again.save();
    expect(mask.at(200, 150)).toBe(255);
  });

  it('a mask that does not arrive stays in the window and on this computer', async () => {
    const { stage, onSave, onClose } = await openWindow();
    onSave.mockRejectedValueOnce(new Error('The service has no room.'));
    await drag(stage, [0.45, 0.5], [0.55, 0.5]);
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText(/The mask is not saved/).first()).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(draft).not.toBeNull());
  });
});
