import { parsePinType } from '#shared/graph/pin-type.ts';
import type { Pairing } from '#shared/graph/list-pairing.ts';
import type { Slices } from '#shared/reading/index.ts';
import {
  isListValue,
  isMissing,
  NodeFailure,
  type NodeDefinition,
  type NodeValue,
} from '#service/nodes/definition.ts';
import { fitToPin } from './input-values.ts';
import { depthOf, type StepInput } from './item-plan.ts';
import { ItemNeeds, type Needs } from './item-needs.ts';

/** Which of its branches a node takes, by its other inputs; for each item of a list by itself. */

const branchPins = new WeakMap<NodeDefinition, ReadonlySet<string>>();

/** The inputs of which a node takes one only; empty for most. */
export function branchesOfType(definition: NodeDefinition): ReadonlySet<string> {
  const cached = branchPins.get(definition);
  if (cached !== undefined) return cached;
  const pins = definition.branchOf === undefined ? [] : definition.inputs.filter(isBranchPin);
  const names = new Set(pins.map(({ name }) => name));
  branchPins.set(definition, names);
  return names;
}

const isBranchPin = ({ type }: { type: string }): boolean => parsePinType(type).isBranch === true;

/** The branch that single values of the other inputs mean; null where they mean none, which the node itself says. */
function branchFor(definition: NodeDefinition, inputs: readonly StepInput[]): string | null {
  const byName = new Map(inputs.map(({ name, value }) => [name, value]));
  const branches = branchesOfType(definition);
  const values: Record<string, NodeValue | undefined> = {};
  for (const pin of definition.inputs) {
    if (branches.has(pin.name)) continue;
    const fitted = fitToPin(byName.get(pin.name), pin, 'wire');
    if (!fitted.ok) return null;
    values[pin.name] = fitted.value;
  }
  try {
    return definition.branchOf?.(values) ?? null;
  } catch (error) {
    if (error instanceof NodeFailure) return null;
    throw error;
  }
}

const isSpread = ({ value, depth }: StepInput): boolean => depthOf(value) > depth;

/**
 * Leaves of the branches the one that is taken, as a whole, once nothing that decides is a list any more.
 * @returns null for a node that has no branches.
 */
export function narrowerOf(
  definition: NodeDefinition,
): ((inputs: readonly StepInput[]) => readonly StepInput[]) | null {
  const branches = branchesOfType(definition);
  if (branches.size === 0) return null;
  return (inputs) => {
    if (inputs.some((input) => !branches.has(input.name) && isSpread(input))) return inputs;
    const selected = branchFor(definition, inputs);
    return inputs.map((input) => {
      if (!branches.has(input.name)) return input;
      return input.name === selected ? { ...input, depth: Infinity } : { ...input, value: undefined };
    });
  };
}

/**
 * The branches that a node takes, each with the items that it takes of it.
 * @param sources its inputs as far as they are there: all but its branches. @param needs items of the node that are to be made.
 * @returns null where its inputs mean no branch: the node fails with the reason.
 */
export function* selectBranchesInSlices(
  definition: NodeDefinition,
  sources: readonly StepInput[],
  pairing: Pairing,
  needs: Needs,
): Slices<ReadonlyMap<string, Needs> | null> {
  const branches = branchesOfType(definition);
  const conditions = sources.filter(({ name }) => !branches.has(name));
  const spread = conditions.filter(isSpread);
  const [list] = spread;
  if (list === undefined) {
    const branch = branchFor(definition, conditions);
    return branch === null ? null : new Map([[branch, needs]]);
  }
  const isMapped = spread.length === 1 && (pairing === 'by position' || pairing === 'shortest');
  const positions = new Map<string, Set<string>>();
  for (const { path, value } of leavesOf(list.value, list.depth, [])) {
    yield;
    if (isMapped && needs !== null && !needs.has(path)) continue;
    const single = conditions.map((input) => (input === list ? { ...input, value } : input));
    // Of several lists that decide, or of pairs of all with all, each item may take whatever branch there is.
    const found = spread.length === 1 ? [branchFor(definition, single)] : [...branches];
    for (const branch of found) {
      if (branch === null) continue;
      const selected = positions.get(branch) ?? new Set<string>();
      positions.set(branch, selected.add(path.join('.')));
    }
  }
  return new Map(
    [...positions].map(([branch, selected]) => [branch, isMapped ? new ItemNeeds(selected) : null]),
  );
}

/** What a list of lists holds down to a depth, with its place. */
function* leavesOf(
  value: NodeValue | undefined,
  depth: number,
  path: readonly number[],
): Generator<{ path: readonly number[]; value: NodeValue | undefined }> {
  if (!isListValue(value) || depthOf(value) <= depth) {
    yield { path, value };
    return;
  }
  for (const [at, item] of value.items.entries())
    if (!isMissing(item)) yield* leavesOf(item.value, depth, [...path, at]);
}
