import { Group, Panel as ResizablePanel, Separator, usePanelRef } from 'react-resizable-panels';
import type { ReactElement } from 'react';
import css from './panel.module.css';

/** The line between two resizable panels: drag it, or focus it and use the arrow keys. */
export function PanelSeparator({
  label,
  orientation = 'columns',
}: {
  label: string;
  /** `columns` stands between panels side by side. */
  orientation?: 'columns' | 'rows';
}): ReactElement {
  return <Separator aria-label={label} data-orientation={orientation} className={css['separator']} />;
}

export { Group as PanelGroup, ResizablePanel, usePanelRef };
