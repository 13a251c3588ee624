import { useCallback, useSyncExternalStore } from 'react';
import type { NodeItem } from '#renderer/model/node-items.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { itemCountsIn, itemInView, itemsIn } from '../session/node-lists.ts';
import { useEditor } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';

interface NodeItems {
  items: readonly NodeItem[];
  counts: { total: number; failed: number } | null;
  inView: { item: NodeItem; index: number } | null;
}

/** The items that a node of the canvas made or runs for. */
export function useNodeItems(nodeId: string): NodeItems {
  const { session, runTable } = useEditor();
  return useItemsOf(session, runTable, nodeId);
}

/** The items that a node made or runs for; wakes when one of them ends, and when another one is looked at. */
export function useItemsOf(session: EditorSession, runTable: NodeRunTable, nodeId: string): NodeItems {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [
        runTable.subscribe(nodeId, listener),
        session.keys.subscribeNode(nodeId, listener),
        session.itemsInView.subscribe(nodeId, listener),
      ];
      return () => ends.forEach((end) => end());
    },
    [session, runTable, nodeId],
  );
  const items = useSyncExternalStore(subscribe, () => itemsIn(session, runTable, nodeId));
  useSyncExternalStore(subscribe, () => session.itemsInView.of(nodeId));
  return {
    items,
    counts: items.length === 0 ? null : itemCountsIn(session, runTable, nodeId),
    inView: itemInView(session, nodeId, items),
  };
}
