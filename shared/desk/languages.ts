/** The languages of the pages, and which of them a person reads. */

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each as whoever reads it calls it, whatever language the page has. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** What a person may choose; `system` is the first language of the system, or of the browser, that the pages have. */
export type LanguageSetting = 'system' | Language;

/** Languages whose texts are complete; another one that was chosen is English until its texts are. */
export const SUPPORTED_LANGUAGES: readonly Language[] = ['en', 'de'];

const isOf = (language: Language, tag: string): boolean => tag === language || tag.startsWith(`${language}-`);

/** Of a tag such as `de-CH`; English of any language that the pages do not have. */
export const languageOf = (tag: string): Language =>
  LANGUAGES.find((language) => isOf(language, tag)) ?? 'en';

/** Some browsers pass on what a system without a language says of itself: `en-US@posix`. */
function canonicalTags(tag: string): readonly string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}

/**
 * The language of the texts as the person’s own variety of it, so that a date never stands in another language than the
 * sentence around it.
 * @param preferred what the person reads, best first, as tags
 * @returns a tag in its canonical form
 */
export function settleLocale(
  setting: LanguageSetting,
  preferred: readonly string[],
  supported: readonly Language[] = SUPPORTED_LANGUAGES,
): string {
  const tags = preferred.flatMap(canonicalTags);
  const selected = supported.find((language) => language === setting);
  const first = tags.flatMap((tag) => supported.filter((language) => isOf(language, tag)))[0];
  const language = selected ?? first ?? 'en';
  return tags.find((tag) => isOf(language, tag)) ?? language;
}

/** More are of no person. */
const MAX_ACCEPTED = 50;

/** The tags of an `Accept-Language` header, best first. */
export function acceptedLanguages(header: string | null): string[] {
  return (header ?? '')
    .split(',', MAX_ACCEPTED)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((text) => text.trim());
      const quality = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
