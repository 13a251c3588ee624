import type { Catalog } from '../settled-catalog.ts';

/** All texts in German, by page, as far as they are there. */
export const german: Partial<Catalog> = {};
