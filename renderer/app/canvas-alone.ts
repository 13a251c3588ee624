import { useRef } from 'react';
import type { EditorPanels } from './editor-panels.tsx';

interface Shown {
  leftOpen: boolean;
  rightOpen: boolean;
  outputs: boolean;
}

/** What was open before the canvas was left alone; both side panels where nothing was. */
const usual: Shown = { leftOpen: true, rightOpen: true, outputs: false };

/** Leaves the canvas alone: hides the side panels and the outputs, or brings back those that it hid. */
export function useCanvasAlone(
  { layout, setLayout }: EditorPanels,
  areOutputsOpen: boolean,
  setOutputsOpen: (isOpen: boolean) => void,
): { isAlone: boolean; toggle: () => void } {
  const hidden = useRef(usual);
  const isAlone = !layout.leftOpen && !layout.rightOpen && !areOutputsOpen;
  return {
    isAlone,
    toggle() {
      if (isAlone) {
        const { outputs, ...panels } = hidden.current;
        hidden.current = usual;
        setLayout(panels);
        if (outputs) setOutputsOpen(true);
        return;
      }
      hidden.current = { leftOpen: layout.leftOpen, rightOpen: layout.rightOpen, outputs: areOutputsOpen };
      setLayout({ leftOpen: false, rightOpen: false });
      setOutputsOpen(false);
    },
  };
}
