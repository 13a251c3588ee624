import { z } from 'zod';
import { isListOutput, RunListItem, type RunOutput } from './schemas/runs.ts';

/** Reading lists among the outputs of runs: an item has a key of its own, so that all that knows outputs knows items too. */

/** An item that is there, or why it is missing, with its place. */
export interface OutputItem {
  /** Places from the outermost list inwards, from 0. */
  path: readonly number[];
  /** Where it comes from: `row 7`, `color 2`. */
  trace: readonly string[];
  /** Null for one that is missing. */
  output: RunOutput | null;
  error: { code: string; message: string } | null;
}

const Items = z.array(RunListItem);
/** Lists within lists that are gone into. */
const MAX_DEPTH = 8;

/** The items of a list output, in order; those of lists within it each on its own. Null for what is no list. */
export function itemsOfOutput(output: RunOutput): OutputItem[] | null {
  return isListOutput(output) ? flatItems(output.value, []) : null;
}

function flatItems(items: readonly RunListItem[], above: readonly number[]): OutputItem[] {
  return items.flatMap((item, at): OutputItem[] => {
    const path = [...above, at];
    const { trace = [], ...output } = item;
    if ('error' in output) return [{ path, trace, output: null, error: output.error }];
    const nested =
      'value' in output && output.type === 'list' && path.length < MAX_DEPTH
        ? Items.safeParse(output.value)
        : null;
    return nested?.success === true ? flatItems(nested.data, path) : [{ path, trace, output, error: null }];
  });
}

/** The key of an item: `Cards[7]`, `Cards[7.2]`, itemCount from 1. */
export const itemKey = (key: string, path: readonly number[]): string =>
  `${key}[${path.map((at) => at + 1).join('.')}]`;

/** What an item is called behind the name of its output: `row 7 × color 2`. */
export const traceLabel = (trace: readonly string[]): string => trace.join(' × ');

/** An output of a run, or an item of a list of it. */
interface TracedOutput {
  key: string;
  output: RunOutput;
  /** Empty of what is no item. */
  trace: readonly string[];
}

/** The outputs of a run with the items of lists in the place of the lists, each with where it comes from; missing ones are left out. */
export const tracedOutputs = (outputs: Readonly<Record<string, RunOutput>>): TracedOutput[] =>
  Object.entries(outputs).flatMap(([key, output]): TracedOutput[] => {
    const items = itemsOfOutput(output);
    if (items === null) return [{ key, output, trace: [] }];
    return items.flatMap((item) =>
      item.output === null ? [] : [{ key: itemKey(key, item.path), output: item.output, trace: item.trace }],
    );
  });

/** The same by their keys. */
export function flatOutputs(outputs: Readonly<Record<string, RunOutput>>): Record<string, RunOutput> {
  if (!Object.values(outputs).some(isListOutput)) return outputs;
  return Object.fromEntries(tracedOutputs(outputs).map(({ key, output }) => [key, output]));
}
