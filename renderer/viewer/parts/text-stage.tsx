import type { ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import { StageNote } from './image-stage.tsx';
import type { ViewedItem } from '../model/viewed-item.ts';
import { useViewedText } from '../model/viewed-text.ts';
import css from './text-stage.module.css';

const t = words.viewer.textStage;

/** Text, values, and files that are text; of other files a sentence. */
export function TextStage({ item }: { item: ViewedItem }): ReactElement {
  const viewedText = useViewedText(item);
  if (viewedText === null) {
    return (
      <StageNote>
        {isFileOutput(item.output) ? <bdi>{item.output.filename}</bdi> : null}{' '}
        {words.viewer.textStage.cannotShow}
      </StageNote>
    );
  }
  if (isFileOutput(item.output) && item.output.sizeBytes === 0) {
    return <StageNote>{t.fileEmptyBytes}</StageNote>;
  }
  if (viewedText.error !== null) return <StageNote>{describeProblem(viewedText.error)}</StageNote>;
  return (
    <div className={css['page']}>
      {viewedText.note ? (
        <p className={css['note']} role="status">
          {viewedText.note}
        </p>
      ) : null}
      <pre className={css['text']} data-kind={item.kind} dir="auto">
        {viewedText.text}
      </pre>
    </div>
  );
}
