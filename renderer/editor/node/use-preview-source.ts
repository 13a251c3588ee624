import { useCallback, useRef, useSyncExternalStore } from 'react';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { previewSourceOf, type PreviewSource } from './preview-source.ts';

/** What a node's preview shows; the component wakes when that changes, and not with each value that is typed. */
export function usePreviewSource(
  session: EditorSession,
  runTable: NodeRunTable,
  nodeId: string,
): PreviewSource | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [
        session.store.subscribeNode(nodeId, listener),
        // It may show the picture of a node above, which is outgrown with it.
        session.keys.subscribeNode(nodeId, listener),
        session.uploads.subscribe(nodeId, listener),
        // It may show an item of a node above.
        session.itemsInView.subscribeAll(listener),
        runTable.subscribe(nodeId, listener),
      ];
      return () => ends.forEach((end) => end());
    },
    [session, runTable, nodeId],
  );
  const cached = useRef<PreviewSource | null>(null);
  return useSyncExternalStore(subscribe, () => {
    const next = previewSourceOf(session, runTable, nodeId);
    return jsonEqual(cached.current, next) ? cached.current : (cached.current = next);
  });
}
