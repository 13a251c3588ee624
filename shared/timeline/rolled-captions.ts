/**
 * Captions that roll up, as YouTube and live television write them: each line comes at the bottom, is repeated while the next
 * one comes below it, and goes at the top. On a timeline every line would be shown two or three times.
 */

/** Lines that stay while others come below them; television has three, and fifteen rows in all. */
const MAX_CARRIED = 15;
/** Seconds between one cue and the next of a caption that rolls. */
const ADJACENT = 0.1;
/** Fewer repetitions than this are somebody who says a thing twice. */
const MIN_ROLLED = 3;

/** Words between two times, in seconds. */
interface Cue {
  from: number;
  to: number;
  words: string;
}

interface Roll {
  lines: readonly string[];
  /** How many of them stood at the bottom of the cue before. */
  carried: number;
  /** Whether the cue before ended as it begins. */
  isAdjacent: boolean;
  /** Whether a line of the cue before is gone. */
  hasDropped: boolean;
}

const linesOf = ({ words }: Cue): string[] => words.split('\n').map((line) => line.trim());

/** How many of the first lines of a cue are the last ones of another. */
function carriedLines(before: readonly string[], lines: readonly string[]): number {
  let count = Math.min(before.length, lines.length, MAX_CARRIED);
  while (count > 0 && !lines.slice(0, count).every((line, at) => line === before[before.length - count + at]))
    count -= 1;
  return count;
}

function rollsOf(captions: readonly Cue[]): Roll[] {
  let before: { lines: readonly string[]; to: number } = { lines: [], to: -Infinity };
  return captions.map((caption) => {
    const lines = linesOf(caption);
    const isAdjacent = Math.abs(caption.from - before.to) <= ADJACENT;
    const carried = isAdjacent ? carriedLines(before.lines, lines) : 0;
    const hasDropped = carried > 0 && carried < before.lines.length;
    before = { lines, to: caption.to };
    return { lines, carried, isAdjacent, hasDropped };
  });
}

/**
 * Captions of which each line is shown unrolled, where most of them repeat the lines above theirs; others as they are.
 * @param captions in order of time. @returns how many had repeated lines
 */
export function unrollCaptions(captions: readonly Cue[]): { captions: Cue[]; rolled: number } {
  const rolls = rollsOf(captions);
  const rolled = rolls.filter(({ carried }) => carried > 0).length;
  const adjacent = rolls.filter(({ isAdjacent }) => isAdjacent).length;
  const isRolling =
    rolled >= MIN_ROLLED && rolled * 2 > adjacent && rolls.some(({ hasDropped }) => hasDropped);
  if (!isRolling) return { captions: [...captions], rolled: 0 };
  const unrolled: Cue[] = [];
  for (const [index, caption] of captions.entries()) {
    const { lines, carried } = rolls[index] ?? { lines: linesOf(caption), carried: 0 };
    const last = unrolled.at(-1);
    if (carried === 0) unrolled.push({ ...caption });
    else if (carried < lines.length) unrolled.push({ ...caption, words: lines.slice(carried).join('\n') });
    else if (last) last.to = Math.max(last.to, caption.to);
  }
  return { captions: unrolled, rolled };
}
