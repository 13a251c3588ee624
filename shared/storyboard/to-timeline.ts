import type { StoryboardWarning } from '../api/schemas/storyboards.ts';
import { pathOf } from '../document/problems.ts';
import { drain, type Slices } from '../reading/slices.ts';
import {
  DEFAULT_FRAME_RATE,
  ProjectResolution,
  timelineEnd,
  type TimelineClip,
  type TimelineDocument,
} from '../timeline/index.ts';
import type { StoryboardDocument } from './document.ts';
import { mediaOfShot, resolveMedia, shotsInOrder, type FindLibraryFile } from './media.ts';

export interface ConversionOptions {
  /** Seconds of a shot that has no length of its own; else the `defaultFrameDuration` of the storyboard. */
  defaultDuration?: number | null;
  frameRate?: number;
  name?: string | null;
  projectResolution?: Record<string, unknown> | null;
}

export type Conversion =
  | { ok: true; document: TimelineDocument; warnings: StoryboardWarning[] }
  | { ok: false; path: string; message: string };

const TRACK = 'track-1';

/** 1080 lines, and as wide as the aspect ratio says, to whole even pixels. */
function resolutionOf(aspectRatio: string): ProjectResolution {
  const [width, height] = aspectRatio.split(/[:/x]/).map(Number);
  const ratio = width && height ? width / height : 16 / 9;
  const even = (pixels: number) => Math.min(65_536, Math.max(2, Math.round(pixels / 2) * 2));
  return ratio >= 1
    ? { width: even(1080 * ratio), height: 1080, isAutoDetected: true }
    : { width: 1080, height: even(1080 / ratio), isAutoDetected: true };
}

/**
 * Turns the shots of a storyboard into clips, one after the other on one track. The first usable medium of a shot is
 * shown; a shot without one becomes a placeholder of the same length, so that the timing stays. Nothing is fetched.
 * @param find looks files of the account up.
 * @returns the timeline with warnings for every reference that was skipped, or why it cannot be converted.
 */
export const storyboardToTimeline = (
  document: StoryboardDocument,
  options: ConversionOptions,
  find: FindLibraryFile,
): Conversion => drain(storyboardToTimelineInSlices(document, options, find));

/** As `storyboardToTimeline`; pauses after every shot, so that the caller can let others go first. */
export function* storyboardToTimelineInSlices(
  document: StoryboardDocument,
  options: ConversionOptions,
  find: FindLibraryFile,
): Slices<Conversion> {
  const { defaultDuration, frameRate = DEFAULT_FRAME_RATE } = options;
  if (defaultDuration !== undefined && defaultDuration !== null && !(defaultDuration > 0)) {
    return { ok: false, path: 'defaultDuration', message: 'Give a length of more than 0 seconds.' };
  }
  if (!(frameRate >= 1 && frameRate <= 240)) {
    return { ok: false, path: 'frameRate', message: 'Give a frame rate from 1 to 240.' };
  }
  const given = options.projectResolution
    ? ProjectResolution.safeParse(options.projectResolution)
    : undefined;
  if (given && !given.success) {
    const issue = given.error.issues[0];
    return {
      ok: false,
      path: pathOf(['projectResolution', ...(issue?.path ?? [])]),
      message: issue?.message ?? 'Give width and height.',
    };
  }
  const shots = shotsInOrder(document);
  if (shots.length === 0) {
    return { ok: false, path: 'sequences', message: 'The storyboard has no shots. Add one and try again.' };
  }

  const warnings: StoryboardWarning[] = [];
  const clips: TimelineClip[] = [];
  let startTime = 0;
  for (const [index, { shot, path }] of shots.entries()) {
    yield;
    const resolved = mediaOfShot(shot, path).map((media) => ({
      ...resolveMedia(media, find),
      path: media.path,
    }));
    const shown = resolved.find((media) => media.kind === 'file');
    for (const media of resolved) {
      if (media.kind !== 'file') warnings.push(media.warning);
      else if (media !== shown) {
        warnings.push({
          code: 'EXTRA_PANEL_MEDIA_SKIPPED',
          message: 'A shot becomes one clip, which shows its first medium.',
          path: media.path,
        });
      }
    }
    const file = shown?.kind === 'file' ? shown : undefined;
    const duration = shot.durationSeconds || defaultDuration || document.settings.defaultFrameDuration;
    clips.push({
      id: `clip-${index + 1}`,
      trackId: TRACK,
      name: shot.name || shot.description || file?.file.filename || `Shot ${index + 1}`,
      filename: file?.file.filename ?? '',
      type: file?.type ?? 'image',
      storageType: file ? 'library' : 'placeholder',
      startTime,
      duration,
      trimStart: 0,
      trimEnd: 0,
      opacity: 1,
      volume: 1,
      transform: { rotation: 0, scale: 1, x: 0, y: 0 },
    });
    startTime += duration;
  }
  return {
    ok: true,
    warnings,
    document: {
      serviceType: 'timeline',
      name: options.name || document.name,
      version: 1,
      timeline: {
        clips,
        tracks: [
          {
            id: TRACK,
            name: 'Storyboard',
            height: 64,
            volume: 1,
            locked: false,
            mutedAudio: false,
            mutedVideo: false,
          },
        ],
        currentTime: 0,
        playheadPosition: 0,
        projectDuration: timelineEnd(clips),
        frameRate,
        zoom: 1,
        selectedClipIds: [],
        selectedTrackId: TRACK,
        projectResolution: given?.data ?? resolutionOf(document.settings.aspectRatio),
      },
    },
  };
}
