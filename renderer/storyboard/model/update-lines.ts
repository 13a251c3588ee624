import type { BoardChange, Preserved } from '#shared/storyboard/board-changes.ts';
import type { Along, DetachedClip } from '#shared/storyboard/move-along.ts';
import { clipExt, type TimelineClip, type TimelineDocument } from '#shared/timeline/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { formatTimecode } from '#renderer/timeline/index.ts';
import { words } from '#renderer/words/index.ts';

const texts = words.boardUpdate;

const mediumOf = (clip: TimelineClip | null): string => clip?.filename || texts.noPicture;

function transitionLabel(clip: TimelineClip | null): string {
  const { fadeIn, dissolve } = clip ? clipExt(clip) : { fadeIn: undefined, dissolve: undefined };
  if (fadeIn === undefined) return texts.entrances.cut;
  return dissolve === true ? texts.entrances.dissolve : texts.entrances.fade;
}

const startIn = ({ timeline }: TimelineDocument, id: string): number =>
  timeline.clips.find((clip) => clip.id === id)?.startTime ?? 0;

/** The name of the clip right before another one on its track; null where none is. */
function nameBefore({ timeline }: TimelineDocument, id: string): string | null {
  const clip = timeline.clips.find((candidate) => candidate.id === id);
  if (!clip) return null;
  const before = timeline.clips
    .filter(({ trackId, startTime }) => trackId === clip.trackId && startTime < clip.startTime)
    .toSorted((a, b) => a.startTime - b.startTime)
    .at(-1);
  return before ? before.name || texts.clip : null;
}

/** The name of the shot that a sound lies below. */
function shotOver({ timeline }: TimelineDocument, id: string): string {
  const sound = timeline.clips.find((candidate) => candidate.id === id);
  const over = timeline.clips.find(
    (clip) => clipExt(clip).shotId !== undefined && clip.startTime === sound?.startTime,
  );
  return over?.name || texts.clip;
}

function newLine(clip: TimelineClip | null, next: TimelineDocument): string {
  if (clip?.type === 'audio') return texts.newSound(shotOver(next, clip.id), clip.duration);
  return texts.isNew(clip && nameBefore(next, clip.id), clip?.duration ?? 0);
}

/** What a change of the board does to the timeline, with its values before and after. */
export function changeLine(
  { clipId, kind, before, after }: BoardChange,
  current: TimelineDocument,
  next: TimelineDocument,
): string {
  switch (kind) {
    case 'new':
      return newLine(after, next);
    case 'gone':
      return before?.type === 'audio' ? texts.goneSound : texts.gone;
    case 'moved':
      return texts.moved(startIn(current, clipId), startIn(next, clipId));
    case 'length':
      return texts.length(before?.duration ?? 0, after?.duration ?? 0);
    case 'medium':
      return texts.medium(mediumOf(before), mediumOf(after));
    case 'name':
      return texts.name(before?.name ?? '', after?.name ?? '');
    case 'look':
      return texts.look(transitionLabel(before), transitionLabel(after));
    default:
      return assertNever(kind);
  }
}

/** What of a clip stays as it was edited on the timeline, with what the board says. */
export function preservedLine({ name, field, timeline, board }: Preserved): {
  name: string;
  text: string;
} {
  return { name: name || texts.clip, text: preservedText(field, timeline, board) };
}

function preservedText(
  field: Preserved['field'],
  timeline: TimelineClip | null,
  board: TimelineClip,
): string {
  switch (field) {
    case 'length':
      return texts.keptLength(timeline?.duration ?? 0, board.duration);
    case 'medium':
      return texts.keptMedium(mediumOf(timeline), mediumOf(board));
    case 'name':
      return texts.keptName(board.name);
    case 'look':
      return texts.keptLook(transitionLabel(timeline), transitionLabel(board));
    case 'values':
      return texts.keptValues;
    case 'deleted':
      return texts.keptDeleted;
    default:
      return assertNever(field);
  }
}

const nameOf = ({ kind, name }: Along): string => (kind === 'range' ? texts.range : name || texts[kind]);

/** What moves along with shots, from where to where. */
export const rippleLines = (ripples: readonly Along[], { timeline: { frameRate } }: TimelineDocument) =>
  ripples.map((entry) => ({
    key: `${entry.kind} ${entry.id}`,
    name: nameOf(entry),
    text: texts.alongLine(
      formatTimecode(entry.from, frameRate),
      formatTimecode(entry.to, frameRate),
      entry.withName || texts.clip,
    ),
  }));

/** What does not simply move along, and what becomes of it. */
export const detachedLines = (
  detached: readonly DetachedClip[],
  { timeline: { frameRate } }: TimelineDocument,
) =>
  detached.map((entry) => {
    const at = formatTimecode(entry.to, frameRate);
    const withName = entry.withName || texts.clip;
    const text = {
      locked: texts.apartLocked(at),
      asked: texts.apartAsked(at),
      spans: texts.apartSpans(withName),
      gone: texts.apartGone(at, withName),
    };
    return { key: `${entry.kind} ${entry.id}`, name: nameOf(entry), text: text[entry.reason] };
  });
