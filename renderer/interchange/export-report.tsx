import type { ReactElement } from 'react';
import { summarizeTimeline, type TimelineDocument } from '#shared/timeline/index.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { number } from '#renderer/words/index.ts';
import type { ExportFormat, ExportPlan } from './export-formats.ts';
import { WarningList } from './import-report.tsx';
import css from './interchange.module.css';

const hasMedia = (format: ExportFormat): boolean => format !== 'edl' && format !== 'xml';

/** What will be in an exported file, and what will not be as it is here. */
export function ExportReport({
  document,
  format,
  plan,
}: {
  document: TimelineDocument;
  format: ExportFormat;
  plan: ExportPlan;
}): ReactElement {
  const { clipCount, trackCount, durationSeconds } = summarizeTimeline(document);
  const media = new Set(
    document.timeline.clips
      .filter(
        ({ filename, storageType }) =>
          filename !== '' && !(hasMedia(format) && storageType === 'placeholder'),
      )
      .map(({ filename }) => filename),
  );
  return (
    <div className={css['report']}>
      <dl className={css['facts']}>
        <div>
          <dt>Clips</dt>
          <dd>{number(clipCount)}</dd>
        </div>
        <div>
          <dt>Tracks</dt>
          <dd>{number(trackCount)}</dd>
        </div>
        <div>
          <dt>Length</dt>
          <dd>{formatSeconds(durationSeconds)}</dd>
        </div>
        <div>
          <dt>{hasMedia(format) ? 'Media' : 'Media by name'}</dt>
          <dd>{number(media.size)}</dd>
        </div>
      </dl>
      {format === 'edl' && plan.files.length === 0 ? (
        <p className={css['allThere']}>There are no clips, so there is nothing to list.</p>
      ) : (
        <WarningList
          warnings={plan.warnings}
          direction="out"
          label="What is different in the file"
          allThere="Everything in the timeline goes into the file as it is."
        />
      )}
    </div>
  );
}
