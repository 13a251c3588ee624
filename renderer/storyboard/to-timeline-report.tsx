import { AlertTriangle } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { BoardChange, BoardClash } from '#shared/storyboard/board-timeline.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { timelineEnd } from '#shared/timeline/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { ErrorState, plural, Skeleton } from '#renderer/ui/index.ts';
import type { ConversionView } from './use-conversion.ts';
import css from './to-timeline.module.css';

/** Lines of one list that are shown; the rest is counted. */
const MAX_LINES = 50;

const changeWords: Readonly<Record<BoardChange['kind'], string>> = {
  new: 'new',
  gone: 'goes, as its shot did',
  moved: 'moves to its new place',
  length: 'has another length',
  medium: 'shows another picture',
  name: 'has another name',
  look: 'comes in otherwise',
};
const clashWords: Readonly<Record<BoardClash['how'], string>> = {
  both: 'was changed on the board and on the timeline; it stays as on the timeline',
  gone: 'has no shot any more, but was edited on the timeline; it stays',
  back: 'was deleted on the timeline, but its shot was changed since; it comes back',
};

/** What is going to happen to the timeline, and what cannot come along. */
export function ToTimelineReport({
  conversion: { update, warnings, error, retry },
  board,
  isNew,
  isDone,
}: {
  conversion: ConversionView;
  board: StoryboardDocument;
  isNew: boolean;
  /** The timeline has all that the board has. */
  isDone: boolean;
}): ReactElement {
  if (error !== null) {
    return (
      <ErrorState
        title="The timeline cannot be made"
        text={error instanceof Error && error.name === 'Error' ? error.message : describeProblem(error)}
        onRetry={retry}
      />
    );
  }
  if (!update) {
    return (
      <div aria-busy="true" aria-label="The timeline is being made">
        <Skeleton width="100%" height={64} />
      </div>
    );
  }
  const { clips } = update.document.timeline;
  return (
    <div className={css['report']} role="status">
      <p className={css['summary']}>
        {isDone
          ? 'The timeline has everything that is on the board.'
          : `${plural(clips.length, 'clip')} · ${formatSeconds(timelineEnd(clips))}`}
      </p>
      {isNew || isDone ? null : (
        <Lines title={`${plural(update.changes.length, 'change')} of the board`}>
          {update.changes.map(({ clipId, name, kind }) => (
            <li key={`${clipId} ${kind}`}>
              <strong dir="auto">{name || 'A shot'}</strong> {changeWords[kind]}
            </li>
          ))}
        </Lines>
      )}
      <Lines title="Edited in both places">
        {update.clashes.map(({ clipId, name, how }) => (
          <li key={clipId}>
            <strong dir="auto">{name || 'A clip'}</strong> {clashWords[how]}
          </li>
        ))}
      </Lines>
      <Lines title={`${plural(warnings.length, 'picture')} that cannot be taken along`} warns>
        {warnings.map(({ path, message }) => (
          <li key={path}>{message}</li>
        ))}
      </Lines>
      {isDone ? null : (
        <Lines title="Transitions that become cuts" warns>
          {shotsThatAreCut(board).map(({ key, name, transition }) => (
            <li key={key}>
              <strong dir="auto">{name}</strong> begins with a {transition}, which a timeline does not have
            </li>
          ))}
        </Lines>
      )}
    </div>
  );
}

/** Shots whose transition is lost on a timeline: cuts, dissolves and fades are not. */
const shotsThatAreCut = ({ sequences }: StoryboardDocument) =>
  sequences.flatMap(({ shots }, scene) =>
    shots.flatMap(({ id, name, transition }, place) =>
      ['cut', 'dissolve', 'fade'].includes(transition)
        ? []
        : [{ key: `${scene} ${id}`, name: name || `Shot ${scene + 1}.${place + 1}`, transition }],
    ),
  );

function Lines({
  title,
  warns = false,
  children,
}: {
  title: string;
  warns?: boolean;
  children: readonly ReactNode[];
}): ReactElement | null {
  if (children.length === 0) return null;
  return (
    <section className={css['lines']} data-warns={warns ? '' : undefined} aria-label={title}>
      <h3>
        {warns ? <AlertTriangle aria-hidden /> : null}
        {title}
      </h3>
      <ul>
        {children.slice(0, MAX_LINES)}
        {children.length > MAX_LINES ? <li key="more">And {children.length - MAX_LINES} more.</li> : null}
      </ul>
    </section>
  );
}
