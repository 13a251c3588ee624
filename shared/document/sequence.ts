/**
 * The sequence of a merged list: that of mine, with what only the other side moved or added behind what it stands behind
 * there. Where both put something behind the same item, the smaller id goes first, whoever merges.
 * @param base ids as both sides began with. @param remains whether an id is in the merged list.
 */
export function mergedSequence(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  remains: (id: string) => boolean,
): string[] {
  const inBase = new Set(base);
  const movedHere = movedIds(base, mine);
  const movedThere = movedIds(base, theirs);
  const isAnchor = (id: string) =>
    inBase.has(id) && remains(id) && (movedHere.has(id) || !movedThere.has(id));
  const anchors = mine.filter(isAnchor);
  const isAnchored = new Set(anchors);
  // What the other side alone moved stands where it stands there.
  const here = runsOf(mine, isAnchored, (id) => remains(id) && !inBase.has(id));
  const there = runsOf(theirs, isAnchored, remains);
  const sequence: string[] = [];
  const placed = new Set<string>();
  const place = (id: string) => {
    if (placed.has(id)) return;
    placed.add(id);
    sequence.push(id);
  };
  for (const anchor of [null, ...anchors]) {
    if (anchor !== null) place(anchor);
    const runs = [here.get(anchor) ?? [], there.get(anchor) ?? []].filter((run) => run.length > 0);
    runs.sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0));
    for (const run of runs) for (const id of run) place(id);
  }
  return sequence;
}

/** What stands behind each anchor, up to the next one; behind null, what stands before all of them. */
function runsOf(
  ids: readonly string[],
  anchors: ReadonlySet<string>,
  remains: (id: string) => boolean,
): Map<string | null, string[]> {
  const runs = new Map<string | null, string[]>();
  let anchor: string | null = null;
  for (const id of ids) {
    if (anchors.has(id)) anchor = id;
    else if (remains(id)) {
      const run = runs.get(anchor);
      if (run) run.push(id);
      else runs.set(anchor, [id]);
    }
  }
  return runs;
}

/** The fewest ids that were moved to come from one sequence to another; ids that only one of them has do not count. */
export function movedIds(from: readonly string[], to: readonly string[]): ReadonlySet<string> {
  const place = new Map(from.map((id, index) => [id, index]));
  const shared = to.filter((id) => place.has(id));
  const places = shared.map((id) => place.get(id) ?? 0);
  if (places.every((at, index) => index === 0 || at > (places[index - 1] ?? 0))) return new Set();
  const kept = longestAscent(places);
  return new Set(shared.filter((_, index) => !kept.has(index)));
}

/** Indexes of a longest ascending part of the numbers, which are all different. */
function longestAscent(numbers: readonly number[]): Set<number> {
  // tails[n]: index of the smallest number that an ascending part of length n + 1 ends with.
  const tails: number[] = [];
  const before: (number | null)[] = [];
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? null : (tails[low - 1] ?? null);
    tails[low] = index;
  }
  const ascent = new Set<number>();
  for (let at: number | null = tails.at(-1) ?? null; at !== null; at = before[at] ?? null) ascent.add(at);
  return ascent;
}
