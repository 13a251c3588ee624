import { languageOf } from '#shared/desk/languages.ts';
import { setCatalog } from './settled-catalog.ts';
import { setLocale } from './settled-locale.ts';

/**
 * Loads the texts of a page or worker. What uses them has to be imported afterwards, dynamically: a module takes its texts
 * once, when it is loaded. A wait at the top of `index.ts` would stop pieces of the app that wait for each other.
 * @param locale of the page, as its host says it: `de-CH`
 */
export async function settleWords(locale: string): Promise<void> {
  if (languageOf(locale) === 'de') {
    // The texts form their plurals and numbers by it, from when they are loaded.
    setLocale(locale);
    // The English texts come with the app: without the others the page can still be used.
    const loaded = await import('./german/index.ts').catch(() => null);
    if (loaded !== null) {
      setCatalog(loaded.german);
      return;
    }
  }
  setLocale(languageOf(locale) === 'en' && locale !== '' ? locale : 'en');
}
