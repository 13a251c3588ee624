import type { ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { formatBytes } from '#renderer/ui/index.ts';
import { formatSeconds, formatTimecode } from './timecode.ts';
import css from './timeline.module.css';

/** What there is to know of the clip that was chosen. */
export function ClipDetails({
  clip,
  trackName,
  frameRate,
  file,
}: {
  clip: TimelineClip | null;
  trackName: string;
  frameRate: number;
  file: FileRecord | null;
}): ReactElement {
  if (!clip) {
    return (
      <div className={css['details']}>
        <p className={css['detailsHint']}>
          Choose a clip to see its times and its medium. Arrow keys go from clip to clip.
        </p>
      </div>
    );
  }
  const facts: [string, string][] = [
    ['Track', trackName],
    ['In', formatTimecode(clip.startTime, frameRate)],
    ['Out', formatTimecode(clip.startTime + clip.duration, frameRate)],
    ['Length', formatSeconds(clip.duration)],
    ['Source from', formatTimecode(clip.trimStart, frameRate)],
    ...(clip.opacity === 1
      ? []
      : ([['Opacity', `${Math.round(clip.opacity * 100)} %`]] as [string, string][])),
    ...(clip.volume === 1 ? [] : ([['Volume', `${Math.round(clip.volume * 100)} %`]] as [string, string][])),
  ];
  const medium =
    clip.storageType === 'placeholder'
      ? clip.filename
        ? `Its medium “${clip.filename}” is missing`
        : 'Its medium is missing'
      : clip.filename || 'No medium';
  return (
    <div className={css['details']} aria-live="polite">
      <div className={css['detailsNames']}>
        <span className={css['detailsName']} dir="auto">
          {clip.name || clip.filename || 'Clip'}
        </span>
        <span
          className={css['detailsMedium']}
          data-missing={clip.storageType === 'placeholder' ? '' : undefined}
          dir="auto"
        >
          {medium}
          {file ? ` · ${formatBytes(file.sizeBytes)}` : ''}
        </span>
      </div>
      <dl className={css['detailsFacts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
