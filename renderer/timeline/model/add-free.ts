import {
  addTrack,
  endOf,
  SAME,
  visibleOf,
  snapToFrame,
  type Medium,
  type NewId,
  type TimelineEdit,
} from '#shared/timeline/edits/index.ts';
import { addMedia, rowsFor, type InsertTarget } from './add-file.ts';
import type { TrackRow } from './layout.ts';
import type { TimelineDocument } from '#shared/timeline/document.ts';

/** Where media are put so that nothing makes room for them. */
export type FreeTarget = Pick<InsertTarget, 'trackId' | 'at'>;

/**
 * Puts media where nothing lies, one behind the other, as one edit: pictures at the time that is meant or, where there
 * is no room for all of them, behind the last clip of their track; sounds from their first picture on, on a track of
 * their own where none is free.
 */
export const addInFreeSpace =
  (media: readonly Medium[], { trackId, at }: FreeTarget, newId: NewId): TimelineEdit =>
  (document) => {
    const { frameRate } = document.timeline;
    const requested = snapToFrame(Math.max(0, at), frameRate);
    const pictures = media.filter(({ type }) => type !== 'audio');
    const sounds = media.filter(({ type }) => type === 'audio');
    const rows = rowsFor(document, false);
    const row = rows.find(({ track }) => track.id === trackId) ?? rows.at(-1);
    const length = lengthOf(pictures);
    const from = row && !isFree(row, requested, length) ? behind(row, frameRate) : requested;
    const target = { trackId: row?.track.id ?? null, at: from, placement: 'overwrite' } as const;
    const withPictures = addMedia(pictures, target, newId)(document);
    if (pictures.length > 0 && !withPictures) return null;
    return sounds.length === 0
      ? withPictures
      : addSounds(
          sounds,
          { trackId, at: pictures.length > 0 ? from : requested },
          newId,
        )(withPictures ?? document);
  };

/**
 * Puts media at the time that is meant, one behind the other, as one edit, and over nothing that lies there: on the track that
 * is meant while it has room for all of them, else on the nearest one above it that has, else on a new one.
 */
export const addAdjacent =
  (media: readonly Medium[], { trackId, at }: FreeTarget, newId: NewId): TimelineEdit =>
  (document) => {
    const from = snapToFrame(Math.max(0, at), document.timeline.frameRate);
    let current: TimelineDocument | null = null;
    for (const isSound of [false, true]) {
      const group = media.filter(({ type }) => (type === 'audio') === isSound);
      if (group.length > 0)
        current = adjacentGroup(group, { trackId, from, isSound }, newId)(current ?? document) ?? current;
    }
    return current;
  };

const adjacentGroup =
  (
    media: readonly Medium[],
    { trackId, from, isSound }: { trackId: string | null; from: number; isSound: boolean },
    newId: NewId,
  ): TimelineEdit =>
  (document) => {
    const targetOn = (id: string, at = from) => ({ trackId: id, at, placement: 'overwrite' }) as const;
    const rows = rowsFor(document, isSound).toReversed();
    const trackIndex = rows.findIndex(({ track }) => track.id === trackId);
    const above = rows.slice(Math.max(0, trackIndex));
    const row = above.find((candidate) => isFree(candidate, from, lengthOf(media)));
    if (row) return addMedia(media, targetOn(row.track.id), newId)(document);
    const id = `track-${newId()}`;
    const kind = isSound ? 'sound' : 'picture';
    const added = addTrack({ id, name: isSound ? 'Audio' : 'Video', kind })(document);
    if (added) return addMedia(media, targetOn(id), newId)(added);
    // A timeline with as many tracks as it may have.
    const last = rows.at(-1);
    return (
      (last &&
        addMedia(
          media,
          targetOn(last.track.id, behind(last, document.timeline.frameRate)),
          newId,
        )(document)) ??
      null
    );
  };

const addSounds =
  (sounds: readonly Medium[], { trackId, at }: FreeTarget, newId: NewId): TimelineEdit =>
  (document) => {
    const targetOn = (id: string, from: number) =>
      ({ trackId: id, at: from, placement: 'overwrite' }) as const;
    const length = lengthOf(sounds);
    const rows = rowsFor(document, true).filter(({ kind }) => kind === 'sound');
    const free = rows.filter((row) => isFree(row, at, length));
    const row = free.find(({ track }) => track.id === trackId) ?? free[0];
    if (row) return addMedia(sounds, targetOn(row.track.id, at), newId)(document);
    const id = `track-${newId()}`;
    const before = addTrack({ id, name: 'Audio', kind: 'sound' })(document);
    if (before) return addMedia(sounds, targetOn(id, at), newId)(before);
    // A timeline with as many tracks as it may have.
    const [first] = rows;
    return (
      (first &&
        addMedia(
          sounds,
          targetOn(first.track.id, behind(first, document.timeline.frameRate)),
          newId,
        )(document)) ??
      null
    );
  };

const lengthOf = (media: readonly Medium[]): number =>
  media.reduce((sum, medium) => sum + visibleOf(medium), 0);

const isFree = ({ clips }: TrackRow, from: number, length: number): boolean =>
  clips.every((clip) => endOf(clip) <= from + SAME || clip.startTime >= from + length - SAME);

/** The first frame behind all clips of a track. */
function behind({ ends }: TrackRow, frameRate: number): number {
  return Math.ceil((ends.at(-1) ?? 0) * frameRate - SAME) / frameRate;
}
