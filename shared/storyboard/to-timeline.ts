import type { StoryboardWarning } from '../api/schemas/storyboards.ts';
import { pathOf } from '../document/problems.ts';
import { toSingleLine } from '../language/one-line.ts';
import { drain, type Slices } from '../reading/slices.ts';
import {
  DEFAULT_FRAME_RATE,
  ProjectResolution,
  timelineEnd,
  type TimelineClip,
  type TimelineDocument,
} from '../timeline/index.ts';
import type { StoryboardDocument } from './document.ts';
import { mediaOfShot, resolveMedia, shotsInOrder, type FindLibraryFile, type TimedShot } from './media.ts';

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

/** As wide as the aspect ratio says, to whole even pixels. @param lines pixels of the shorter side. */
export function resolutionOf(aspectRatio: string, lines = 1080): ProjectResolution {
  const [width, height] = aspectRatio.split(/[:/x]/).map(Number);
  const ratio = width && height ? width / height : 16 / 9;
  const even = (pixels: number) => Math.min(65_536, Math.max(2, Math.round(pixels / 2) * 2));
  return ratio >= 1
    ? { width: even(lines * ratio), height: lines, isAutoDetected: true }
    : { width: lines, height: even(lines / ratio), isAutoDetected: true };
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

type Rejected = Extract<Conversion, { ok: false }>;
const reject = (path: string, message: string): Rejected => ({ ok: false, path, message });

interface CheckedOptions {
  defaultDuration: number | null;
  frameRate: number;
  resolution: ProjectResolution | null;
}

/** What was asked for, or what is wrong with it. */
function checkOptions(options: ConversionOptions): CheckedOptions | Rejected {
  const { defaultDuration = null, frameRate = DEFAULT_FRAME_RATE } = options;
  if (defaultDuration !== null && !(defaultDuration > 0)) {
    return reject('defaultDuration', 'Give a length of more than 0 seconds.');
  }
  if (!(frameRate >= 1 && frameRate <= 240)) return reject('frameRate', 'Give a frame rate from 1 to 240.');
  if (!options.projectResolution) return { defaultDuration, frameRate, resolution: null };
  const input = ProjectResolution.safeParse(options.projectResolution);
  if (input.success) return { defaultDuration, frameRate, resolution: input.data };
  const issue = input.error.issues[0];
  return reject(
    pathOf(['projectResolution', ...(issue?.path ?? [])]),
    issue?.message ?? 'Give width and height.',
  );
}

/** The medium that the clip of a shot shows, and warnings about the others. */
function selectMedium({ shot, path }: TimedShot, find: FindLibraryFile) {
  const resolved = mediaOfShot(shot, path).map((media) => ({
    ...resolveMedia(media, find),
    path: media.path,
  }));
  const visible = resolved.find((media) => media.kind === 'file') ?? null;
  const warnings = resolved.flatMap((media): StoryboardWarning[] => {
    if (media.kind !== 'file') return [media.warning];
    if (media === visible) return [];
    const message = 'A shot becomes one clip, which shows its first medium.';
    return [{ code: 'EXTRA_PANEL_MEDIA_SKIPPED', message, path: media.path }];
  });
  return { shown: visible, warnings };
}

/** As `storyboardToTimeline`; pauses after every shot, so that the caller can let others go first. */
export function* storyboardToTimelineInSlices(
  document: StoryboardDocument,
  options: ConversionOptions,
  find: FindLibraryFile,
): Slices<Conversion> {
  const checked = checkOptions(options);
  if ('ok' in checked) return checked;
  const shots = shotsInOrder(document);
  if (shots.length === 0) {
    return reject('sequences', 'The storyboard has no shots. Add one and try again.');
  }
  const warnings: StoryboardWarning[] = [];
  const clips: TimelineClip[] = [];
  let startTime = 0;
  for (const [index, positioned] of shots.entries()) {
    yield;
    const { shot } = positioned;
    const { shown, warnings: skipped } = selectMedium(positioned, find);
    for (const warning of skipped) warnings.push(warning);
    const duration =
      shot.durationSeconds || checked.defaultDuration || document.settings.defaultFrameDuration;
    clips.push({
      id: `clip-${index + 1}`,
      trackId: TRACK,
      name:
        toSingleLine(shot.name ?? '') ||
        toSingleLine(shot.description) ||
        shown?.file.filename ||
        `Shot ${index + 1}`,
      filename: shown?.file.filename ?? '',
      type: shown?.type ?? 'image',
      storageType: shown ? 'library' : 'placeholder',
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
  const resolution = checked.resolution ?? resolutionOf(document.settings.aspectRatio);
  const name = options.name || document.name;
  return { ok: true, warnings, document: timelineOf(name, clips, checked.frameRate, resolution) };
}

/** A timeline of clips on one track. */
const timelineOf = (
  name: string,
  clips: TimelineClip[],
  frameRate: number,
  projectResolution: ProjectResolution,
): TimelineDocument => ({
  serviceType: 'timeline',
  name,
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
    projectResolution,
  },
});
