/**
 * The sequence of a merged list. Of two items that all three lists have, the one goes first that a side put first where the
 * base has them the other way round; so each side's moves stay, whoever merges. An item that both sides have and the base has
 * not, as after a save whose answer was lost, goes as in mine. Where that leads in a circle, as both moved one item
 * differently, those in the circle go as in mine. What only one side has stands behind what it stands behind there; where
 * both put something behind the same item, the smaller id goes first.
 * @param base ids as both sides began with. @param remains whether an id is in the merged list.
 */
export function mergedSequence(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  remains: (id: string) => boolean,
): string[] {
  const [inOurs, inTheirs, inBase] = [new Set(ours), new Set(theirs), new Set(base)];
  const isCommon = (id: string) => !inBase.has(id) && inTheirs.has(id) && remains(id);
  const common = new Set(ours.filter(isCommon));
  const began = withCommon(
    base.filter((id) => inOurs.has(id) && inTheirs.has(id) && remains(id)),
    ours,
    common,
  );
  const isShared = new Set(began);
  const ofOurs = ours.filter((id) => isShared.has(id));
  const ofTheirs = theirs.filter((id) => isShared.has(id));
  const reorderedByTheirs = reorderedIds(began, ofTheirs);
  const reorderedByOurs = new Set([
    ...reorderedIds(began, ofOurs),
    ...[...reorderedByTheirs].filter((id) => common.has(id)),
  ]);
  const isLocal = (id: string) => remains(id) && !isShared.has(id);
  // What the other side moved away leaves behind what stood behind it.
  const isInOrder = (isReordered: (id: string) => boolean, isInTheirs: (id: string) => boolean) =>
    new Set(began.filter((id) => isReordered(id) || !isInTheirs(id)));
  const isOfOurs = (id: string) => reorderedByOurs.has(id);
  const isOfTheirs = (id: string) => reorderedByTheirs.has(id) && !common.has(id);
  const ourRuns = runsOf(ours, isInOrder(isOfOurs, isOfTheirs), isLocal);
  const theirRuns = runsOf(theirs, isInOrder(isOfTheirs, isOfOurs), isLocal);
  const reordered = new Set([...reorderedByOurs, ...reorderedByTheirs]);
  const sequence = new Set<string>();
  for (const id of [
    null,
    ...mergedMoves({ base: began, mine: ofOurs, theirs: ofTheirs, reordered, common }),
  ]) {
    if (id !== null) sequence.add(id);
    const runs = [ourRuns.get(id) ?? [], theirRuns.get(id) ?? []].filter((run) => run.length > 0);
    runs.sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0));
    for (const run of runs) for (const id of run) sequence.add(id);
  }
  return [...sequence];
}

/** Ids of the base that both sides have, and among them what both have and the base has not, behind what it is behind in mine. */
function withCommon(
  shared: readonly string[],
  ours: readonly string[],
  common: ReadonlySet<string>,
): readonly string[] {
  if (common.size === 0) return shared;
  const runs = runsOf(ours, new Set(shared), (id) => common.has(id));
  return [null, ...shared].flatMap((id) => [...(id === null ? [] : [id]), ...(runs.get(id) ?? [])]);
}

/** Pairs of items that are compared at most; where more were moved on both sides, mine stands whole. */
const MAX_PAIRS = 50_000_000;

/** Merges three sequences of the same ids. @param moved all that either side moved. @param common what goes as in mine. */
function mergedMoves({
  base,
  mine,
  theirs,
  reordered,
  common,
}: {
  base: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
  reordered: ReadonlySet<string>;
  common: ReadonlySet<string>;
}): readonly string[] {
  const isAsBase = (ids: readonly string[]) => ids.every((id, at) => id === base[at]);
  if (isAsBase(theirs) || mine.every((id, at) => id === theirs[at])) return mine;
  if (isAsBase(mine) && common.size === 0) return theirs;
  if (base.length * reordered.size > MAX_PAIRS) return mine;
  const indicesIn = (ids: readonly string[]) => {
    const positions = new Map(ids.map((id, index) => [id, index]));
    return Int32Array.from(base, (id) => positions.get(id) ?? 0);
  };
  const [ourIndices, theirIndices] = [indicesIn(mine), indicesIn(theirs)];
  const before = countsBefore(base, reordered, (first, second) => {
    const [isFirstInOurs, isFirstInTheirs] = [
      ourIndices[first]! < ourIndices[second]!,
      theirIndices[first]! < theirIndices[second]!,
    ];
    if (common.has(base[first]!) || common.has(base[second]!)) return isFirstInOurs;
    return first < second ? isFirstInOurs && isFirstInTheirs : isFirstInOurs || isFirstInTheirs;
  });
  const locations = base.map((_, index) => index).toSorted((a, b) => before[a]! - before[b]!);
  // So many before the first few as they have among themselves: nothing of the rest goes before any of them.
  let [from, sum] = [0, 0];
  const merged: string[] = [];
  for (const [at, position] of locations.entries()) {
    sum += before[position]!;
    if (sum !== (at * (at + 1)) / 2) continue;
    const circle = locations.slice(from, at + 1).toSorted((a, b) => ourIndices[a]! - ourIndices[b]!);
    for (const item of circle) merged.push(base[item]!);
    from = at + 1;
  }
  return merged;
}

/** How many items go before each one. @param precedes of two places in the base, of which one at least was moved. */
function countsBefore(
  base: readonly string[],
  shifted: ReadonlySet<string>,
  precedes: (first: number, second: number) => boolean,
): Int32Array {
  const counts = new Int32Array(base.length);
  const isReordered = base.map((id) => shifted.has(id));
  const shiftedIndices = base.flatMap((_, index) => (isReordered[index] ? [index] : []));
  let unmoved = 0;
  for (const [position] of base.entries()) {
    if (isReordered[position]) continue;
    counts[position]! += unmoved;
    unmoved += 1;
    for (const candidate of shiftedIndices) {
      if (precedes(candidate, position)) counts[position]! += 1;
      else counts[candidate]! += 1;
    }
  }
  for (const [at, first] of shiftedIndices.entries()) {
    for (const second of shiftedIndices.slice(at + 1)) {
      if (precedes(first, second)) counts[second]! += 1;
      else counts[first]! += 1;
    }
  }
  return counts;
}

/** What stands behind each anchor, up to the next one; behind null, what stands before all of them. @param remains what counts. */
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
export function reorderedIds(from: readonly string[], to: readonly string[]): ReadonlySet<string> {
  const positions = new Map(from.map((id, index) => [id, index]));
  const shared = to.filter((id) => positions.has(id));
  const locations = shared.map((id) => positions.get(id) ?? 0);
  if (locations.every((at, index) => index === 0 || at > (locations[index - 1] ?? 0))) return new Set();
  const kept = longestAscent(locations);
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
