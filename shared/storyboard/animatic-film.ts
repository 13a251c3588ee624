import { resolutionOf } from './to-timeline.ts';
import type { StoryboardDocument } from './document.ts';
import { mediaOfShot, resolveMedia, type FindLibraryFile } from './media.ts';
import { transitionInOf, transitionSeconds } from './transitions.ts';
import { clipExt, timelineExt, withClipExt } from '../timeline/ext.ts';
import {
  emptyTimeline,
  TimelineClip,
  TimelineTrack,
  type TimelineBody,
  type TimelineDocument,
} from '../timeline/index.ts';
import { shotKeys } from './board-clips.ts';

/** What a shot plays as in the animatic: seconds from its start to its end. */
interface ShotSpan {
  scene: string;
  shot: string;
  start: number;
  end: number;
}

const VIDEO = 'animatic-video';
const SOUND = 'animatic-sound';
const track = (id: string): TimelineTrack => TimelineTrack.parse({ id });

/** When each shot of a board plays; one of no length does not. */
function shotTimes({ sequences, settings }: StoryboardDocument): ShotSpan[] {
  let start = 0;
  return sequences.flatMap(({ id: scene, shots }) =>
    shots.flatMap((shot) => {
      const length = shot.durationSeconds ?? settings.defaultFrameDuration;
      if (length <= 0) return [];
      const shotSpan = { scene, shot: shot.id, start, end: start + length };
      start += length;
      return [shotSpan];
    }),
  );
}

/**
 * The videos and sounds of a board as a film, each for as long as its shot plays, with the sound that the timeline has
 * beside the clips of the board. Pure.
 * @param created the timeline of the project, if there is one; what of it lies over a shot comes along with that shot.
 */
export function animaticFilm(
  board: StoryboardDocument,
  find: FindLibraryFile,
  created: TimelineDocument | null,
): TimelineBody {
  const times = shotTimes(board);
  const shots = new Map(
    board.sequences.flatMap(({ id, shots }) => shots.map((shot) => [`${id} ${shot.id}`, shot] as const)),
  );
  const clips = times.flatMap(({ scene, shot: id, start, end }, index): TimelineClip[] => {
    const shot = shots.get(`${scene} ${id}`);
    if (!shot) return [];
    const media = mediaOfShot(shot, [])
      .map((reference) => resolveMedia(reference, find))
      .flatMap((medium) => (medium.kind === 'file' ? [medium] : []));
    const picture = media.find(({ type }) => type !== 'audio');
    const shotSpan = [
      ...(picture?.type === 'video' ? [picture] : []),
      ...media.filter(({ type }) => type === 'audio'),
    ];
    const transitionIn = transitionInOf(shot.transition, index === 0);
    const next = times[index + 1];
    const after = next && shots.get(`${next.scene} ${next.shot}`);
    // It is still seen while the next dissolves from it.
    const under =
      after && transitionInOf(after.transition, false) === 'dissolve'
        ? transitionSeconds(next.end - next.start)
        : 0;
    return shotSpan.map(({ file, type }, position) => {
      const clip = TimelineClip.parse({
        id: `${index}-${position}`,
        trackId: type === 'video' ? VIDEO : SOUND,
        name: file.filename,
        filename: file.filename,
        type,
        startTime: start,
        duration: end - start + (type === 'video' ? under : 0),
      });
      const fadeIn = transitionIn === 'cut' || type === 'audio' ? undefined : transitionSeconds(end - start);
      return withClipExt(clip, { fileId: file.fileId, fadeIn }) ?? clip;
    });
  });
  const sound = created ? soundUnderneath(board, created, times) : { clips: [], tracks: [] };
  const { timeline } = emptyTimeline(board.name);
  return {
    ...timeline,
    clips: [...clips, ...sound.clips],
    tracks: [track(VIDEO), track(SOUND), ...sound.tracks],
    projectDuration: times.at(-1)?.end ?? 0,
    projectResolution: resolutionOf(board.settings.aspectRatio, 720),
  };
}

/** What sounds on the other tracks of a timeline, where its shots play now. */
function soundUnderneath(board: StoryboardDocument, created: TimelineDocument, times: readonly ShotSpan[]) {
  const { clips, tracks } = created.timeline;
  const { trackId: boardTrack, sounds: ofShots = [] } = timelineExt(created).board ?? {};
  // The sounds of shots are played as the board has them.
  const isOfShot = new Set(ofShots.map(({ id }) => id));
  const keyOf = shotKeys(board);
  const starts = new Map(times.map(({ scene, shot, start }) => [keyOf(scene, shot), start]));
  const ofBoard = clips.filter(({ trackId }) => trackId === boardTrack);
  const shiftAt = (time: number): number => {
    const over = ofBoard.find(({ startTime, duration }) => startTime <= time && time < startTime + duration);
    const start = starts.get((over && clipExt(over).shotId) ?? '');
    return over && start !== undefined ? start - over.startTime : 0;
  };
  const underneath = clips.filter(
    ({ id, type, trackId }) =>
      (type === 'audio' || type === 'video') && trackId !== boardTrack && !isOfShot.has(id),
  );
  const used = new Set(underneath.map(({ trackId }) => trackId));
  return {
    clips: underneath.map((clip) => ({
      ...clip,
      startTime: Math.max(0, clip.startTime + shiftAt(clip.startTime)),
    })),
    // What is seen there is no part of the board.
    tracks: tracks.filter(({ id }) => used.has(id)).map((item) => ({ ...item, mutedVideo: true })),
  };
}
