/** Letters of scripts that are as wide as they are high, and signs like them. */
const isWide = (code: number): boolean => code >= 0x1100 && (code < 0x1200 || code >= 0x2e80);

/** Latin letters that are far from the average, as parts of their size. */
const WIDTHS: ReadonlyMap<string, number> = new Map(
  [
    { letters: 'MW@%', width: 0.92 },
    { letters: 'mw', width: 0.84 },
    { letters: 'ABCDGHKNOQRUVXYZ&', width: 0.68 },
    { letters: "iljI.,:;|!'", width: 0.28 },
    { letters: 'ftr()- ', width: 0.37 },
  ].flatMap(({ letters, width }) => letters.split('').map((letter) => [letter, width] as const)),
);
const AVERAGE_WIDTH = 0.6;

/** How many letters of a text fit a width at a size, by usual letter widths: measuring each costs a frame. */
function fitting(text: string, size: number, width: number): number {
  let left = width / size;
  let letters = 0;
  for (const letter of text) {
    left -= WIDTHS.get(letter) ?? (isWide(letter.codePointAt(0) ?? 0) ? 1 : AVERAGE_WIDTH);
    if (left < 0) return letters;
    letters += letter.length;
  }
  return letters;
}

const cutTexts = new Map<string, string>();
/** Cuts a text to what fits a width at a size. */
export function cut(text: string, size: number, width: number): string {
  const key = `${(width / size).toFixed(1)} ${text}`;
  const cached = cutTexts.get(key);
  if (cached !== undefined) return cached;
  if (cutTexts.size > 5000) cutTexts.clear();
  const most = fitting(text, size, width);
  const short = most >= text.length ? text : `${text.slice(0, fitting(text, size, width - size)).trimEnd()}…`;
  cutTexts.set(key, short);
  return short;
}

/** A text in rows of a width at a size, broken between words where that fits; the last row is cut. */
export function inRows(text: string, size: number, width: number, rows: number): string[] {
  const lines: string[] = [];
  let remaining = text.replaceAll(/\s+/g, ' ').trim();
  while (remaining !== '') {
    const most = fitting(remaining, size, width);
    if (most >= remaining.length || lines.length === rows - 1) {
      lines.push(cut(remaining, size, width));
      break;
    }
    // A row may end before the blank that would be its last letter; a word that is too long for one is cut.
    const blank = remaining.lastIndexOf(' ', most);
    const word = remaining.indexOf(' ');
    const end = blank > 0 ? blank : word < 0 ? remaining.length : word;
    lines.push(cut(remaining.slice(0, end), size, width));
    remaining = remaining.slice(end).trimStart();
  }
  return lines;
}
