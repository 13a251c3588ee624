import { FileInput, Film } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import { validateTimeline } from '#shared/timeline/index.ts';
import { describeRead, isMissing } from '#renderer/desk/index.ts';
import { createPlayhead, Monitor } from '#renderer/player/index.ts';
import { Button, EmptyState, ErrorState, plural, ProblemList, Skeleton } from '#renderer/ui/index.ts';
import { useLibraryByName, useTimeline } from './queries.ts';
import { TimelineView } from './timeline-view.tsx';
import css from './timeline.module.css';

const none: ReadonlyMap<string, FileRecord> = new Map();

/** A timeline document as it came from a service, shown only when it is sound. */
export function TimelineDocumentView({
  connectionId,
  document,
}: {
  connectionId: string;
  document: unknown;
}): ReactElement {
  const checked = useMemo(() => validateTimeline(document), [document]);
  const library = useLibraryByName(connectionId).data ?? none;
  const [playhead] = useState(() => createPlayhead());
  if (!checked.ok) {
    return (
      <ErrorState
        title={`This timeline has ${plural(checked.problems.length, 'problem')} and cannot be shown`}
        text={<ProblemList problems={checked.problems} />}
      />
    );
  }
  return (
    <TimelineView
      connectionId={connectionId}
      document={checked.document}
      library={library}
      playhead={playhead}
      monitor={
        <Monitor
          connectionId={connectionId}
          timeline={checked.document.timeline}
          library={library}
          playhead={playhead}
        />
      }
    />
  );
}

/** The timeline of a project, to look at. */
export function TimelinePage({
  connectionId,
  projectId,
  onImport,
}: {
  connectionId: string;
  projectId: string;
  onImport: () => void;
}): ReactElement {
  const timeline = useTimeline(connectionId, projectId);
  if (timeline.isPending) {
    return (
      <div className={css['loading']} aria-busy="true" aria-label="The timeline is being read">
        {[72, 46, 88, 60].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={48} />
        ))}
      </div>
    );
  }
  if (timeline.isError) {
    return (
      <ErrorState
        title={
          isMissing(timeline.error) ? 'This project is not there any more' : 'The timeline could not be read'
        }
        text={
          isMissing(timeline.error)
            ? 'It was deleted, or it belongs to another account.'
            : describeRead(timeline.error)
        }
        onRetry={isMissing(timeline.error) ? undefined : () => void timeline.refetch()}
      />
    );
  }
  if (timeline.data.summary.clipCount === 0 && timeline.data.summary.trackCount === 0) {
    return (
      <EmptyState
        icon={<Film />}
        title="This project has no timeline yet"
        text="Drop an .otio, .otioz or .zip from an editing program here, or send one over the API."
        action={
          <Button icon={<FileInput aria-hidden />} onClick={onImport}>
            Import OTIO…
          </Button>
        }
      />
    );
  }
  return <TimelineDocumentView connectionId={connectionId} document={timeline.data.document} />;
}
