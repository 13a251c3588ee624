import type { ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { StageNote } from './image-stage.tsx';
import type { ViewedItem } from './viewed-item.ts';
import { useViewedText } from './viewed-text.ts';
import css from './text-stage.module.css';

/** Text, values, and files that are text; of other files a sentence. */
export function TextStage({ item }: { item: ViewedItem }): ReactElement {
  const shown = useViewedText(item);
  if (shown === null) {
    return (
      <StageNote>
        {isFileOutput(item.output) ? <bdi>{item.output.filename}</bdi> : null} cannot be shown here. Open it
        with the system, or save it.
      </StageNote>
    );
  }
  if (isFileOutput(item.output) && item.output.sizeBytes === 0) {
    return <StageNote>This file is empty: it has 0 bytes.</StageNote>;
  }
  if (shown.error !== null) return <StageNote>{describeProblem(shown.error)}</StageNote>;
  return (
    <div className={css['page']}>
      {shown.note ? (
        <p className={css['note']} role="status">
          {shown.note}
        </p>
      ) : null}
      <pre className={css['text']} data-kind={item.kind} dir="auto">
        {shown.text}
      </pre>
    </div>
  );
}
