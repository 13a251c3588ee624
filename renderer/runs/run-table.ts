import type { NodeResult, NodeRunState, NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { RunState } from './run-state.ts';

/** The nodes of the shown run, each with listeners of its own. */
export interface DisplayedNodes {
  table: NodeRunTable;
  /** Wakes the listeners of nodes that the shown run changed. @param nodeId the only one that did, where that is known. */
  changed: (before: RunState | undefined, after: RunState, nodeId?: string) => void;
  /** Another run is shown. */
  allChanged: () => void;
}

export function createDisplayedNodes(
  nodeOf: (nodeId: string) => NodeRunState | undefined,
  resultOf: (nodeId: string, key: string | null) => NodeResult | undefined,
  isLoading: () => boolean,
): DisplayedNodes {
  const nodeListeners = new Map<string, Set<() => void>>();
  const allListeners = new Set<(nodeId: string | null) => void>();
  return {
    table: {
      get: nodeOf,
      resultOf,
      isLoading,
      subscribe(nodeId, listener) {
        const listeners = nodeListeners.get(nodeId) ?? new Set();
        nodeListeners.set(nodeId, listeners);
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
          if (listeners.size === 0) nodeListeners.delete(nodeId);
        };
      },
      subscribeAll(listener) {
        allListeners.add(listener);
        return () => allListeners.delete(listener);
      },
    },
    changed(before, after, nodeId) {
      // A run of thousands of nodes tells of one at a time.
      const ids =
        nodeId === undefined
          ? new Set([...Object.keys(after.nodes), ...Object.keys(before?.nodes ?? {})])
          : [nodeId];
      for (const id of ids) {
        if (after.nodes[id] === before?.nodes[id]) continue;
        for (const listener of nodeListeners.get(id) ?? []) listener();
        for (const listener of allListeners) listener(id);
      }
    },
    allChanged() {
      for (const listeners of nodeListeners.values()) for (const listener of listeners) listener();
      for (const listener of allListeners) listener(null);
    },
  };
}
