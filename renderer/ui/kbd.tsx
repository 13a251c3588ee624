import type { ReactElement, ReactNode } from 'react';
import css from './kbd.module.css';

/** A key or chord. */
export function Kbd({ children }: { children: ReactNode }): ReactElement {
  return <kbd className={css['kbd']}>{children}</kbd>;
}
