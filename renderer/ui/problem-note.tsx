import type { ReactElement, ReactNode } from 'react';
import css from './problem-note.module.css';
import { words } from '#renderer/words/index.ts';

/** Why what was asked for did not happen, beside where it was asked; read out as it appears. */
export function ProblemNote({ children }: { children: ReactNode }): ReactElement {
  return (
    <p role="alert" className={css['note']}>
      {typeof children === 'string' ? words.sentences.translate(children) : children}
    </p>
  );
}
