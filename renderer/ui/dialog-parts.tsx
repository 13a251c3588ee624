import type { ReactElement, ReactNode } from 'react';
import css from './dialog-parts.module.css';
import { ProgressBar } from './states.tsx';

/** What a dialog holds, one below the other. */
export function DialogStack({ children }: { children: ReactNode }): ReactElement {
  return <div className={css['stack']}>{children}</div>;
}

/** What a dialog shows while its work goes on. */
export function DialogProgress({
  label,
  status,
  value,
  amount,
}: {
  /** What is going on, for the bar. */
  label: string;
  /** The same in words, read out as it changes. */
  status: ReactNode;
  /** 0 to 1; null while nobody knows. */
  value: number | null;
  /** How much has been done, in small print. */
  amount?: string;
}): ReactElement {
  return (
    <div className={css['progress']}>
      <p role="status">{status}</p>
      <ProgressBar value={value} label={label} />
      {amount === undefined ? null : <p className={css['amount']}>{amount}</p>}
    </div>
  );
}
