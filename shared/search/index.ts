export { foldText } from './fold-text.ts';
export { correctedQuery, searchForgiving, searchTexts, textMatcher, wordsOf } from './search-texts.ts';
