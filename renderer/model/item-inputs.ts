import type { RunInputValue, RunOutput } from '#shared/api/index.ts';
import { isFileOutput, isListOutput } from '#shared/api/index.ts';
import { pairedIndexes, type Pairing } from '#shared/graph/list-pairing.ts';
import type { NodeItem } from './node-items.ts';

/** What an item of a node was made from: the items of the lists that were plugged in, as the node lets them go together. */

/** A list that is plugged into an input, or that the input holds. */
export interface InputList {
  /** The name of the input. */
  name: string;
  label: string;
  /** The output that it comes from. */
  pin: string;
  items: readonly NodeItem[];
}

/** By input, which item of its list goes into an item: positions from the outermost list inwards, from 0; empty where its list is not known. */
export function positionsOfItem(
  lists: readonly InputList[],
  pairing: Pairing,
  path: readonly number[],
): Record<string, readonly number[]> {
  const prefixes = lists.map((): number[] => []);
  for (const at of path) {
    // Lists of lists go together level by level.
    const open = lists.map((list, which) => lengthBelow(list.items, prefixes[which]!));
    const spread = open.flatMap((length, which) => (length > 0 ? [{ which, length }] : []));
    const indexes = pairedIndexes(
      pairing,
      spread.map(({ length }) => length),
      at,
    );
    for (const [order, { which }] of spread.entries()) prefixes[which]!.push(indexes[order]!);
  }
  return Object.fromEntries(lists.map(({ name }, which) => [name, prefixes[which]!]));
}

/** By input, what went into an item; undefined where it is not known, as of an item far down a long list. */
export function inputsOfItem(
  lists: readonly InputList[],
  pairing: Pairing,
  path: readonly number[],
): Record<string, RunOutput | undefined> {
  const positions = positionsOfItem(lists, pairing, path);
  return Object.fromEntries(
    lists.map(({ name, pin, items }) => {
      const key = positions[name]!.join('.');
      return [name, items.find((item) => item.path.join('.') === key)?.outputs[pin]];
    }),
  );
}

/** How many items lie below a place in a list; 0 where nothing lies below it. */
function lengthBelow(items: readonly NodeItem[], prefix: readonly number[]): number {
  let last = -1;
  for (const { path } of items) {
    const next = path[prefix.length];
    if (next !== undefined && prefix.every((at, level) => path[level] === at)) last = Math.max(last, next);
  }
  return last + 1;
}

/** An output as an input of a run takes it; null for what no input takes as one value. */
export function asRunInput(output: RunOutput): RunInputValue | null {
  if (isFileOutput(output)) return { type: 'file', fileId: output.fileId };
  if (isListOutput(output)) return null;
  const { value } = output;
  if (typeof value === 'string') return { type: 'string', value };
  if (typeof value === 'number') return { type: 'number', value };
  if (typeof value === 'boolean') return { type: 'boolean', value };
  if (Array.isArray(value)) return { type: 'json', value };
  if (typeof value === 'object' && value !== null) return { type: 'json', value: { ...value } };
  return null;
}
