import type { ReactElement, ReactNode } from 'react';
import css from './page.module.css';

/** A setting: what it is, and the control that changes it. */
export function SettingsRow({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <div className={css['row']}>
      <div className={css['rowText']}>
        <div>{title}</div>
        {hint ? <div className={css['rowHint']}>{hint}</div> : null}
      </div>
      <div className={css['rowEnd']}>{children}</div>
    </div>
  );
}
