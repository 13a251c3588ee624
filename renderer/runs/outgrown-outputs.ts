import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { flatOutputs, isFileOutput, type RunOutput } from '#shared/api/index.ts';
import type { RunState } from './run-state.ts';

/** Tells whether an output is stale: its node would make another one now. */
export interface CurrentGraph {
  subscribe: (listener: () => void) => () => void;
  /** @param key at which the node made it; null where that is not known. */
  isStale: (nodeId: string, key: string | null) => boolean;
}

/** Equal for outputs with the same file or value. */
const contentKey = (output: RunOutput): string =>
  isFileOutput(output) ? `file ${output.fileId}` : `value ${JSON.stringify(output.value)}`;

/**
 * The node that each output of a run came from: the one named in `NODE.PIN`, else the one that made the same file or value
 * last. Outputs of which that is not known are missing. One look at each node, however many outputs.
 */
export function nodesOfOutputs(run: RunState): ReadonlyMap<string, string> {
  const outputNodes = new Map<string, string>();
  const order = run.plan.length > 0 ? run.plan : Object.keys(run.nodes);
  for (const id of order) {
    for (const output of Object.values(flatOutputs(run.nodes[id]?.outputs ?? {})))
      outputNodes.set(contentKey(output), id);
  }
  const nodes = new Map<string, string>();
  for (const [key, output] of Object.entries(run.outputs)) {
    const id = namedIn(key, run.nodes) ?? outputNodes.get(contentKey(output));
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

/** The keys of a run's outputs that are stale. Renders again only when these change. */
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
  // Joined to a text: it is equal as long as the same outputs are stale, so that React does not render again.
  const staleIndexes = useSyncExternalStore(subscribe, () =>
    outputs
      .flatMap(({ nodeId, outputKey }, index) => (graph?.isStale(nodeId, outputKey) === true ? index : []))
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
