import type { ReactElement, ReactNode } from 'react';
import css from './page.module.css';

/**
 * A page beside the sidebar. All of them begin at the same edges, under a heading of the same size.
 * Notices of runs lie at its end, with room to scroll out from under them: what people came for comes first.
 * @param wide what it shows takes the whole width; text and lists keep to a width that reads well.
 * @param columns it holds `PageColumns`, which stand beside each other in a wide window.
 */
export function Page({
  wide = false,
  columns = false,
  busy = false,
  children,
}: {
  wide?: boolean;
  columns?: boolean;
  busy?: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <div
      className={css['page']}
      data-wide={wide || undefined}
      data-columns={columns || undefined}
      data-notices="below"
      aria-busy={busy || undefined}
    >
      {children}
    </div>
  );
}

/** Sections of a long list: in two columns where the window has room for them. */
export const PageColumns = ({ children }: { children: ReactNode }): ReactElement => (
  <div className={css['columns']}>{children}</div>
);

/**
 * Title of a page, what is said beside it, and its actions at the end of the line.
 * @param before a way back, left of the title.
 * @param lead one or two sentences below the line.
 */
export function PageHeader({
  title,
  before,
  trailing,
  actions,
  lead,
}: {
  title: string;
  before?: ReactNode;
  trailing?: ReactNode;
  actions?: ReactNode;
  lead?: ReactNode;
}): ReactElement {
  return (
    <>
      <header className={css['header']}>
        {before}
        <h1 className={css['title']} dir="auto">
          {title}
        </h1>
        {trailing}
        <span className={css['spring']} />
        {actions}
      </header>
      {lead === undefined ? null : <p className={css['lead']}>{lead}</p>}
    </>
  );
}
