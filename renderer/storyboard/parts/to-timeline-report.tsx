import { AlertTriangle } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { BoardClash } from '#shared/storyboard/board-changes.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { canBeLeft, changeKey } from '#shared/storyboard/board-choice.ts';
import { timelineEnd, type TimelineDocument } from '#shared/timeline/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { Checkbox, ErrorState, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { isConvertible } from '../model/shot-problems.ts';
import { rippleLines, detachedLines, changeLine, preservedLine } from '../model/update-lines.ts';
import type { ConversionView, UpdateSelection } from '../model/use-conversion.ts';
import css from './to-timeline.module.css';

const t = words.storyboard.toTimelineReport;

const texts = words.boardUpdate;
/** Lines of one list that are shown; the rest is counted. */
const MAX_LINES = 50;

const clashWords: Readonly<Record<BoardClash['how'], string>> = {
  both: t.changedBoardTimeline,
  gone: t.noShotAnyBut,
  back: t.deletedTimelineButShot,
};

/** What is going to happen to the timeline, and what cannot come along. */
export function ToTimelineReport({
  conversion: { update, left, error, retry },
  board,
  current,
  isNew,
  isUpToDate,
  selection,
  onSelect,
}: {
  conversion: ConversionView;
  board: StoryboardDocument;
  isNew: boolean;
  /** The timeline has all that the board has. */
  isUpToDate: boolean;
  current: TimelineDocument;
  selection: UpdateSelection;
  onSelect: (requested: UpdateSelection) => void;
}): ReactElement {
  if (error !== null) {
    return (
      <ErrorState
        title={t.timelineCannot}
        text={error instanceof Error && error.name === 'Error' ? error.message : describeProblem(error)}
        onRetry={retry}
      />
    );
  }
  if (!update) {
    return (
      <div aria-busy="true" aria-label={t.timelineBeing}>
        <Skeleton width="100%" height={64} />
      </div>
    );
  }
  const { clips } = update.document.timeline;
  return (
    <div className={css['report']} role="status">
      <p className={css['summary']}>
        {isUpToDate
          ? t.timelineEverythingBoard
          : `${words.counts.clips(clips.length)} · ${formatSeconds(timelineEnd(clips))}`}
      </p>
      {isNew ? null : <Update update={update} current={current} selection={selection} onSelect={onSelect} />}
      <Lines title={t.editedPositions}>
        {update.clashes.map(({ clipId, name, how }) => (
          <li key={clipId}>
            <strong dir="auto">{name || t.clip}</strong> {clashWords[how]}
          </li>
        ))}
      </Lines>
      <Lines title={texts.staysOnBoard(left.length)} warns>
        {linesOf(left)}
      </Lines>
      {isUpToDate ? null : (
        <Lines title={t.transitionsCuts} warns>
          {shotsThatAreCut(board).map(({ key, name, transition }) => (
            <li key={key}>
              <strong dir="auto">{name}</strong> {t.beginsWith(transition)}
            </li>
          ))}
        </Lines>
      )}
    </div>
  );
}

/** What an update changes, keeps and moves along, with what can be left out of it. */
function Update({
  update,
  current,
  selection,
  onSelect,
}: {
  update: NonNullable<ConversionView['update']>;
  current: TimelineDocument;
  selection: UpdateSelection;
  onSelect: (requested: UpdateSelection) => void;
}): ReactElement {
  const { changes, preserved, along, detached, snapped } = update;
  const leave = (key: string, isLeft: boolean) => {
    const left = new Set(selection.left);
    if (isLeft) left.add(key);
    else left.delete(key);
    onSelect({ ...selection, left });
  };
  const hasQuestions =
    along.some(({ kind }) => kind !== 'range') || detached.some(({ reason }) => reason !== 'locked');
  return (
    <>
      <Lines title={texts.changes(changes.length)}>
        {changes.map((change) => {
          const key = changeKey(change);
          const name = change.name || texts.clip;
          const line = changeLine(change, current, update.document);
          return (
            <li key={key} className={css['change']}>
              <Checkbox
                hideLabel
                label={texts.leave(name, line)}
                checked={!selection.left.has(key)}
                disabled={!canBeLeft(change)}
                onCheckedChange={(isIncluded) => leave(key, !isIncluded)}
              />
              <span>
                <strong dir="auto">{name}</strong> {line}
              </span>
            </li>
          );
        })}
      </Lines>
      {hasQuestions ? (
        <Checkbox
          label={texts.moveAlong}
          checked={selection.moveAlong}
          onCheckedChange={(isRipple) => onSelect({ ...selection, moveAlong: isRipple })}
        />
      ) : null}
      <Lines title={texts.along(along.length)}>{linesOf(rippleLines(along, current))}</Lines>
      <Lines title={texts.apart} warns>
        {linesOf(detachedLines(detached, current))}
      </Lines>
      <Lines title={texts.kept}>
        {linesOf(
          preserved.map((entry) => ({ key: `${entry.field} ${entry.clipId}`, ...preservedLine(entry) })),
        )}
      </Lines>
      {snapped > 0 ? <p className={css['note']}>{texts.snapped(snapped)}</p> : null}
    </>
  );
}

const linesOf = (lines: readonly { key: string; name: string; text: string }[]) =>
  lines.map(({ key, name, text }) => (
    <li key={key}>
      <strong dir="auto">{name}</strong> {text}
    </li>
  ));

/** Shots whose transition is lost on a timeline: cuts, dissolves and fades are not. */
const shotsThatAreCut = ({ sequences }: StoryboardDocument) =>
  sequences.flatMap(({ shots }, scene) =>
    shots.flatMap(({ id, name, transition }, shotIndex) =>
      isConvertible(transition)
        ? []
        : [
            {
              key: `${scene} ${id}`,
              name: name || t.shotNumber(`${scene + 1}.${shotIndex + 1}`),
              transition,
            },
          ],
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
        {children.length > MAX_LINES ? (
          <li key="more">{t.andOverflow(children.length - MAX_LINES)}</li>
        ) : null}
      </ul>
    </section>
  );
}
