import { germanText } from '#shared/starters/german.ts';
import type { Language } from '#shared/desk/languages.ts';

/** The texts of the samples in a language; they are written in English. */
export const translatorTo = (language: Language): ((text: string) => string) =>
  language === 'de' ? germanText : (text) => text;

export type SamplePicture = 'sample-project' | 'title-card' | 'photo-finish' | 'contact-sheet';

const pictures: Readonly<Record<Language, Readonly<Record<SamplePicture, URL>>>> = {
  en: {
    'sample-project': new URL('./sample-project.webp', import.meta.url),
    'title-card': new URL('./title-card.webp', import.meta.url),
    'photo-finish': new URL('./photo-finish.webp', import.meta.url),
    'contact-sheet': new URL('./contact-sheet.webp', import.meta.url),
  },
  de: {
    'sample-project': new URL('./sample-project.de.webp', import.meta.url),
    'title-card': new URL('./title-card.de.webp', import.meta.url),
    'photo-finish': new URL('./photo-finish.de.webp', import.meta.url),
    'contact-sheet': new URL('./contact-sheet.de.webp', import.meta.url),
  },
};

/** A picture with lettering that lies beside this file. */
export const samplePicture = (name: SamplePicture, language: Language): URL => pictures[language][name];
