import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { isFileOutput, type RunOutput } from '#shared/api/index.ts';
import { words } from '#renderer/words/index.ts';
import type { RunState } from './run-state.ts';

const t = words.runs.outputs;

/** Whether the graph has outgrown what its nodes made. */
export interface CurrentGraph {
  subscribe: (listener: () => void) => () => void;
  /** @param key at which the node made it; null where that is not known. */
  isOutgrown: (nodeId: string, key: string | null) => boolean;
}

const contentOf = (output: RunOutput): string =>
  isFileOutput(output) ? `file ${output.fileId}` : t.value(JSON.stringify(output.value));

/**
 * The node that each output of a run came from: the one named in `NODE.PIN`, else the one that made the same file or value
 * last. Outputs of which that is not known are missing. One look at each node, however many outputs.
 */
export function nodesOfOutputs(run: RunState): ReadonlyMap<string, string> {
  const outputNodes = new Map<string, string>();
  const order = run.plan.length > 0 ? run.plan : Object.keys(run.nodes);
  for (const id of order) {
    for (const output of Object.values(run.nodes[id]?.outputs ?? {})) outputNodes.set(contentOf(output), id);
  }
  const nodes = new Map<string, string>();
  for (const [key, output] of Object.entries(run.outputs)) {
    const id = namedIn(key, run.nodes) ?? outputNodes.get(contentOf(output));
    if (id !== undefined) nodes.set(key, id);
  }
  return nodes;
}

/** The node of `NODE.PIN`; both may hold dots. */
function namedIn(key: string, nodes: RunState['nodes']): string | undefined {
  for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) {
    const id = key.slice(0, dot);
    if (Object.hasOwn(nodes, id)) return id;
  }
  return undefined;
}

/** The keys of a run's outputs that the graph has outgrown. Wakes only when they become others. */
export function useStaleOutputs(
  run: RunState | undefined,
  graph: CurrentGraph | undefined,
): ReadonlySet<string> {
  const outputs = useMemo(
    () =>
      run === undefined
        ? []
        : [...nodesOfOutputs(run)].map(([key, nodeId]) => ({
            key,
            nodeId,
            outputKey: run.nodes[nodeId]?.key ?? null,
          })),
    [run],
  );
  const subscribe = useCallback(
    (listener: () => void) => graph?.subscribe(listener) ?? (() => undefined),
    [graph],
  );
  // A text, which is the same as long as the outgrown ones are.
  const staleIndexes = useSyncExternalStore(subscribe, () =>
    outputs
      .flatMap(({ nodeId, outputKey }, index) => (graph?.isOutgrown(nodeId, outputKey) === true ? index : []))
      .join(),
  );
  return useMemo(
    () =>
      new Set(
        staleIndexes === ''
          ? []
          : staleIndexes.split(',').flatMap((index) => outputs[Number(index)]?.key ?? []),
      ),
    [staleIndexes, outputs],
  );
}
