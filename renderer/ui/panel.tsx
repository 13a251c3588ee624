import { Group, Panel as ResizablePanel, Separator, usePanelRef } from 'react-resizable-panels';
import type { ReactElement, ReactNode } from 'react';
import css from './panel.module.css';

/** A titled surface that fills its place. */
export function Panel({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <section className={css['panel']} aria-label={title}>
      <header className={css['header']}>
        <h2 className={css['title']}>{title}</h2>
        {actions}
      </header>
      <div className={css['body']}>{children}</div>
    </section>
  );
}

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
