import type { StarterId } from '#shared/starters/index.ts';

/** What each starter gives when it is run as it is; drawn anew by the test of the starters. */
export const starterPictures: Record<StarterId, string> = {
  poster: new URL('./pictures/poster.webp', import.meta.url).href,
  'photo-finish': new URL('./pictures/photo-finish.webp', import.meta.url).href,
  'contact-sheet': new URL('./pictures/contact-sheet.webp', import.meta.url).href,
  'title-card': new URL('./pictures/title-card.webp', import.meta.url).href,
  film: new URL('./pictures/film.webp', import.meta.url).href,
  'product-cards': new URL('./pictures/product-cards.webp', import.meta.url).href,
};

/** The photo that starters bring along until a person has chosen another. */
export const lakePhoto = new URL('./pictures/lake.webp', import.meta.url).href;
