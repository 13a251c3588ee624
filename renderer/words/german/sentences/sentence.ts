/** A sentence of a service or of the desktop process with gaps as `{0}`, and the German one with the same gaps. */
export type SentencePairs = readonly (readonly [english: string, german: string])[];

const GAP = /\{\d\}/g;
/** Longer texts are no sentences. */
const MAX_LENGTH = 4000;
/** Sentences that stand in the gaps of others: `The graph cannot be run: …`. */
const MAX_DEPTH = 3;

interface Pattern {
  /** What stands before, between and behind the gaps. */
  readonly pieces: readonly string[];
  /** The gap behind each piece but the last. */
  readonly gaps: readonly string[];
  readonly german: string;
}

const patternOf = (english: string, german: string): Pattern => ({
  pieces: english.split(GAP),
  gaps: english.match(GAP) ?? [],
  german,
});

/** What stands in the gaps, or null where the text is another sentence. Takes time in proportion to the text. */
function valuesOf({ pieces, gaps }: Pattern, text: string): Map<string, string> | null {
  const last = pieces.at(-1) ?? '';
  const first = pieces[0] ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return null;
  const values = new Map<string, string>();
  let at = first.length;
  for (const [index, gap] of gaps.entries()) {
    const isLast = index === gaps.length - 1;
    const end = isLast ? text.length - last.length : text.indexOf(pieces[index + 1] ?? '', at);
    if (end < at) return null;
    values.set(gap, text.slice(at, end));
    at = end + (pieces[index + 1]?.length ?? 0);
  }
  return values;
}

/**
 * Says sentences in German that programs write in English.
 * @param wordOf the German word for a single one that stands in a gap, such as the label of a pin.
 * @returns a function that gives a text that it does not know as it is.
 */
export function sentenceTranslator(
  pairs: SentencePairs,
  wordOf: (word: string) => string,
): (text: string) => string {
  const whole = new Map(pairs.filter(([english]) => !english.includes('{0}')));
  const patterns = pairs
    .filter(([english]) => english.includes('{0}'))
    .map(([english, german]) => patternOf(english, german))
    // Of two that fit, the one that says more is meant.
    .toSorted((a, b) => b.pieces.join('').length - a.pieces.join('').length);
  const translate = (text: string, depth: number): string => {
    const known = whole.get(text);
    if (known !== undefined) return known;
    if (text.length > MAX_LENGTH || depth > MAX_DEPTH) return text;
    for (const pattern of patterns) {
      const values = valuesOf(pattern, text);
      if (values === null) continue;
      return pattern.german.replaceAll(GAP, (gap) => translate(values.get(gap) ?? '', depth + 1));
    }
    return depth === 0 ? text : wordOf(text);
  };
  return (text) => translate(text, 0);
}
