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
  Object.entries(run.outputs).map(([key, output]) => ({
    key,
    label: labelOf(key),
    output,
    kind: kindOf(output),
    savedAs: { project, version: run.projectVersion },
    runId: run.runId,
  }));

export function toApply(run: RunState, selected: readonly NamedOutput[]): OutputToApply[] {
  const nodes = nodesOfOutputs(run);
  // Empty where nobody knows what made it.
  return selected.map(({ key, output }) => ({ key, output, nodeId: nodes.get(key) ?? '' }));
}
