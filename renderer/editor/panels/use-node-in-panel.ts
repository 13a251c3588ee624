import { useCallback, useSyncExternalStore } from 'react';
import type { GraphNode } from '#shared/graph/types.ts';
import type { EditorSession } from '../session/editor-session.ts';

/** So long after a key on the canvas a panel beside it shows what was typed. Milliseconds. */
const PAUSE_MS = 150;

const isEditingOnCanvas = (): boolean =>
  document.activeElement?.matches('[data-editor-stage] :is(input, textarea)') === true;

/**
 * One node for a panel beside the canvas. While somebody types into a field on the canvas the component wakes when they
 * pause, or when the focus goes elsewhere: each key would render the whole panel otherwise.
 */
export function useNodeInPanel(session: EditorSession, nodeId: string): GraphNode | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      let pause: ReturnType<typeof setTimeout> | undefined;
      const wake = (): void => {
        clearTimeout(pause);
        document.removeEventListener('focusin', wake);
        listener();
      };
      const end = session.store.subscribeNode(nodeId, () => {
        clearTimeout(pause);
        if (!isEditingOnCanvas()) return wake();
        document.addEventListener('focusin', wake);
        pause = setTimeout(wake, PAUSE_MS);
      });
      return () => {
        clearTimeout(pause);
        document.removeEventListener('focusin', wake);
        end();
      };
    },
    [session, nodeId],
  );
  useSyncExternalStore(subscribe, () => session.store.revisionOf(nodeId));
  return session.store.getNode(nodeId);
}
