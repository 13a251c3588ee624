import { languageOf, settleLocale } from '#shared/desk/languages.ts';
import { settledLocale } from './settled-locale.ts';

/** How numbers, dates and lists are written: `de-CH`. */
export const locale = settledLocale() ?? settleLocale('en', navigator.languages);

/** The language of the texts. */
export const LANGUAGE = languageOf(locale);
