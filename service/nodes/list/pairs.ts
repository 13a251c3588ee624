import { joinTraces } from '../list-traces.ts';
import { isMissing, LIST_KIND, type ListItem } from '../definition.ts';
import { nameOf } from './list-values.ts';

/** Items of two lists together, as a list of two that comes from both. */
export function pairOf(a: ListItem, b: ListItem, positions: readonly [number, number]): ListItem {
  const trace = joinTraces(a.trace ?? [nameOf(a, positions[0])], b.trace ?? [nameOf(b, positions[1])]);
  if (isMissing(a)) return { ...a, trace };
  if (isMissing(b)) return { ...b, trace };
  return { value: { kind: LIST_KIND, items: [a, b] }, trace };
}
