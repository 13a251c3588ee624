import type { ReactElement } from 'react';
import { words } from '#renderer/words/index.ts';
import css from './problem-list.module.css';

const t = words.ui.problemList;

/** Every problem of a document with its place. */
export function ProblemList({
  problems,
}: {
  problems: readonly { path: string; message: string }[];
}): ReactElement {
  return (
    <ul className={css['list']} aria-label={t.problems}>
      {problems.slice(0, 200).map(({ path, message }, index) => (
        // Two problems can be at one place and say the same.
        <li key={index}>
          <code>{path || words.ui.entireDocument}</code>
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}
