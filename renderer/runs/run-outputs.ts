import { isFileOutput, type RunOutput } from '#shared/api/index.ts';
import type { OutputToApply } from '#shared/graph/plan-apply.ts';
import { kindOf, type NamedOutput } from '#renderer/viewer/index.ts';
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

/**
 * The node an output came from: the node named in `NODE.PIN`, or the one that made the same file or value last.
 * Empty when that is not known.
 */
function sourceOf(run: RunState, key: string, output: RunOutput): string {
  const nodes = Object.keys(run.nodes);
  const named = nodes.find((id) => key.startsWith(`${id}.`));
  if (named !== undefined) return named;
  const same = (other: RunOutput): boolean =>
    isFileOutput(output)
      ? isFileOutput(other) && other.fileId === output.fileId
      : !isFileOutput(other) && JSON.stringify(other.value) === JSON.stringify(output.value);
  const order = run.plan.length > 0 ? run.plan : nodes;
  return order.findLast((id) => Object.values(run.nodes[id]?.outputs ?? {}).some(same)) ?? '';
}

export const toApply = (run: RunState, chosen: readonly NamedOutput[]): OutputToApply[] =>
  chosen.map(({ key, output }) => ({ key, output, nodeId: sourceOf(run, key, output) }));
