import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Photographs for `npm run looks`. */

const folder = process.env['PATCHBAY_LOOKS'] ?? join(tmpdir(), 'patchbay-looks');

/** One of the windows alone, for a quick look. */
const only = process.env['PATCHBAY_LOOKS_WIDTH'];
const WINDOWS = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
].filter(({ width }) => only === undefined || Number(only) === width);

/** Two frames after the window or the theme changed everything stands where it belongs, in the colors it comes to have. */
const settled = (desk: Page) =>
  desk.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    );
  });

/** Photographs what is shown in each window and theme. @param before what each picture begins with. */
export async function look(desk: Page, name: string, before?: () => Promise<void>): Promise<void> {
  for (const size of WINDOWS) {
    const place = join(folder, `${size.width}x${size.height}`);
    mkdirSync(place, { recursive: true });
    await desk.setViewportSize(size);
    await settled(desk);
    await before?.();
    for (const colorScheme of ['light', 'dark'] as const) {
      await desk.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await desk.mouse.move(size.width / 2, size.height - 1);
      await settled(desk);
      await desk.screenshot({ path: join(place, `${name}-${colorScheme}.png`) });
    }
  }
}
