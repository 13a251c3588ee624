export { FOLD_VERSION, foldText, wordsOf } from './fold-text.ts';
export { searchForgiving, SearchIndex, searchTexts, textMatcher } from './search-texts.ts';
export { Vocabulary } from './vocabulary.ts';
