import { cutControls } from './cut-controls.ts';
import { expect, test } from './app.ts';

test.use({ locale: 'de-DE', viewport: { width: 1024, height: 700 } });

/** Pages without what somebody wrote, by their headings. */
const PAGES: Readonly<Record<string, string>> = {
  '/': 'Projekte',
  '/batches': 'Stapel',
  '/queue': 'Warteschlange',
  '/models': 'Modelle',
  '/connections': 'Verbindungen',
  '/settings': 'Einstellungen',
  '/shortcuts': 'Tastenkürzel',
  '/help': 'Hilfe',
};

/** Words that English sentences have and German ones have not. */
const ENGLISH = /\b(?:the|of|and|with|you|your|are|is|this|that|from|for|to|not|be|on|by)\b/;

test('in German each page has German words alone, and no control is cut @rig', async ({ desk }) => {
  await expect(desk.locator('html')).toHaveAttribute('lang', 'de-DE');
  // The page is let in by then: one that leaves sooner has no session.
  await expect(desk.getByRole('heading', { level: 1, name: PAGES['/'] })).toBeVisible();
  for (const [path, heading] of Object.entries(PAGES)) {
    await desk.goto(new URL(path, desk.url()).href);
    await expect(desk.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const texts = await desk.evaluate(() => {
      const named = [...document.querySelectorAll('[aria-label],[title],[placeholder]')].flatMap((element) =>
        ['aria-label', 'title', 'placeholder'].flatMap((name) => element.getAttribute(name) ?? []),
      );
      return [...document.body.innerText.split('\n'), ...named];
    });
    expect(texts.length).toBeGreaterThan(20);
    expect(
      texts.filter((text) => ENGLISH.test(text)),
      path,
    ).toEqual([]);
    expect(await cutControls(desk), path).toEqual([]);
  }
  await desk.goto(new URL('/', desk.url()).href);
  await desk.getByText('Welcome poster', { exact: true }).first().dblclick();
  await expect(desk.getByRole('button', { name: /ausführen/ }).first()).toBeVisible();
  for (const size of [
    { width: 1024, height: 700 },
    { width: 1440, height: 900 },
  ]) {
    await desk.setViewportSize(size);
    expect(await cutControls(desk), `the canvas, ${size.width} pixels`).toEqual([]);
  }
});
