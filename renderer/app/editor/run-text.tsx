import type { ReactElement, ReactNode } from 'react';
import { words } from '#renderer/words/index.ts';
import type { RunLabel } from '../runs/run-label.ts';
import css from './run-button.module.css';

const text = words.bar.run;

/** What the button of a run says, in a place as wide as the longest of its words: what lies beside it stays where it is. */
export function RunText({
  icon,
  full,
  short,
}: Pick<RunLabel, 'full' | 'short'> & { icon: ReactNode }): ReactElement {
  return (
    <>
      <NodeLink className={css['full']} icon={icon} longest={text.longest}>
        {full}
      </NodeLink>
      <NodeLink className={css['short']} icon={icon} longest={text.longestShort}>
        {short}
      </NodeLink>
    </>
  );
}

/** A price, and a count of so many. */
const UNBROKEN = /(· \S+|\S+ of \S+)/;

/** Where there is no room for all of it the unit goes, then the number: neither is ever cut. */
const wrapAtUnits = (text: string): ReactNode =>
  text.split(UNBROKEN).map((segment, index) =>
    index % 2 === 1 ? (
      <span key={segment} className={css['unbroken']}>
        {segment}
      </span>
    ) : (
      segment
    ),
  );

/** The words that are measured are drawn by the style sheet: they are no text of the page. */
function NodeLink(props: {
  className: string | undefined;
  icon: ReactNode;
  longest: readonly string[];
  children: string;
}): ReactElement {
  return (
    <span className={`${css['place']} ${props.className}`}>
      {props.longest.map((each) => (
        <span key={each} className={css['measure']} data-words={each} />
      ))}
      <span className={css['words']}>
        {props.icon}
        <span>{wrapAtUnits(props.children)}</span>
      </span>
    </span>
  );
}
