import { jsonEqual } from '../language/json-equal.ts';
import { contentHash } from '../language/content-hash.ts';
import { withTrackExt } from '../timeline/ext.ts';
import { clipExt, TimelineClip, TimelineTrack, withClipExt } from '../timeline/index.ts';
import {
  changesOf,
  preservedOf,
  type BoardChange,
  type BoardClash,
  type Preserved,
} from './board-changes.ts';
import { omitChanges } from './board-choice.ts';
import { filesOfShot, MAX_ID, shotKeys } from './board-clips.ts';
import type { StoryboardDocument } from './document.ts';
import { resolveMedia, shotsInOrder, type FindLibraryFile } from './media.ts';

/**
 * The sounds of shots on a timeline. A service makes one clip of a shot, which shows its first medium; the sounds of the shot
 * lie below it, on a track of their own, and are brought over again as the clips of the shots are.
 */

/** A sound of a shot as a clip, without its place in time: it begins with the clip of its shot. */
export interface ShotSound {
  clip: TimelineClip;
  /** The clip of its shot. */
  shotClipId: string;
}

/** A board as a service is to see it: its sounds do not stand for the picture of a shot, nor are they panels of it. */
export function omitSounds(board: StoryboardDocument, find: FindLibraryFile): StoryboardDocument {
  const isSound = (media: Parameters<typeof resolveMedia>[0]['media']): boolean => {
    const resolved = resolveMedia({ media, path: '' }, find);
    return resolved.kind === 'file' && resolved.type === 'audio';
  };
  return {
    ...board,
    sequences: board.sequences.map((scene) => ({
      ...scene,
      shots: scene.shots.map((shot) => ({
        ...shot,
        panels: shot.panels.flatMap((panel) => {
          const { media } = panel;
          if (media === undefined || media === null) return [panel];
          if (!Array.isArray(media)) return isSound(media) ? [] : [panel];
          const left = media.filter((item) => !isSound(item));
          return left.length === 0 && media.length > 0 ? [] : [{ ...panel, media: left }];
        }),
      })),
    })),
  };
}

/**
 * The sounds of a board, each as long as its shot.
 * @param created the clips of the board, from `clipsOfBoard`.
 * @returns null where a shot that sounds has no clip, as the service made something else of the shots.
 */
export function soundsOfBoard(
  board: StoryboardDocument,
  created: readonly TimelineClip[],
  find: FindLibraryFile,
): ShotSound[] | null {
  const keyOf = shotKeys(board);
  const clips = Map.groupBy(created, (clip) => clipExt(clip).shotId);
  const used = new Set<string>();
  const sounds: ShotSound[] = [];
  for (const { shot, scene } of shotsInOrder(board)) {
    const over = clips.get(keyOf(scene, shot.id))?.shift();
    for (const { file, type } of filesOfShot(shot, find)) {
      if (type !== 'audio') continue;
      if (!over) return null;
      const { fileId, filename } = file;
      const id = soundId(`sound-${over.id}-${fileId}`);
      // The same sound twice in a shot sounds once.
      if (used.has(id)) continue;
      used.add(id);
      const clip = TimelineClip.parse({
        id,
        trackId: over.trackId,
        name: filename,
        filename,
        type: 'audio',
        storageType: 'library',
        startTime: 0,
        duration: over.duration,
      });
      sounds.push({ clip: withClipExt(clip, { fileId }) ?? clip, shotClipId: over.id });
    }
  }
  return sounds;
}

/** An id that fits; a long one ends in a hash of the whole, as what tells two sounds of a shot apart stands at its end. */
function soundId(requested: string): string {
  if (requested.length <= MAX_ID) return requested;
  const hash = contentHash(requested);
  return `${requested.slice(0, MAX_ID - hash.length - 1)}-${hash}`;
}

export interface SoundUpdate {
  /** Sounds that the timeline has, changed as the board says, at the times they had. */
  existing: TimelineClip[];
  /** Those that are put under their shots, on the track of sounds. */
  added: ShotSound[];
  /** What the timeline remembers of them. */
  stored: TimelineClip[];
  changes: BoardChange[];
  clashes: BoardClash[];
  preserved: Preserved[];
}

/**
 * Brings the sounds of a board over. What was edited on the timeline stays; what was deleted there stays away.
 * @param base as the board made them last. @param mine all clips of the timeline. @param after the clips of the board as they lie now.
 */
export function mergeSounds({
  base,
  sounds,
  ours,
  after,
  trackId,
  left,
  frameRate,
}: {
  base: readonly TimelineClip[];
  /** Null where they are not known: those on the timeline stay. */
  sounds: readonly ShotSound[] | null;
  ours: readonly TimelineClip[];
  after: readonly TimelineClip[];
  /** The track of the board: a sound that was put there goes with the clips of it. */
  trackId: string;
  left: ReadonlySet<string>;
  frameRate: number;
}): SoundUpdate {
  const was = new Map(base.map((clip) => [clip.id, clip]));
  if (!sounds) {
    const existing = ours.filter(({ id, trackId: on }) => was.has(id) && on !== trackId);
    return { existing, added: [], stored: [...base], changes: [], clashes: [], preserved: [] };
  }
  const ourIds = new Set(ours.map(({ id }) => id));
  const lengths = new Map(after.map((clip) => [clip.id, clip.duration]));
  // A new sound waits for its shot: it is no change and is not remembered while the clip of its shot is away.
  const board = sounds.flatMap(({ clip, shotClipId }) =>
    was.has(clip.id) || ourIds.has(clip.id) || lengths.has(shotClipId) ? [clip] : [],
  );
  const previousClips = omitChanges(base, board, left).map((clip) => ({ ...clip, startTime: 0 }));
  const requested = new Map(previousClips.map((clip) => [clip.id, clip]));
  const shotClip = new Map(sounds.map(({ clip, shotClipId }) => [clip.id, shotClipId]));
  const lengthOf = (clip: TimelineClip) => lengths.get(shotClip.get(clip.id) ?? '') ?? clip.duration;
  const changes = changesOf(base, board).filter(({ kind }) => ['new', 'gone', 'length'].includes(kind));
  const clashes: BoardClash[] = [];
  const existing = ours.flatMap((clip): TimelineClip[] => {
    const old = was.get(clip.id);
    if (!old || clip.trackId === trackId) return [];
    const current = requested.get(clip.id);
    if (!current) {
      if (isAsCreated(clip, old, frameRate)) return [];
      clashes.push({ clipId: clip.id, name: clip.name, how: 'gone' });
      return [clip];
    }
    const isLonger = current.duration !== old.duration && isSameLength(clip, old, frameRate);
    return [isLonger ? { ...clip, duration: lengthOf(current) } : clip];
  });
  const added = sounds.flatMap(({ clip, shotClipId }) => {
    const isRequested = requested.has(clip.id) && !was.has(clip.id) && !ourIds.has(clip.id);
    return isRequested ? [{ clip: { ...clip, duration: lengthOf(clip) }, shotClipId }] : [];
  });
  const lying = [...ours, ...existing, ...added.map(({ clip }) => clip)];
  const asCreated = previousClips.map((clip) => ({
    ...clip,
    duration: generatedDuration(clip, lengthOf(clip), lying, frameRate),
  }));
  const preserved = preservedOf(lying, previousClips, asCreated, base);
  return { existing, added, stored: previousClips, changes, clashes, preserved };
}

type Lasting = Pick<TimelineClip, 'duration'>;
/** Edges come to lie on whole frames, which is no edit. */
const isSameLength = (clip: Lasting, old: Lasting, frameRate: number): boolean =>
  Math.abs(clip.duration - old.duration) < 1 / frameRate;

/** How long a sound is that nobody edited: as its shot, or as the board says where its shot was edited. @param shot its seconds. */
function generatedDuration(
  board: TimelineClip,
  shot: number,
  clips: readonly TimelineClip[],
  frameRate: number,
): number {
  if (isSameLength({ duration: shot }, board, frameRate)) return shot;
  const clip = clips.findLast(({ id }) => id === board.id);
  return clip && isSameLength(clip, board, frameRate) ? clip.duration : shot;
}

/** Whether nobody edited a sound; where it lies is no matter. */
const isAsCreated = (clip: TimelineClip, old: TimelineClip, frameRate: number): boolean =>
  isSameLength(clip, old, frameRate) &&
  clip.filename === old.filename &&
  clip.name === old.name &&
  clip.volume === old.volume &&
  clip.trimStart === old.trimStart &&
  jsonEqual(clipExt(clip), clipExt(old));

/** A sound track for the sounds of a board: the one they lie on, unless it is gone or locked. @param freeId makes an id. */
export function trackOfSounds(
  tracks: readonly TimelineTrack[],
  storedId: string | undefined,
  freeId: () => string,
): { id: string; created: TimelineTrack | null } {
  const existing = tracks.find(({ id, locked }) => id === storedId && !locked);
  if (existing) return { id: existing.id, created: null };
  const track = TimelineTrack.parse({ id: freeId(), name: 'Storyboard sound' });
  return { id: track.id, created: withTrackExt(track, { kind: 'sound' }) ?? track };
}

/** Sounds below the clips of their shots. @param after the clips of the board as they lie now. */
export function positionSounds(
  added: readonly ShotSound[],
  after: readonly TimelineClip[],
  trackId: string,
): TimelineClip[] {
  const starts = new Map(after.map((clip) => [clip.id, clip.startTime]));
  return added.map(({ clip, shotClipId }) => ({ ...clip, trackId, startTime: starts.get(shotClipId) ?? 0 }));
}
