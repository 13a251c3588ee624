import type { ReactElement } from 'react';
import type { ExportFormat } from '#shared/timeline/cut-formats.ts';
import { mediumKey } from '#shared/timeline/ext.ts';
import { summarizeTimeline, type TimelineClip, type TimelineDocument } from '#shared/timeline/index.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { isLocalFormat, type ExportPlan } from './export-formats.ts';
import { WarningList } from './import-report.tsx';
import css from './interchange.module.css';

const t = words.interchange.exportReport;

/** What will be in an exported file, and what will not be as it is here. */
export function ExportReport({
  document,
  format,
  plan,
  missingMedia,
}: {
  document: TimelineDocument;
  format: ExportFormat;
  plan: ExportPlan;
  /** Media whose files are no longer there, by `mediumKey`. */
  missingMedia: ReadonlySet<string>;
}): ReactElement {
  const { clipCount, trackCount, durationSeconds } = summarizeTimeline(document);
  const isIncluded = (clip: TimelineClip): boolean =>
    clip.filename !== '' &&
    (isLocalFormat(format) || (clip.storageType !== 'placeholder' && !missingMedia.has(mediumKey(clip))));
  const media = new Set(document.timeline.clips.filter(isIncluded).map(({ filename }) => filename));
  return (
    <div className={css['report']}>
      <dl className={css['facts']}>
        <div>
          <dt>{t.clips}</dt>
          <dd>{number(clipCount)}</dd>
        </div>
        <div>
          <dt>{t.tracks}</dt>
          <dd>{number(trackCount)}</dd>
        </div>
        <div>
          <dt>{t.length}</dt>
          <dd>{formatSeconds(durationSeconds)}</dd>
        </div>
        <div>
          <dt>{isLocalFormat(format) ? t.mediaName : t.media}</dt>
          <dd>{number(media.size)}</dd>
        </div>
      </dl>
      {isLocalFormat(format) && plan.files.length === 0 ? (
        <p className={css['allThere']}>{t.noClipsList}</p>
      ) : (
        <WarningList
          warnings={plan.warnings}
          direction="out"
          label={t.differentFile}
          emptyText={t.everythingTimelineGoesFile}
        />
      )}
    </div>
  );
}
