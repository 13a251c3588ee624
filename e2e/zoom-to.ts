import { expect } from '@playwright/test';
import type { EditorPage } from './pages/editor.ts';

/** How much one pixel of a pinch zooms: fifty of them double it. */
const STEP = 2 ** (1 / 50);

/** Zooms a shown canvas about its middle, as by a pinch, to at least a zoom. @param zoom 0.08 for 8 %. */
export async function zoomTo(editor: EditorPage, zoom: number): Promise<void> {
  const { page } = editor;
  /** The zoom once the canvas has drawn what came before. */
  const shown = () =>
    editor.canvas.locator('.react-flow__viewport').evaluate(async (element) => {
      for (const _frame of [1, 2]) await new Promise((done) => requestAnimationFrame(done));
      return new DOMMatrix(getComputedStyle(element).transform).a;
    });
  const box = (await editor.canvas.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down('Control');
  await expect
    .poll(
      async () => {
        const now = await shown();
        if (now >= zoom && now < zoom * STEP ** 2) return zoom;
        await page.mouse.wheel(0, Math.round(Math.log(now / zoom / STEP) / Math.log(STEP)));
        return now;
      },
      { intervals: [60], timeout: 60_000 },
    )
    .toBe(zoom);
  await page.keyboard.up('Control');
}
