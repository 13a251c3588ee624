import { useId, type ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import { mediumOf } from '#shared/timeline/ext.ts';
import type { TimelineBody, TimelineClip } from '#shared/timeline/index.ts';
import { timecodeOfFrame } from '#shared/timeline/timecode.ts';
import { displayFileName } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { FilmRange } from './film-range.ts';
import css from './export-film.module.css';

const text = words.filmExport;
/** Clips that are named; of more the number is said. */
const MAX_NAMED = 50;

/** The clips in a range that show or sound nothing, since their file is not among those of the account; in playing order. */
const clipsMissingFile = (
  { clips }: TimelineBody,
  library: ReadonlyMap<string, FileRecord>,
  { from, to }: FilmRange,
): TimelineClip[] =>
  clips
    .filter(
      (clip) =>
        clip.type !== 'text' &&
        clip.startTime < to &&
        clip.startTime + clip.duration > from &&
        mediumOf(clip, library) === undefined,
    )
    .toSorted((a, b) => a.startTime - b.startTime);

/** Names what a film will lack, before it is made, each with the way to its clip. */
export function ClipsMissingFile({
  timeline,
  library,
  range,
  onShowClip,
}: {
  timeline: TimelineBody;
  library: ReadonlyMap<string, FileRecord>;
  range: FilmRange;
  /** Leads to a clip on the timeline; left out where there is none to work in. */
  onShowClip: ((clipId: string) => void) | undefined;
}): ReactElement | null {
  const lacking = clipsMissingFile(timeline, library, range);
  const message = text.withoutFile(lacking.length);
  return <LackingClips {...{ clips: lacking, message, frameRate: timeline.frameRate, onShowClip }} />;
}

/** Clips with their places, below what is said of them; nothing without clips. */
export function LackingClips({
  clips,
  message,
  frameRate,
  onShowClip,
}: {
  clips: readonly TimelineClip[];
  message: string;
  frameRate: number;
  onShowClip: ((clipId: string) => void) | undefined;
}): ReactElement | null {
  const id = useId();
  if (clips.length === 0) return null;
  const remaining = clips.length - MAX_NAMED;
  return (
    <section className={css['lacking']} aria-labelledby={id}>
      <p id={id}>{message}</p>
      <ul>
        {clips.slice(0, MAX_NAMED).map((clip) => {
          const row = (
            <>
              <span dir="auto">{clip.name || displayFileName(clip.filename) || text.unnamedClip}</span>
              <span className={css['at']}>{timecodeOfFrame(clip.startTime * frameRate, frameRate)}</span>
            </>
          );
          return (
            <li key={clip.id}>
              {onShowClip ? (
                <button type="button" title={text.showClip} onClick={() => onShowClip(clip.id)}>
                  {row}
                </button>
              ) : (
                row
              )}
            </li>
          );
        })}
      </ul>
      {remaining > 0 ? <p>{text.moreWithoutFile(remaining)}</p> : null}
    </section>
  );
}
