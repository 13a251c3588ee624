import type { ReactElement } from 'react';
import css from './skip-link.module.css';

/** A link past what comes before, seen only while it has the focus. @param to id of the element that it leads to */
export function SkipLink({ to, children }: { to: string; children: string }): ReactElement {
  return (
    <a href={`#${to}`} className={css['skip']}>
      {children}
    </a>
  );
}
