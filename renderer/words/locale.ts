/** The language of the texts; a second one begins with a catalog beside `english`. */
export const LANGUAGE = 'en';

/**
 * How numbers, dates and lists are written: as the person's own variety of the language has it, so that a date never
 * stands in another language than the sentence around it.
 * @param preferred what the person reads, best first.
 */
export const localeOf = (preferred: readonly string[]): string =>
  preferred.find((tag) => (tag === LANGUAGE || tag.startsWith(`${LANGUAGE}-`)) && isWellFormed(tag)) ??
  LANGUAGE;

/** Some browsers pass on what a system without a language says of itself: `en-US@posix`. */
function isWellFormed(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

export const locale = localeOf(navigator.languages);
