import { germanText } from '#shared/starters/german.ts';
import type { Language } from '#shared/desk/languages.ts';

/** The texts of the samples in a language; they are written in English. */
export const translatorTo = (language: Language): ((text: string) => string) =>
  language === 'de' ? germanText : (text) => text;

/** A picture with lettering that lies beside this file: `title-card.webp`, `title-card.de.webp`. */
export const samplePicture = (name: string, language: Language): URL =>
  new URL(language === 'en' ? `./${name}.webp` : `./${name}.${language}.webp`, import.meta.url);
