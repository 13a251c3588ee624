import '@vitest/browser-playwright';
import type { BrowserCommand } from 'vitest/node';

type Button = 'left' | 'middle' | 'right';

/** For tests in a page: moves the browser's pointer to a place of the window, in pixels, and presses a button there. */
export const pressAt: BrowserCommand<[x: number, y: number, button: Button]> = ({ page }, x, y, button) =>
  page.mouse.click(x, y, { button });
