import { toSingleLine } from '../language/one-line.ts';
import { withClipExt } from '../timeline/ext.ts';
import { TimelineClip, type TimelineDocument } from '../timeline/index.ts';
import { isPlaceholder } from '../timeline/relink.ts';
import type { StoryboardDocument, StoryboardShot } from './document.ts';
import {
  mediaOfShot,
  resolveMedia,
  shotsInOrder,
  type FindLibraryFile,
  type LibraryFile,
  type TimedShot,
} from './media.ts';
import { transitionInOf, transitionSeconds } from './transitions.ts';

/** Ids have at most 200 letters; some are left for a number behind it. */
export const MAX_ID = 190;

/** What a shot is called on a timeline: its id, with its scene's where several scenes have one of that id. */
export function shotKeys({ sequences }: StoryboardDocument): (scene: string, shot: string) => string {
  const visited = new Set<string>();
  const shared = new Set<string>();
  for (const { shots } of sequences) for (const { id } of shots) (visited.has(id) ? shared : visited).add(id);
  return (scene, shot) => (shared.has(shot) ? `${scene}/${shot}` : shot);
}

/** An id that is not taken: the wanted one, or with a number behind it. From then on it is taken. */
export function freeId(requested: string, used: Set<string>): string {
  let id = requested;
  for (let number = 2; used.has(id); number += 1) id = `${requested}-${number}`;
  used.add(id);
  return id;
}

/** The files of a shot, panel by panel, with what they are. */
export const filesOfShot = (shot: StoryboardShot, find: FindLibraryFile) =>
  mediaOfShot(shot, []).flatMap((reference) => {
    const resolved = resolveMedia(reference, find);
    return resolved.kind === 'file' ? [{ ...resolved, media: reference.media }] : [];
  });

/**
 * The file of a shot that its clip shows. What a run made or a person renamed may be listed under another name than the
 * service gave it: where none is the same, it is the first file of the clip's kind.
 */
function fileOfClip(
  shot: StoryboardShot,
  clip: TimelineClip,
  find: FindLibraryFile,
): LibraryFile | undefined {
  if (isPlaceholder(clip)) return undefined;
  const files = filesOfShot(shot, find);
  const isNamed = ({ file, media }: (typeof files)[number]): boolean => {
    const named = typeof media === 'string' ? undefined : media.filename;
    return clip.filename === file.filename || clip.filename === named;
  };
  return (files.find(isNamed) ?? files.find(({ type }) => type === clip.type))?.file;
}

interface ClipOfShot {
  clip: TimelineClip;
  positioned: TimedShot;
}

/**
 * The clips of a converted board with their shots. A service may make a clip of each shot, or of those alone that have a
 * picture: then shots that only sound get one without a picture, so that their sounds have a place.
 * @param defaultDuration seconds of a shot without a length. @returns null where clips and shots cannot be told together.
 */
function clipsWithShots(
  board: StoryboardDocument,
  converted: TimelineDocument,
  find: FindLibraryFile,
  defaultDuration: number,
): ClipOfShot[] | null {
  const { clips, tracks } = converted.timeline;
  const pending = clips.toSorted((a, b) => a.startTime - b.startTime);
  const shots = shotsInOrder(board).map((shotRef) => {
    const types = filesOfShot(shotRef.shot, find).map(({ type }) => type);
    return {
      shotRef,
      isVisible: types.some((type) => type !== 'audio'),
      sounds: types.includes('audio'),
    };
  });
  const ofEach = pending.length === shots.length;
  if (!ofEach && pending.length !== shots.filter(({ isVisible }) => isVisible).length) return null;
  let [end, later] = [0, 0];
  return shots.flatMap(({ shotRef, isVisible, sounds }): ClipOfShot[] => {
    const next = ofEach || isVisible ? pending.shift() : undefined;
    if (next) {
      const clip = later === 0 ? next : { ...next, startTime: next.startTime + later };
      end = clip.startTime + clip.duration;
      return [{ clip, positioned: shotRef }];
    }
    if (!sounds) return [];
    const { id, name, description, durationSeconds } = shotRef.shot;
    const clip = TimelineClip.parse({
      id,
      trackId: tracks[0]?.id ?? 'track-1',
      name: toSingleLine(name ?? '') || toSingleLine(description) || id,
      filename: '',
      type: 'image',
      storageType: 'placeholder',
      startTime: end,
      duration: durationSeconds || defaultDuration,
    });
    end += clip.duration;
    later += clip.duration;
    return [{ clip, positioned: shotRef }];
  });
}

/**
 * The clips of a converted storyboard, each with an id that stays the same for its shot, its shot, its file and how it comes in.
 * @param converted what `POST /storyboards/to-timeline` made of the board. @param defaultDuration seconds of a shot without a
 * length, where it is not the board's.
 */
export function clipsOfBoard(
  board: StoryboardDocument,
  converted: TimelineDocument,
  find: FindLibraryFile,
  defaultDuration: number | null = null,
): TimelineClip[] {
  const seconds = defaultDuration ?? board.settings.defaultFrameDuration;
  const clips = clipsWithShots(board, converted, find, seconds);
  // A service that makes something else of shots: its clips keep the ids it gave.
  if (!clips) return converted.timeline.clips.toSorted((a, b) => a.startTime - b.startTime);
  const keyOf = shotKeys(board);
  const used = new Set<string>();
  return clips.map(({ clip, positioned: { shot, scene } }, index) => {
    const shotId = keyOf(scene, shot.id);
    const file = fileOfClip(shot, clip, find);
    const transitionIn = transitionInOf(shot.transition, index === 0);
    const created = { ...clip, id: freeId(`shot-${shotId}`.slice(0, MAX_ID), used) };
    return (
      withClipExt(created, {
        shotId,
        fileId: file?.fileId,
        fadeIn: transitionIn === 'cut' ? undefined : transitionSeconds(clip.duration),
        dissolve: transitionIn === 'dissolve' || undefined,
      }) ?? created
    );
  });
}
