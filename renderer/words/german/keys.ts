import type { Translated } from '../translated.ts';
import type { keys as english } from '../english/keys.ts';

export const keys: Translated<typeof english> = {
  hotkeys: {
    mod: 'Strg',
    alt: 'Alt',
    shift: 'Umschalt',
    space: 'Leertaste',
    escape: 'Esc',
    enter: 'Eingabetaste',
    delete: 'Entf',
    backspace: 'Rücktaste',
    home: 'Pos1',
    end: 'Ende',
    tab: 'Tab',
  },
  pressChord: {
    altgrKeyTypesSign: 'AltGr schreibt mit dieser Taste ein Zeichen. Eine andere wählen.',
    keyCannotUsedAnother: 'Diese Taste lässt sich nicht belegen. Eine andere wählen.',
    keyNeededEverywhereAnother: 'Diese Taste wird überall gebraucht. Eine andere wählen.',
    browsersKeyThemselvesAnother: 'Diese Taste behalten Browser für sich. Eine andere wählen.',
  },
};
