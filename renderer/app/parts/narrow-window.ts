import { useCallback, useState, useSyncExternalStore } from 'react';
import { useEditorLayout, type EditorLayout } from './use-layout.ts';

/** Below this width panels beside the canvas would leave it too little room. */
const NARROW = '(max-width: 1199px)';

function subscribe(notify: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
}

/** Whether the window is too narrow for panels beside the canvas; follows its width and the zoom of the page. */
export const useNarrowWindow = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);

/**
 * The editor's layout as it fits the window: in a narrow one no panel is open at first and one at a time after that,
 * and what a person opens there is not remembered for wide windows.
 */
export function useFittedLayout(isNarrow: boolean): ReturnType<typeof useEditorLayout> {
  const [layout, setLayout] = useEditorLayout();
  const [over, setOver] = useState<'left' | 'right' | null>(null);
  const change = useCallback(
    (patch: Partial<EditorLayout>) => {
      if (!isNarrow) {
        setLayout(patch);
        return;
      }
      const { leftOpen, rightOpen, ...remaining } = patch;
      if (leftOpen) setOver('left');
      else if (rightOpen) setOver('right');
      else {
        setOver((side) =>
          (side === 'left' && leftOpen === false) || (side === 'right' && rightOpen === false) ? null : side,
        );
      }
      if (Object.keys(remaining).length > 0) setLayout(remaining);
    },
    [isNarrow, setLayout],
  );
  return [isNarrow ? { ...layout, leftOpen: over === 'left', rightOpen: over === 'right' } : layout, change];
}
