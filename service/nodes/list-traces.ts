/** Names in a trace; what follows is not said. */
const MAX_TRACE = 8;

/** Traces of all that an item is made of, each name once. */
export function joinTraces(...traces: readonly (readonly string[])[]): readonly string[] {
  const filled = traces.filter(({ length }) => length > 0);
  if (filled.length === 1 && filled[0]!.length <= MAX_TRACE) return filled[0]!;
  return [...new Set(filled.flat())].slice(0, MAX_TRACE);
}

/** Letters of the name of a file in what its item is called. */
const MAX_NAME = 60;

/** What items that are files are called: by their names without endings, and by their numbers too where two have one name. */
export function tracesOfFiles(filenames: readonly string[]): string[] {
  const stems = filenames.map(
    (name) =>
      name
        .replace(/\.[^.]{1,10}$/, '')
        .replaceAll(/\p{Cc}/gu, ' ')
        .slice(0, MAX_NAME)
        .trim() || 'file',
  );
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return stems.map((stem, at) => ((counts.get(stem) ?? 0) > 1 ? `${stem} (${at + 1})` : stem));
}
