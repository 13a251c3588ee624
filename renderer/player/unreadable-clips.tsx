import type { ReactElement } from 'react';
import type { Film } from '#shared/film/film.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import { mediumKey, mediumOf } from '#shared/timeline/ext.ts';
import type { TimelineClip } from '#shared/timeline/index.ts';
import { useUnreadableFiles } from '#renderer/desk/index.ts';
import { Checkbox } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { LackingClips } from './clips-without-file.tsx';
import type { ExportSelection } from './export-choices.ts';
import type { FilmRange } from './film-range.ts';

const text = words.filmExport;

/**
 * The clips in a range whose file is there and cannot be read, in playing order. In this window also those that wait for their
 * proxy, or have none.
 */
export function useUnreadableClips(
  connectionId: string,
  { timeline, media }: Film,
  library: ReadonlyMap<string, FileRecord>,
  { from, to }: FilmRange,
  isByRun: boolean,
): TimelineClip[] {
  const inRange = timeline.clips.filter(
    (clip) => clip.type !== 'text' && clip.startTime < to && clip.startTime + clip.duration > from,
  );
  const files = inRange.flatMap((clip) => mediumOf(clip, library)?.fileId ?? []);
  const unreadable = useUnreadableFiles(connectionId, files);
  return inRange
    .filter((clip) => {
      const file = mediumOf(clip, library);
      if (!file) return false;
      const medium = media.get(mediumKey(clip));
      return unreadable.has(file.fileId) || (!isByRun && medium !== undefined && 'missing' in medium);
    })
    .toSorted((a, b) => a.startTime - b.startTime);
}

/** Names clips that cannot be read, and asks whether the film is to be made with words in their place. */
export function UnreadableClips({
  clips,
  frameRate,
  choice,
  isRetry,
  onSelect,
  onShowClip,
}: {
  clips: readonly TimelineClip[];
  frameRate: number;
  choice: ExportSelection['unreadable'];
  /** An export was tried: what could not be read then is not known before. */
  isRetry: boolean;
  onSelect: (choice: ExportSelection['unreadable']) => void;
  onShowClip: ((clipId: string) => void) | undefined;
}): ReactElement | null {
  if (clips.length === 0 && !isRetry) return null;
  return (
    <>
      <LackingClips {...{ clips, frameRate, onShowClip }} message={text.unreadable(clips.length)} />
      <Checkbox
        label={text.showWords}
        checked={choice === 'show-words'}
        onCheckedChange={(isChecked) => onSelect(isChecked ? 'show-words' : 'stop')}
      />
    </>
  );
}
