import { useEffect, type RefObject } from 'react';
import { useFocusWhenLost } from '#renderer/ui/index.ts';
import type { EditorSession } from '../../session/editor-session.ts';

/**
 * The canvas takes the focus that nothing else has when its project was opened, and when it is emptied: the next key adds a node or
 * acts on the nodes.
 */
export function useCanvasFocus(session: EditorSession, stage: RefObject<HTMLElement | null>): void {
  useFocusWhenLost(() => stage.current);
  useEffect(() => {
    const focusStage = (): void => {
      if (session.store.getGraph().nodes.length > 0) return;
      if (document.activeElement === null || document.activeElement === document.body)
        stage.current?.focus({ preventScroll: true });
    };
    focusStage();
    return session.store.subscribe(focusStage);
  }, [session, stage]);
}
