import { CANVAS_KINDS, type CanvasItems } from '../canvas/items.ts';
import { selectedOperation, mergeCanvas } from '../canvas/merge.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { canvasTriple, walkCanvas, type CanvasTriple } from './canvas-changes.ts';
import * as fc from './property.ts';

/** What holds for every merge of what lies around nodes, checked without the code that merges: field by field on both sides. */

type Fields = Map<string, unknown>;

/** Where both put something is no question: each sees it where it put it itself. */
const PLACES: ReadonlySet<string> = new Set(['position', 'size', 'width', 'points', 'zoom', 'order']);
const isPlace = (key: string): boolean => PLACES.has(key.split('\u0000')[2] ?? '');
const ITEM = '';
const keyOf = (kind: string, id: string, field: string): string => `${kind}\u0000${id}\u0000${field}`;
const readable = (key: string): string => key.replaceAll('\u0000', ' ');

/** Everything that items say, one entry a field, and one that they are there. */
function fieldsOf(items: CanvasItems): Fields {
  const fields: Fields = new Map();
  for (const kind of CANVAS_KINDS) {
    for (const [id, item] of Object.entries(items[kind])) {
      fields.set(keyOf(kind, id, ITEM), true);
      for (const [field, value] of Object.entries(item)) fields.set(keyOf(kind, id, field), value);
    }
  }
  return fields;
}

const mergeOf = ({ base, mine, theirs }: CanvasTriple) => {
  const { operations, clashes } = mergeCanvas(base, mine, theirs);
  return {
    clashes,
    merged: walkCanvas(theirs, operations).items,
    /** With every question answered with mine. */
    chosen: walkCanvas(theirs, [...operations, ...clashes.map(selectedOperation)]).items,
  };
};

/** Changes of one side that the merge does not have, and changes of both that nobody is asked about. */
function lost(triple: CanvasTriple, { merged, clashes }: ReturnType<typeof mergeOf>): string[] {
  const [base, mine, theirs, has] = [triple.base, triple.mine, triple.theirs, merged].map(fieldsOf) as [
    Fields,
    Fields,
    Fields,
    Fields,
  ];
  const asked = new Set(clashes.map(({ kind, id, field }) => keyOf(kind, id, field ?? ITEM)));
  const problems: string[] = [];
  for (const key of new Set([...base.keys(), ...mine.keys(), ...theirs.keys(), ...has.keys()])) {
    const [kind = '', id = ''] = key.split('\u0000');
    if (asked.has(key) || asked.has(keyOf(kind, id, ITEM))) continue;
    const [was, own, now, is] = [base.get(key), mine.get(key), theirs.get(key), has.get(key)];
    const isBoth = !jsonEqual(own, was) && !jsonEqual(now, was) && !jsonEqual(own, now);
    if (isBoth && !isPlace(key)) problems.push(`${readable(key)}: both changed it and nobody is asked`);
    const expected = jsonEqual(own, was) ? now : own;
    if (!isBoth && !jsonEqual(is, expected)) problems.push(`${readable(key)}: a change of one side is lost`);
  }
  return problems;
}

/** What two merges say differently, but for where things lie that both moved. */
const different = (one: CanvasItems, other: CanvasItems): string[] => {
  const [left, right] = [fieldsOf(one), fieldsOf(other)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((key) => !isPlace(key) && !jsonEqual(left.get(key), right.get(key)))
    .map((key) => `${readable(key)} depends on who merges`);
};

function judge(triple: CanvasTriple): { broken: string[]; clashes: number } {
  const there = mergeOf(triple);
  const back = mergeOf({ base: triple.base, mine: triple.theirs, theirs: triple.mine });
  const questions = ({ clashes }: typeof there): string[] =>
    clashes.map(({ kind, id, field }) => `${kind} ${id} ${field}`).sort();
  const broken = lost(triple, there);
  if (!jsonEqual(questions(there), questions(back))) {
    broken.push(`asked ${questions(there).join()} here and ${questions(back).join()} there`);
  }
  broken.push(...different(there.chosen, back.merged), ...different(there.merged, back.chosen));
  return { broken, clashes: there.clashes.length };
}

/** Judges the generated merges of many seeds. @returns the rules that were broken, by seed, and what there was to ask. */
export function judgeCanvasMerges(
  firstSeed: number,
  count: number,
): { broken: Record<number, string[]>; clashes: number; collapsed: number } {
  const result = { broken: {} as Record<number, string[]>, clashes: 0, collapsed: 0 };
  const triples = fc.sample(canvasTriple, { seed: firstSeed, numRuns: count });
  for (const [at, triple] of triples.entries()) {
    const { broken, clashes } = judge(triple);
    if (broken.length > 0) result.broken[at] = broken;
    result.clashes += clashes;
    if (Object.values(triple.mine.frames).some((frame) => frame.collapsed)) result.collapsed += 1;
  }
  return result;
}
