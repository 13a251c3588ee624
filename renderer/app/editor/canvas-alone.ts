import { useRef } from 'react';
import type { EditorPanels } from './editor-panels.tsx';

interface PanelVisibility {
  leftOpen: boolean;
  rightOpen: boolean;
  outputs: boolean;
}

/** What was open before the canvas was left alone; both side panels where nothing was. */
const defaults: PanelVisibility = { leftOpen: true, rightOpen: true, outputs: false };

/** Leaves the canvas alone: hides the side panels and the outputs, or brings back those that it hid. */
export function useCanvasOnly(
  { layout, setLayout }: EditorPanels,
  areOutputsOpen: boolean,
  setOutputsOpen: (isOpen: boolean) => void,
): { isCanvasOnly: boolean; toggle: () => void } {
  const hidden = useRef(defaults);
  const isCanvasOnly = !layout.leftOpen && !layout.rightOpen && !areOutputsOpen;
  return {
    isCanvasOnly,
    toggle() {
      if (isCanvasOnly) {
        const { outputs, ...panels } = hidden.current;
        hidden.current = defaults;
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
