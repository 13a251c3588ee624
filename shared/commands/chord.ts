type Letter =
  | ('A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M')
  | ('N' | 'O' | 'P' | 'Q' | 'R' | 'S' | 'T' | 'U' | 'V' | 'W' | 'X' | 'Y' | 'Z');
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type Sign = ',' | '.' | '/' | '-' | '=' | '[' | ']' | 'Plus';
type Named =
  | ('Space' | 'Tab' | 'Enter' | 'Escape' | 'Delete' | 'Backspace' | 'Home' | 'End')
  | `F${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12}`
  | ('ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown');

/** A key with what is held, in this order: `Mod+Shift+Z`. `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export type Chord = `${'' | 'Mod+'}${'' | 'Alt+'}${'' | 'Shift+'}${Letter | Digit | Sign | Named}`;

const CHORD = new RegExp(
  '^(Mod\\+)?(Alt\\+)?(Shift\\+)?' +
    '([A-Z0-9,./=[\\]-]|Plus|Space|Tab|Enter|Escape|Delete|Backspace|Home|End|F[1-9]|F1[0-2]|Arrow(Left|Right|Up|Down))$',
);

/** Whether a stored text is a key with what is held, written as the command table writes it. */
export const isChord = (text: string): text is Chord => CHORD.test(text);

export const arrowKeys = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
] as const satisfies readonly Chord[];
