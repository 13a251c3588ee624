type Letter =
  | ('A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M')
  | ('N' | 'O' | 'P' | 'Q' | 'R' | 'S' | 'T' | 'U' | 'V' | 'W' | 'X' | 'Y' | 'Z');
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type Sign = ',' | '.' | '/' | '-' | '=' | 'Plus';
type Named =
  | ('Space' | 'Tab' | 'Enter' | 'Escape' | 'Delete' | 'Backspace' | 'Home' | 'End' | 'F2')
  | ('ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown');

/** A key with what is held, in this order: `Mod+Shift+Z`. `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export type Chord = `${'' | 'Mod+'}${'' | 'Alt+'}${'' | 'Shift+'}${Letter | Digit | Sign | Named}`;

export const arrowKeys = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
] as const satisfies readonly Chord[];
