import { clipExt, withClipExt, type TimelineClip } from '../timeline/index.ts';
import type { BoardChange } from './board-changes.ts';

/** Which change of a board is meant. */
export const changeKey = ({ clipId, kind }: Pick<BoardChange, 'clipId' | 'kind'>): string =>
  `${kind} ${clipId}`;

/** Changes that can be left for later each by itself; the sequence of shots is one. */
export const canBeLeft = ({ kind }: Pick<BoardChange, 'kind'>): boolean => kind !== 'moved';

/**
 * The clips of a board without some of its changes: what is left out stays as it was made last, and is a change again the next
 * time. @param left keys of changes.
 */
export function omitChanges(
  base: readonly TimelineClip[],
  fresh: readonly TimelineClip[],
  left: ReadonlySet<string>,
): TimelineClip[] {
  if (left.size === 0) return [...fresh];
  const before = new Map(base.map((clip) => [clip.id, clip]));
  const isLeft = (kind: BoardChange['kind'], clipId: string) => left.has(changeKey({ kind, clipId }));
  const clips = fresh.flatMap((clip) => {
    const old = before.get(clip.id);
    if (!old) return isLeft('new', clip.id) ? [] : [clip];
    return [asBefore(clip, old, (kind) => isLeft(kind, clip.id))];
  });
  for (const [index, old] of base.entries()) {
    if (!isLeft('gone', old.id) || clips.some(({ id }) => id === old.id)) continue;
    const leader = base.slice(0, index).findLast(({ id }) => clips.some((clip) => clip.id === id));
    clips.splice(leader ? clips.findIndex(({ id }) => id === leader.id) + 1 : 0, 0, old);
  }
  let end = 0;
  return clips.map((clip) => {
    const startTime = end;
    end += clip.duration;
    return { ...clip, startTime };
  });
}

function asBefore(
  clip: TimelineClip,
  old: TimelineClip,
  isLeft: (kind: BoardChange['kind']) => boolean,
): TimelineClip {
  const { fileId, fadeIn, dissolve } = clipExt(old);
  const { filename, type, storageType } = old;
  const changed = {
    ...clip,
    ...(isLeft('length') && { duration: old.duration }),
    ...(isLeft('name') && { name: old.name }),
    ...(isLeft('medium') && { filename, type, storageType }),
  };
  const ext = { ...(isLeft('medium') && { fileId }), ...(isLeft('look') && { fadeIn, dissolve }) };
  return withClipExt(changed, ext) ?? changed;
}
