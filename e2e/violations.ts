import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const themes = ['light', 'dark'] as const;

/** Nothing fades any more: a dialog that comes in, or colors that change, have the contrast of what shines through. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const passing = async () => {
      // What was just changed starts its transitions with the second frame.
      await frame();
      await frame();
      return document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    };
    for (let running = await passing(); running.length > 0; running = await passing())
      await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/**
 * What axe finds in both themes; of the second one contrast alone, as themes differ in nothing but colors. The page is
 * given axe once: reading it anew for each look, and running what was never run before, is most of the work of a look.
 */
export async function violations(page: Page): Promise<string[]> {
  const all: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const isThere = await page.evaluate(() => 'axe' in window);
    // Legacy: without a second page that only puts the results of frames together; the app has no frames.
    const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] });
    if (theme !== themes[0]) axe.withRules(['color-contrast']);
    await settled(page);
    const { violations: found } = await axe.analyze();
    for (const { id, nodes } of found)
      all.push(`${theme}: ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }
  return all;
}
