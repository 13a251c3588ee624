import type { Page } from 'playwright';
import type { Viewport } from './references.ts';

export interface Point {
  x: number;
  y: number;
}

/** Where in a page gestures are made; client pixels. */
export interface PointerTargets {
  middle: Point;
  /** The header of a node. */
  header: Point;
  /** A text field on a node; null where there is none. */
  field: Point | null;
}

/** After so long nothing follows from a gesture any more. Milliseconds. */
const IDLE_MS = 300;

/** Where a header and a field are, nearest to the middle of the canvas. */
export async function pointerTargetsOf(page: Page, origin: Viewport): Promise<PointerTargets> {
  // A page behind another one makes no frames, and shows no nodes yet.
  await page.bringToFront();
  await page.locator('.react-flow__node').first().waitFor();
  // A view that has just moved comes to rest, and what was written is saved.
  await page.waitForTimeout(IDLE_MS);
  return page.evaluate(({ left, top, width, height }) => {
    const middle = { x: left + width / 2, y: top + height / 2 };
    const nearest = (selector: string, at: (rect: DOMRect) => Point): Point | null => {
      const points = [...document.querySelectorAll(selector)].flatMap((element) => {
        const rect = element.getBoundingClientRect();
        const point = at(rect);
        const isInside =
          rect.left > left && rect.right < left + width && rect.top > top && rect.bottom < top + height - 60;
        return isInside && element.contains(document.elementFromPoint(point.x, point.y)) ? [point] : [];
      });
      const distance = (point: Point) => Math.hypot(point.x - middle.x, point.y - middle.y);
      return points.sort((a, b) => distance(a) - distance(b))[0] ?? null;
    };
    const header = nearest('.react-flow__node', (rect) => ({
      x: rect.left + rect.width / 3,
      y: rect.top + 12,
    }));
    if (!header) throw new Error('No node is in view.');
    const field = nearest('.react-flow__node textarea', (rect) => ({
      x: rect.left + rect.width / 2,
      y: rect.top + rect.height / 2,
    }));
    return { middle, header, field };
  }, origin);
}
