/** What people read in `renderer/keys`, by the file that shows it. */
export const keys = {
  /** Keys as the keyboards of the language have them. */
  hotkeys: {
    mod: 'Ctrl',
    alt: 'Alt',
    shift: 'Shift',
    space: 'Space',
    escape: 'Esc',
    enter: 'Enter',
    delete: 'Del',
    backspace: 'Backspace',
    home: 'Home',
    end: 'End',
    tab: 'Tab',
  },
  pressChord: {
    altgrKeyTypesSign: 'AltGr with this key types a sign. Choose another.',
    keyCannotUsedAnother: 'This key cannot be used. Choose another.',
    keyNeededEverywhereAnother: 'This key is needed everywhere. Choose another.',
    browsersKeyThemselvesAnother: 'Browsers take this key for themselves. Choose another.',
  },
} as const;
