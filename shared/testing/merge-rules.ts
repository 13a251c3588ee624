import {
  applySelected,
  diff,
  findNode,
  rebase,
  stableStringify,
  validateGraph,
  type Graph,
  type GraphNode,
  type Rebased,
} from '../graph/index.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { mergeTriple, type MergeTriple } from './merge-triples.ts';

/** What holds for every merge, checked without the code that merges: field by field on both sides. */

interface MergeVerdict {
  /** Sentences about rules that were broken; empty when all hold. */
  broken: string[];
  clashes: number;
  cycles: number;
}

/** A value of its own, as another computer would have it. */
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

type Fields = Map<string, unknown>;
const isCycle = ({ reason }: { reason?: string }): boolean => reason !== undefined;
const fieldKey = (nodeId: string, field: string): string => `${nodeId}\u0000${field}`;

const merged = ({ base, mine, theirs }: MergeTriple): Rebased => rebase(base, diff(base, mine), theirs);
/** The merge with every question answered with mine. */
const withMine = (triple: MergeTriple, { operations, clashes, ours }: Rebased): Graph =>
  applySelected({ base: triple.base, ours, theirs: triple.theirs }, operations, clashes).graph;

/** Everything a graph says, one entry a field; what does not count, such as the order of lists, is left out. */
function fieldsOf(graph: Graph): Fields {
  const fields: Fields = new Map();
  for (const node of graph.nodes) {
    fields.set(fieldKey(node.id, 'node'), node.type);
    if (node.title != null) fields.set(fieldKey(node.id, 'title'), node.title);
    fields.set(fieldKey(node.id, 'position'), node.position ?? null);
    for (const [input, value] of Object.entries(node.inputs ?? {})) {
      fields.set(fieldKey(node.id, `inputs.${input}`), value);
    }
  }
  for (const { from, to } of graph.connections) fields.set(fieldKey(to[0], `wire.${to[1]}`), from);
  return fields;
}

const invalid = (what: string, graph: Graph): string[] =>
  validateGraph(copy(graph)).map(({ reason }) => `${what}: ${reason}`);

/** The nodes and fields that somebody is asked about. */
function asked(result: Rebased): { nodes: Set<string>; fields: Set<string> } {
  const nodes = result.clashes.filter(({ field }) => field === 'node').map(({ nodeId }) => nodeId);
  return {
    nodes: new Set(nodes),
    fields: new Set(result.clashes.map(({ nodeId, field }) => fieldKey(nodeId, field))),
  };
}

/** Whether a value is the source of a wire, and its node one of some. */
const isSourceOf = (nodes: { has(id: string): boolean }, value: unknown): boolean =>
  Array.isArray(value) && nodes.has(String(value[0]));

/** Fields that only one side changed and that the merge does not have, though nobody is asked about them. */
function lost(triple: MergeTriple, result: Rebased): string[] {
  const [base, mine, theirs, is] = [triple.base, triple.mine, triple.theirs, result.graph].map(fieldsOf) as [
    Fields,
    Fields,
    Fields,
    Fields,
  ];
  const { nodes, fields } = asked(result);
  const problems: string[] = [];
  for (const key of new Set([...base.keys(), ...mine.keys(), ...theirs.keys()])) {
    const [nodeId = '', field = ''] = key.split('\u0000');
    if (nodes.has(nodeId) || fields.has(key) || result.renamed.has(nodeId)) continue;
    const was = base.get(key);
    // A wire that went with its source is no change of the input it was plugged into.
    const went = (side: Graph): boolean => Array.isArray(was) && !findNode(side, String(was[0]));
    const of = (fields: Fields, side: Graph): unknown => fields.get(key) ?? (went(side) ? was : undefined);
    const [own, now, has] = [of(mine, triple.mine), of(theirs, triple.theirs), is.get(key)];
    if ([was, own, now].some((value) => isSourceOf(nodes, value) || isSourceOf(result.renamed, value)))
      continue;
    const deleted = (side: Graph): boolean =>
      !findNode(side, nodeId) && findNode(triple.base, nodeId) !== undefined;
    if (field !== 'node' && (deleted(triple.mine) || deleted(triple.theirs))) {
      // Nobody is asked: nothing but its place was changed on the other side, and it is gone.
      if (has !== undefined) problems.push(`${nodeId} ${field} outlived its node`);
      continue;
    }
    const expected = jsonEqual(was, own)
      ? now
      : field === 'position' || jsonEqual(was, now)
        ? own
        : undefined;
    if (expected === undefined && !jsonEqual(was, own) && !jsonEqual(was, now)) {
      if (!jsonEqual(own, now)) problems.push(`${nodeId} ${field}: both changed it and nobody is asked`);
      else if (!jsonEqual(has, own)) problems.push(`${nodeId} ${field}: both agree and the merge does not`);
      continue;
    }
    const sourceIsGone = Array.isArray(expected) && !findNode(result.graph, String(expected[0]));
    if (!jsonEqual(has, sourceIsGone ? undefined : expected)) {
      problems.push(
        `${nodeId} ${field}: ${stableStringify(has ?? null)}, not ${stableStringify(expected ?? null)}`,
      );
    }
  }
  return problems;
}

/** Node for node and wire for wire the same, but for where nodes stand that both moved. */
function different(one: Graph, other: Graph, triple: MergeTriple): string[] {
  const bothMoved = (key: string): boolean => {
    const id = key.split('\u0000')[0] ?? '';
    const place = (graph: Graph): GraphNode['position'] => findNode(graph, id)?.position ?? null;
    return key.endsWith('\u0000position') && !jsonEqual(place(triple.mine), place(triple.theirs));
  };
  const [left, right] = [fieldsOf(one), fieldsOf(other)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((key) => !bothMoved(key) && !jsonEqual(left.get(key), right.get(key)))
    .map((key) => `${key.replace('\u0000', ' ')} depends on who merges`);
}

/** Merges a triple both ways and says which rules are broken. */
function judgeMerge(triple: MergeTriple): MergeVerdict {
  const there = merged(triple);
  const turned: MergeTriple = { base: triple.base, mine: triple.theirs, theirs: triple.mine };
  const back = merged(turned);
  const again = merged(copy(triple));
  const cycles = there.clashes.filter(({ reason }) => reason !== undefined).length;
  const broken = [
    ...invalid('the merge', there.graph),
    ...invalid('the merge with mine chosen', withMine(triple, there)),
    ...there.dropped.map(({ operation, reason }) => `${operation.op} was dropped: ${reason}`),
    ...lost(triple, there),
  ];
  if (
    stableStringify([there.operations, there.clashes]) !== stableStringify([again.operations, again.clashes])
  ) {
    broken.push('a second merge of the same gives something else');
  }
  // Where something else is asked too, a cycle may come only with the response.
  const onlyCycles = there.clashes.every(isCycle) && back.clashes.every(isCycle);
  if (onlyCycles && cycles > 0 !== back.clashes.some(isCycle)) {
    broken.push('a cycle is seen from one side only');
  }
  // With a cycle the choice is between sets of wires, and an id that both took has another name on each side.
  if (cycles === 0 && !back.clashes.some(isCycle) && there.renamed.size === 0) {
    const questions = (result: Rebased): string[] =>
      result.clashes.map(({ nodeId, field }) => `${nodeId} ${field}`).sort();
    if (!jsonEqual(questions(there), questions(back))) {
      broken.push(`asked ${questions(there).join()} here and ${questions(back).join()} there`);
    }
    broken.push(
      ...different(withMine(triple, there), back.graph, triple),
      ...different(there.graph, withMine(turned, back), triple),
    );
  }
  return { broken, clashes: there.clashes.length, cycles };
}

/** Judges the triples of many seeds. @returns the rules that were broken, by seed, and how much there was to ask. */
export function judgeMerges(
  firstSeed: number,
  count: number,
): { broken: Record<number, string[]>; clashes: number; cycles: number } {
  const broken: Record<number, string[]> = {};
  let clashes = 0;
  let cycles = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const verdict = judgeMerge(mergeTriple(seed));
    if (verdict.broken.length > 0) broken[seed] = verdict.broken;
    clashes += verdict.clashes;
    cycles += verdict.cycles;
  }
  return { broken, clashes, cycles };
}
