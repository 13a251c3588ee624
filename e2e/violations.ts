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
 * Colors change at once while this is there. Between themes everything on a page would fade, and be styled and painted
 * anew for each frame: more work than the look. @returns what ends it.
 */
async function withoutTransitions(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle(() => {
    const added = new CSSStyleSheet();
    added.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }');
    document.adoptedStyleSheets.push(added);
    return added;
  });
  return async () => {
    await sheet.evaluate((added) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== added);
    });
    await sheet.dispose();
  };
}

/** The theme of the last look at a page: the next one begins with it, as each change of theme draws all anew. */
const lastTheme = new WeakMap<Page, (typeof themes)[number]>();

/**
 * What axe finds in both themes; of the second one contrast alone, as themes differ in nothing but colors. The page is
 * given axe once: reading it anew for each look, and running what was never run before, is most of the work of axe.
 */
export async function violations(page: Page): Promise<string[]> {
  const all: string[] = [];
  const first = lastTheme.get(page) ?? themes[0];
  const endStill = await withoutTransitions(page);
  for (const theme of themes.toSorted((a, b) => Number(b === first) - Number(a === first))) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    lastTheme.set(page, theme);
    const isThere = await page.evaluate(() => 'axe' in window);
    // Legacy: without a second page that only puts the results of frames together; the app has no frames.
    const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] });
    if (theme !== first) axe.withRules(['color-contrast']);
    await settled(page);
    const { violations: found } = await axe.analyze();
    for (const { id, nodes } of found)
      all.push(`${theme}: ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }
  await endStill();
  return all;
}
