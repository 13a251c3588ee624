import { foldText } from '#shared/search/index.ts';

/** The form in which earlier builds stored names. */
const foldCase = (name: string): string => name.normalize('NFKC').toLowerCase();

/** What a search asks stored texts for. */
export interface SearchTexts {
  /** What was typed in the form in which texts are stored; empty where nothing is searched. */
  folded: string;
  /** The same as earlier builds stored it, for texts that have not been folded anew yet. */
  previous: string;
}

/** What is typed into a search, in the forms of stored texts. */
export const searchTexts = (typed: string | undefined): SearchTexts => ({
  folded: foldText(typed ?? '').trim(),
  previous: foldCase(typed ?? '').trim(),
});
