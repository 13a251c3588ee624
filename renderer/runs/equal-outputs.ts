import { isFileOutput } from '#shared/api/index.ts';
import type { NamedOutput } from '#renderer/viewer/index.ts';

/** Outputs of a run that are the same: the first stands for all of them. */
export interface EqualOutputs {
  /** The first, under the names of all. */
  named: NamedOutput;
  /** How often the run made it; 1 for what is there once. */
  times: number;
}

/** What makes an output the same as another: its file, or its value. */
const contentOf = ({ kind, output }: NamedOutput): string =>
  JSON.stringify(isFileOutput(output) ? [kind, output.fileId] : [kind, output]);

/**
 * The outputs of a run, equal ones once, in the order of the first of each.
 * @param stale keys of those that are older than the graph: they are never one with those that are not.
 */
export function equalOutputs(
  outputs: readonly NamedOutput[],
  stale: ReadonlySet<string> = new Set(),
): EqualOutputs[] {
  const groups = new Map<string, NamedOutput[]>();
  for (const named of outputs) {
    const content = `${stale.has(named.key) ? 'older' : 'now'} ${contentOf(named)}`;
    const group = groups.get(content);
    if (group === undefined) groups.set(content, [named]);
    else group.push(named);
  }
  return [...groups.values()].flatMap(([first, ...copies]) => {
    if (first === undefined) return [];
    const labels = new Set([first, ...copies].map(({ label }) => label));
    return [{ named: { ...first, label: [...labels].join(', ') }, times: 1 + copies.length }];
  });
}
