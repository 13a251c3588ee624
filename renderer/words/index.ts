import { english } from './english/index.ts';
import { settledCatalog, type Catalog } from './settled-catalog.ts';

export * from './forms.ts';
export { LANGUAGE, locale } from './locale.ts';

/**
 * What people read on the pages, by page, in the language that was settled before this was loaded. New texts go here; those
 * of a page move here when the page is touched. Whole sentences, with functions for what stands in them: other languages
 * order them otherwise.
 */
export const words: Catalog = { ...english, ...settledCatalog() };
