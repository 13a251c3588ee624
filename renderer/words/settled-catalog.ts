import type { english } from './english/index.ts';
import type { Translated } from './translated.ts';

/** Pages whose functions say themselves what another language has for them. */
type Typed = 'commandWords' | 'nodeTypes';

/** All texts in a language. */
export type Catalog = Translated<Omit<typeof english, Typed>> & Pick<typeof english, Typed>;

let settled: Partial<Catalog> = {};

/** Has to be called before `index.ts` is loaded, which takes the texts once. */
export const setCatalog = (catalog: Partial<Catalog>): void => {
  settled = catalog;
};

/** The texts that are not English. */
export const settledCatalog = (): Partial<Catalog> => settled;
