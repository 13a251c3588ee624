/** What people read in `renderer/keys`, by the file that shows it. */
export const keys = {
  pressChord: {
    altgrKeyTypesSign: 'AltGr with this key types a sign. Choose another.',
    keyCannotUsedAnother: 'This key cannot be used. Choose another.',
    keyNeededEverywhereAnother: 'This key is needed everywhere. Choose another.',
    browsersKeyThemselvesAnother: 'Browsers take this key for themselves. Choose another.',
  },
} as const;
