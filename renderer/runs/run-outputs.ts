import { isFileOutput, type RunOutput } from '#shared/api/index.ts';
import type { OutputToApply } from '#shared/graph/plan-apply.ts';
import type { RunState } from './run-state.ts';

/** How an output is shown. */
export type OutputKind = 'image' | 'video' | 'audio' | 'file' | 'text' | 'number' | 'boolean' | 'json';

export interface NamedOutput {
  key: string;
  /** What a person calls it. */
  label: string;
  output: RunOutput;
  kind: OutputKind;
}

/** The name of an output for people, from its key. */
export type OutputLabels = (key: string) => string;

export function kindOf(output: RunOutput): OutputKind {
  if (isFileOutput(output)) {
    const kind = /^(image|video|audio)\//.exec(output.contentType)?.[1];
    return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file';
  }
  switch (typeof output.value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'json';
  }
}

/** @param labelOf the keys themselves, unless given. */
export const outputsOf = (run: RunState, labelOf: OutputLabels = (key) => key): NamedOutput[] =>
  Object.entries(run.outputs).map(([key, output]) => ({
    key,
    label: labelOf(key),
    output,
    kind: kindOf(output),
  }));

/** The value as a person would copy it. */
export function textOf(output: RunOutput): string {
  if (isFileOutput(output)) return output.fileId;
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value, null, 2);
}

/** A file name for what is saved. */
export function fileNameOf({ label, output, kind }: NamedOutput): string {
  if (isFileOutput(output)) return output.filename;
  const stem = label.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-').trim() || 'output';
  return `${stem}.${kind === 'text' ? 'txt' : 'json'}`;
}

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
