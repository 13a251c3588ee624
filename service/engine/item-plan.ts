import { LISTS_PIN, type Pairing } from '#shared/graph/list-pairing.ts';
import { drain, type Slices } from '#shared/reading/index.ts';
import {
  isListValue,
  isMissing,
  isStoredList,
  ITEM_SKIPPED,
  LIST_KIND,
  type ItemError,
  type ListItem,
  type ListValue,
  type NodeValue,
} from '#service/nodes/definition.ts';
import { joinTraces } from '#service/nodes/list-traces.ts';
import type { Needs } from './item-needs.ts';

/**
 * A node that is rawInputs a list where it takes one thing runs for each item. Which executions that makes, and how their results
 * become lists again: pure functions of what the inputs hold, so that a run that goes on after a restart finds the same.
 */

/** Executions of one node in one run. */
export const MAX_ITEMS = 10_000;

/** What an input of the node was rawInputs. */
export interface StepInput {
  name: string;
  label: string;
  value: NodeValue | undefined;
  /** Lists that the pin takes as one value: 0 for a pin that takes one thing, `Infinity` for one that takes any list. */
  depth: number;
}

/** One execution of a node that runs for each item. */
export interface ItemUnit {
  /** Its place: `6`, or `6.2` in a list of lists, itemCount from 0. */
  item: string;
  /** Where it comes from: `row 7`, `color 3`. */
  trace: readonly string[];
  inputs: Readonly<Record<string, NodeValue | undefined>>;
}

/** The shape of the results. */
export type Branch =
  | { kind: 'unit'; index: number }
  | { kind: 'missing'; error: ItemError; trace: readonly string[] }
  | ListBranch;

interface ListBranch {
  kind: 'list';
  branches: readonly Branch[];
  trace: readonly string[];
}

export interface ItemPlan {
  /** In the order of the items. */
  units: readonly ItemUnit[];
  root: ListBranch;
}

export type PlannedItems =
  | { ok: true; plan: ItemPlan }
  | { ok: false; mismatch: { code: string; reason: string } };

/** What one execution gave. */
export type ItemResult = { outputs: Readonly<Record<string, NodeValue>> } | { error: ItemError };

/** Lists around a value: 0 for one thing, 1 for a list, also for one that is empty. */
export function depthOf(value: NodeValue | undefined): number {
  if (!isListValue(value)) return 0;
  let deepest = 0;
  for (const item of value.items) if (!isMissing(item)) deepest = Math.max(deepest, depthOf(item.value));
  return 1 + deepest;
}

/** Where an item comes from, by its place where nobody said. */
export const traceOf = (item: ListItem, at: number): readonly string[] => item.trace ?? [`item ${at + 1}`];

/** Why a node cannot run for its lists. */
class Unplannable extends Error {
  readonly code: string;
  constructor(code: string, reason: string) {
    super(reason);
    this.code = code;
  }
}

export interface ItemPlanOptions {
  /** Which items are to be made. Default: all. */
  needs?: Needs;
  /** Leaves of branches the one that is taken, once what decides is no list any more. */
  narrow?: ((inputs: readonly StepInput[]) => readonly StepInput[]) | null;
  /** Where the node itself stands among turns of loops. */
  start?: Branching;
}

/** @returns null where no input has more lists than its pin takes: the node runs once. */
export function planItems(
  inputs: readonly StepInput[],
  pairing: Pairing,
  options: ItemPlanOptions = {},
): PlannedItems | null {
  return drain(planItemsInSlices(inputs, pairing, options));
}

/** As `planItems`; pauses after every item, so that the caller can let others go first. */
export function* planItemsInSlices(
  rawInputs: readonly StepInput[],
  pairing: Pairing,
  { needs = null, narrow = null, start = ROOT }: ItemPlanOptions = {},
): Slices<PlannedItems | null> {
  const inputs = narrow?.(rawInputs) ?? rawInputs;
  const stored = inputs.find(({ value, depth }) => isStoredList(value) && depth < 1);
  if (stored !== undefined && isStoredList(stored.value)) {
    const { code, message: reason } = limitExceeded(stored.value.count, stored.label);
    return { ok: false, mismatch: { code, reason } };
  }
  if (!inputs.some(isSpread)) return null;
  const units: ItemUnit[] = [];
  try {
    const context = { pairing, needs, narrow, units, depth: start.path.length };
    const root = yield* expand(inputs, start, context);
    return { ok: true, plan: { units, root } };
  } catch (error) {
    if (!(error instanceof Unplannable)) throw error;
    return { ok: false, mismatch: { code: error.code, reason: error.message } };
  }
}

const isSpread = ({ value, depth }: StepInput): boolean => depthOf(value) > depth;

interface Branching {
  path: readonly number[];
  trace: readonly string[];
}

const ROOT: Branching = { path: [], trace: [] };

const NOT_SELECTED: ItemError = {
  code: ITEM_SKIPPED,
  message: 'Nothing takes this item, so it was not made.',
};

interface Expansion extends Required<Omit<ItemPlanOptions, 'start'>> {
  pairing: Pairing;
  units: ItemUnit[];
  /** Places of turns before those of items. */
  depth: number;
}

/** Runs through the outermost lists. @param inputs with at least one that has more lists than its pin takes. */
function* expand(inputs: readonly StepInput[], position: Branching, context: Expansion): Slices<ListBranch> {
  const { pairing, needs, narrow, units } = context;
  const spread = inputs.filter(isSpread);
  const lists = spread.map(({ value }) => itemsOf(value));
  const branches: Branch[] = [];
  for (const row of combinations(spread, lists, pairing)) {
    yield;
    const found = row.map((index, list) => lists[list]![index]!);
    const traces = found.map((item, list) => traceOf(item, row[list]!));
    const trace = joinTraces(position.trace, ...traces);
    const path = [...position.path, branches.length];
    if (needs !== null && !needs.has(path.slice(context.depth))) {
      branches.push({ kind: 'missing', error: NOT_SELECTED, trace });
      continue;
    }
    const missing = new Map<string, ItemError>();
    const items = inputs.map((input) => {
      const item = found[spread.indexOf(input)];
      if (item === undefined) return input;
      if (!isMissing(item)) return { ...input, value: item.value };
      missing.set(input.name, item.error);
      return { ...input, value: MISSING };
    });
    const single = narrow?.(items) ?? items;
    const error = single
      .filter(({ value }) => value === MISSING)
      .map(({ name }) => missing.get(name))
      .find((reason) => reason !== undefined);
    if (error !== undefined) {
      branches.push({ kind: 'missing', error, trace });
      continue;
    }
    if (single.some(isSpread)) {
      branches.push(yield* expand(single, { path, trace }, context));
      continue;
    }
    if (units.length >= MAX_ITEMS) throw limitExceeded(MAX_ITEMS);
    const values: Record<string, NodeValue | undefined> = {};
    for (const { name, value } of single) values[name] = value;
    branches.push({ kind: 'unit', index: units.length });
    units.push({ item: path.join('.'), trace, inputs: values });
  }
  return { kind: 'list', branches, trace: position.trace };
}

/** Stands for an item that is not there until it is known whether it is taken; no value is the same. */
const MISSING: NodeValue = {};

const itemsOf = (value: NodeValue | undefined): readonly ListItem[] =>
  isListValue(value) ? value.items : [];

/** Which items go together: of each result the place in each list. */
function combinations(
  spread: readonly StepInput[],
  lists: readonly (readonly ListItem[])[],
  pairing: Pairing,
): number[][] {
  const lengths = lists.map((list) => list.length);
  if (pairing === 'every pair') return everyPair(lengths);
  const count = lengthByPosition(spread, lengths, pairing);
  if (count > MAX_ITEMS) throw limitExceeded(count);
  return Array.from({ length: count }, (_, at) => lengths.map((length) => Math.min(at, length - 1)));
}

/** The last list turns fastest, as the last axis of a grid does. */
function everyPair(lengths: readonly number[]): number[][] {
  const total = lengths.reduce((product, length) => product * length, 1);
  if (total > MAX_ITEMS) throw limitExceeded(total);
  let rows: number[][] = [[]];
  for (const length of lengths) rows = rows.flatMap((row) => Array.from({ length }, (_, at) => [...row, at]));
  return rows;
}

function lengthByPosition(
  spread: readonly StepInput[],
  lengths: readonly number[],
  pairing: Exclude<Pairing, 'every pair'>,
): number {
  const shortest = Math.min(...lengths);
  const longest = Math.max(...lengths);
  if (shortest === longest || pairing === 'shortest') return shortest;
  const of = (length: number): string => spread[lengths.indexOf(length)]?.label ?? LISTS_PIN;
  if (pairing === 'repeat last') {
    if (shortest > 0) return longest;
    throw new Unplannable(
      'LIST_EMPTY',
      `${of(shortest)} is an empty list, so it has no last item to go on with. Give it an item, or choose “shortest” under Lists.`,
    );
  }
  throw new Unplannable(
    'LIST_LENGTHS_DIFFER',
    `${of(longest)} has ${itemCount(longest)} and ${of(shortest)} ${itemCount(shortest)}. Give both as many, or choose under Lists of this node what becomes of the rest.`,
  );
}

const itemCount = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`;

const limitExceeded = (count: number, label: string | null = null): Unplannable =>
  new Unplannable(
    'LIST_TOO_LONG',
    label === null
      ? `These lists make ${count > MAX_ITEMS ? count.toLocaleString('en') : 'too many'} items, and a node runs for at most ${MAX_ITEMS.toLocaleString('en')}. Take a part of them with Slice.`
      : `${label} is a list of ${itemCount(count)}, which is too long for a node to run for each. Take a part of it with Slice.`,
  );

/**
 * The results of all executions as lists of the shape that the inputs had.
 * @param resultOf of the execution with this index. @param pins outputs of the node.
 */
export function listsOfResults(
  plan: ItemPlan,
  pins: readonly string[],
  resultOf: (index: number) => ItemResult,
): Record<string, ListValue> {
  const listOf = (branches: readonly Branch[], pin: string): ListValue => ({
    kind: LIST_KIND,
    items: branches.map((branch) => itemOf(branch, pin)),
  });
  const itemOf = (branch: Branch, pin: string): ListItem => {
    if (branch.kind === 'missing') return { error: branch.error, trace: branch.trace };
    if (branch.kind === 'list') return { value: listOf(branch.branches, pin), trace: branch.trace };
    const { trace } = plan.units[branch.index]!;
    const result = resultOf(branch.index);
    if ('error' in result) return { error: result.error, trace };
    return { value: withTrace(result.outputs[pin] ?? null, trace), trace };
  };
  return Object.fromEntries(pins.map((pin) => [pin, listOf(plan.root.branches, pin)]));
}

/** Items of a list that was made for an item come from there, too. */
function withTrace(value: NodeValue, trace: readonly string[]): NodeValue {
  if (!isListValue(value)) return value;
  return {
    ...value,
    items: value.items.map((item, at) => {
      const itemTrace = joinTraces(trace, traceOf(item, at));
      return isMissing(item)
        ? { ...item, trace: itemTrace }
        : { value: withTrace(item.value, itemTrace), trace: itemTrace };
    }),
  };
}
