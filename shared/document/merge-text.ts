/**
 * Merging two changes of one text, so that no word that somebody wrote is lost: changes of different places are both made, and
 * where both wrote in the same place both texts stand there, theirs first.
 */

/** From `start` to `end` of the base there is `text` now. Characters are those of JavaScript strings. */
interface Change {
  start: number;
  end: number;
  text: string;
}

export interface MergedText {
  text: string;
  /** Whether both wrote in one place, so that somebody should look it over. */
  isJoined: boolean;
}

/** Of longer texts only the piece from the first to the last difference is compared. Words times words. */
const MAX_COMPARED = 1_000_000;

/**
 * @param base what both began with. @param separator between two texts that stand in one place.
 * @returns what has both changes.
 */
export const mergeText = (base: string, ours: string, theirs: string, separator = '\n'): MergedText =>
  merge([base, ours, theirs], (ofTheirs, ofOurs) => joinTexts(ofTheirs, ofOurs, separator));

/**
 * Makes an edit of one text in another that has moved on: what was typed stands where the cursor was, before what others put there.
 * @param from, to the text before and after the edit. @param onto what `from` has become meanwhile.
 */
export const rebaseText = (from: string, to: string, onto: string): string =>
  merge([from, to, onto], (ofTheirs, ofOurs) => ofOurs + ofTheirs).text;

function merge(
  [base, ours, theirs]: [string, string, string],
  join: (theirs: string, ours: string) => string,
): MergedText {
  if (ours === theirs || theirs === base) return { text: ours, isJoined: false };
  if (ours === base) return { text: theirs, isJoined: false };
  const changes = [
    ...changesOf(base, theirs).map((change) => ({ ...change, isMine: false })),
    ...changesOf(base, ours).map((change) => ({ ...change, isMine: true })),
  ].toSorted((a, b) => a.start - b.start || a.end - b.end);
  let text = '';
  let isJoined = false;
  let at = 0;
  for (let index = 0; index < changes.length;) {
    const first = changes[index]!;
    const group = [first];
    let end = first.end;
    for (index += 1; index < changes.length && isAdjacent(first.start, end, changes[index]!); index += 1) {
      group.push(changes[index]!);
      end = Math.max(end, changes[index]!.end);
    }
    const [ofTheirs, ofOurs] = [false, true].map((isOurs) =>
      group.flatMap((change) => (change.isMine === isOurs ? [change.text] : [])).join(''),
    ) as [string, string];
    text += base.slice(at, first.start);
    const joined = join(ofTheirs, ofOurs);
    isJoined ||= joined !== ofTheirs && joined !== ofOurs;
    text += joined;
    at = end;
  }
  return { text: text + base.slice(at), isJoined };
}

/** Whether a change touches what is changed from `start` to `end`: it overlaps, or both put something in at one place. */
const isAdjacent = (start: number, end: number, change: Change): boolean =>
  change.start < end || (change.start === end && start === end && change.end === change.start);

function joinTexts(theirs: string, ours: string, separator: string): string {
  // One goes on where the other had come to.
  if (theirs.startsWith(ours)) return theirs;
  if (ours.startsWith(theirs)) return ours;
  return /\s$/.test(theirs) || /^\s/.test(ours) ? theirs + ours : theirs + separator + ours;
}

/** What was changed, in its order. */
function changesOf(base: string, candidate: string): Change[] {
  const [ofBase, ofCandidate] = [wordsOf(base), wordsOf(candidate)];
  let [first, last] = [0, 0];
  const least = Math.min(ofBase.length, ofCandidate.length);
  while (first < least && ofBase[first] === ofCandidate[first]) first += 1;
  while (last < least - first && ofBase.at(-1 - last) === ofCandidate.at(-1 - last)) last += 1;
  const [before, after] = [ofBase, ofCandidate].map((words) => words.slice(first, words.length - last)) as [
    string[],
    string[],
  ];
  const start = ofBase.slice(0, first).join('').length;
  return pairsOf(before, after).map((change) =>
    trimmed(base, { ...change, start: change.start + start, end: change.end + start }),
  );
}

/** Each word with the blanks behind it: blanks alone are nothing that two texts have in common. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

/** The changes between two lists of words, by their longest common subsequence. */
function pairsOf(before: readonly string[], after: readonly string[]): Change[] {
  if (before.length === 0 && after.length === 0) return [];
  if (before.length * after.length > MAX_COMPARED)
    return [{ start: 0, end: before.join('').length, text: after.join('') }];
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!);
    }
  }
  const changes: Change[] = [];
  let open: Change | null = null;
  let [row, column, at] = [0, 0, 0];
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      open = null;
      at += before[row]!.length;
      row += 1;
      column += 1;
      continue;
    }
    if (open === null) {
      open = { start: at, end: at, text: '' };
      changes.push(open);
    }
    const isRemoved =
      column === after.length ||
      (row < before.length && lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!);
    if (isRemoved) {
      at += before[row]!.length;
      open.end = at;
      row += 1;
    } else {
      open.text += after[column]!;
      column += 1;
    }
  }
  return changes;
}

/** A change without what begins and ends as before; never within a character of two halves. */
function trimmed(base: string, { start, end, text }: Change): Change {
  const old = base.slice(start, end);
  const least = Math.min(old.length, text.length);
  let [first, last] = [0, 0];
  while (first < least && old[first] === text[first]) first += 1;
  if (isHalf(old, first) || isHalf(text, first)) first -= 1;
  while (last < least - first && old.at(-1 - last) === text.at(-1 - last)) last += 1;
  if (isHalf(old, old.length - last) || isHalf(text, text.length - last)) last -= 1;
  return { start: start + first, end: end - last, text: text.slice(first, text.length - last) };
}

/** Whether a place is between the two halves of a character. */
const isHalf = (text: string, at: number): boolean =>
  at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
