import { useEffect, type RefObject } from 'react';
import type { EditorSession } from '../../session/editor-session.ts';

/** An empty canvas takes the focus that nothing else has, at once and when it is emptied: the next key adds a node. */
export function useCanvasFocus(session: EditorSession, stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const take = (): void => {
      if (session.store.getGraph().nodes.length > 0) return;
      if (document.activeElement === null || document.activeElement === document.body)
        stage.current?.focus({ preventScroll: true });
    };
    take();
    return session.store.subscribe(take);
  }, [session, stage]);
}
