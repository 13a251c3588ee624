import { LoaderCircle } from 'lucide-react';
import type { ReactElement } from 'react';
import { words } from '#renderer/words/index.ts';
import css from './shot-card.module.css';

/** How many files are on their way to where this stands. */
export const IncomingFiles = ({ count }: { count: number }): ReactElement => (
  <span className={css['coming']} role="status">
    <LoaderCircle aria-hidden />
    {words.storyboard.coming(count)}
  </span>
);
