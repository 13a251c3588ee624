import { english } from './english/index.ts';
import { completeCatalog } from './complete.ts';
import { settledCatalog, type Catalog } from './settled-catalog.ts';

export * from './forms.ts';
export { LANGUAGE, locale } from './locale.ts';

/**
 * What people read on the pages, by page, in the language that was settled before this was loaded. New texts go here; those
 * of a page move here when the page is touched. Whole sentences, with functions for what stands in them: other languages
 * order them otherwise.
 */
export const words: Catalog = inLanguage(settledCatalog());

function inLanguage(settled: Partial<Catalog>): Catalog {
  if (Object.keys(settled).length === 0) return english;
  const { commandWords = english.commandWords, nodeTypes = english.nodeTypes } = settled;
  // These two are complete by their types.
  const { commandWords: _commands, nodeTypes: _types, ...pages } = english;
  const complete: object = completeCatalog(pages, settled);
  return { ...english, ...complete, commandWords, nodeTypes };
}
