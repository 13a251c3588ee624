import type { StarterId } from '#shared/starters/index.ts';
import { LANGUAGE } from '#renderer/words/index.ts';

/** What each starter gives when it is run as it is, by language; drawn anew by the test of the starters. */
const pictures = {
  en: {
    poster: new URL('./pictures/poster.webp', import.meta.url).href,
    'photo-finish': new URL('./pictures/photo-finish.webp', import.meta.url).href,
    'contact-sheet': new URL('./pictures/contact-sheet.webp', import.meta.url).href,
    'title-card': new URL('./pictures/title-card.webp', import.meta.url).href,
    film: new URL('./pictures/film.webp', import.meta.url).href,
    'product-cards': new URL('./pictures/product-cards.webp', import.meta.url).href,
  },
  de: {
    poster: new URL('./pictures/poster.de.webp', import.meta.url).href,
    'photo-finish': new URL('./pictures/photo-finish.de.webp', import.meta.url).href,
    'contact-sheet': new URL('./pictures/contact-sheet.de.webp', import.meta.url).href,
    'title-card': new URL('./pictures/title-card.de.webp', import.meta.url).href,
    film: new URL('./pictures/film.webp', import.meta.url).href,
    'product-cards': new URL('./pictures/product-cards.de.webp', import.meta.url).href,
  },
} satisfies Record<string, Record<StarterId, string>>;

export const starterPictures: Record<StarterId, string> = pictures[LANGUAGE];

/** The photo that starters bring along until a person has chosen another. */
export const lakePhoto = new URL('./pictures/lake.webp', import.meta.url).href;
