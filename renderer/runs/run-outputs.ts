import { traceLabel } from '#shared/api/list-items.ts';
import { splitItemKey } from '#shared/graph/item-key.ts';
import type { OutputToApply } from '#shared/graph/plan-apply.ts';
import { kindOf, type NamedOutput } from '#renderer/viewer/index.ts';
import { nodesOfOutputs } from './outgrown-outputs.ts';
import type { RunState } from './run-state.ts';

/** The name of an output for people, from its key. */
export type OutputLabels = (key: string) => string;

/** @param labelOf the keys themselves, unless given. @param project what the run's project is called. */
export const outputsOf = (
  run: RunState,
  labelOf: OutputLabels = (key) => key,
  project: string | null = null,
): NamedOutput[] =>
  Object.entries(run.outputs).map(([key, output]) => {
    const item = run.items?.[key];
    const title = labelOf(splitItemKey(key)?.output ?? key);
    const isTraced = item !== undefined && item.trace.length > 0;
    return {
      key,
      // Where an item of a list comes from tells it from the others.
      label: isTraced ? `${title} · ${traceLabel(item.trace)}` : labelOf(key),
      output,
      kind: kindOf(output),
      savedAs: {
        project,
        version: run.projectVersion,
        ...(isTraced ? { title, path: item.trace.join(', ') } : {}),
      },
      ...(item ? { item } : {}),
      runId: run.runId,
    };
  });

/** The items of one list of a run in their order, each that is missing with why. @param key of any of them. */
export function siblingItems(run: RunState, key: string, outputs: readonly NamedOutput[]): NamedOutput[] {
  const list = splitItemKey(key)?.output;
  const byKey = new Map(outputs.map((named) => [named.key, named]));
  return Object.entries(run.items ?? {}).flatMap(([itemKey, item]) => {
    if (splitItemKey(itemKey)?.output !== list) return [];
    return byKey.get(itemKey) ?? missingItem(itemKey, item);
  });
}

/** An item that is not there, in its place among the others. */
export const missingItem = (key: string, item: NonNullable<NamedOutput['item']>): NamedOutput => ({
  key,
  label: traceLabel(item.trace),
  output: { type: 'missing', value: null },
  kind: 'text',
  item,
});

export function toApply(run: RunState, selected: readonly NamedOutput[]): OutputToApply[] {
  const nodes = nodesOfOutputs(run);
  // Empty where nobody knows what made it.
  return selected.map(({ key, output }) => ({ key, output, nodeId: nodes.get(key) ?? '' }));
}
