import { useLayoutEffect, type RefObject } from 'react';
import type { EditorSession } from '../../session/editor-session.ts';

/** Gives the nodes on the stage the size of their lines of text, which grows as the view goes away. */
export function useLineSize({ view }: EditorSession, stage: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const give = () => stage.current?.style.setProperty('--line-size', `${view.lineSize}px`);
    give();
    return view.subscribeDetail(give);
  }, [view, stage]);
}
