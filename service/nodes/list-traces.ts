/** Names in a trace; what follows is not said. */
const MAX_TRACE = 8;

/** Traces of all that an item is made of, each name once. */
export function joinTraces(...traces: readonly (readonly string[])[]): readonly string[] {
  const filled = traces.filter(({ length }) => length > 0);
  if (filled.length === 1 && filled[0]!.length <= MAX_TRACE) return filled[0]!;
  return [...new Set(filled.flat())].slice(0, MAX_TRACE);
}
