import { useMemo, type ReactElement } from 'react';
import { describeProblem } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import { StageNote } from './image-stage.tsx';
import { diffOf, type DiffLine } from '../model/text-lines.ts';
import type { ComparedItem } from '../model/viewed-item.ts';
import { useViewedText } from '../model/viewed-text.ts';
import css from './compare.module.css';

const t = words.viewer.textDiff;

const signs = { same: ' ', added: '+', removed: '−' } as const;

/** Two texts as one, with the lines that only one of them has. */
export function TextDiff({ first, second }: { first: ComparedItem; second: ComparedItem }): ReactElement {
  const [leftText, rightText] = [useViewedText(first), useViewedText(second)];
  const error = leftText?.error ?? rightText?.error;
  if (error !== null && error !== undefined) return <StageNote>{describeProblem(error)}</StageNote>;
  if (leftText === null || rightText === null || leftText.isLoading || rightText.isLoading) {
    return <div className={css['whole']} aria-busy />;
  }
  return (
    <Differences
      first={{ label: first.title, text: leftText.text }}
      second={{ label: second.title, text: rightText.text }}
      isPartial={leftText.note !== null || rightText.note !== null}
    />
  );
}

interface Named {
  label: string;
  text: string;
}

function Differences({
  first,
  second,
  isPartial,
}: {
  first: Named;
  second: Named;
  isPartial: boolean;
}): ReactElement {
  const [leftText, rightText] = [first.text, second.text];
  const diff = useMemo(() => diffOf(leftText, rightText), [leftText, rightText]);
  if (diff === null) {
    return <StageNote>{t.theseTextsDifferMuch}</StageNote>;
  }
  return (
    <div className={css['diff']}>
      <p className={css['summary']} role="status">
        {diff.added + diff.removed === 0
          ? t.theyEqual
          : t.only(diff.removed, first.label, diff.added, second.label)}
        {diff.isCut || isPartial ? ` ${t.onlyBeginnings}` : ''}
      </p>
      <div className={css['lines']} role="region" aria-label={t.differences}>
        {diff.lines.map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </div>
    </div>
  );
}

function Line({ line }: { line: DiffLine }): ReactElement {
  if (line.kind === 'gap') return <div className={css['gap']}>{words.counts.equalLines(line.count)}</div>;
  return (
    <div className={css['line']} data-kind={line.kind}>
      <span aria-hidden>{signs[line.kind]}</span>
      <span dir="auto">{line.text === '' ? '\u200b' : line.text}</span>
    </div>
  );
}
