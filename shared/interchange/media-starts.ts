import type { Cut, CutClip, CutTrack, Note } from './cut.ts';
import { isDropFrame, timebaseOf } from './timecode.ts';

/** Lists count sources by the timecode of their media, which a camera began somewhere. */

/** What is known of a file that clips ask for. */
export interface MediumInfo {
  /** Of its sound and picture. */
  seconds?: number;
  hasSound?: boolean;
  /** Where its timecode begins: frames since midnight, and how many a second it counts. */
  start?: {
    frames: number;
    framesPerSecond: number;
    seconds: number;
    /** As written: with a semicolon where numbers are dropped. */
    timecode?: string;
  };
}

/** A file may be a little longer than it says. */
const TOLERANCE_SECONDS = 1;

const keyOf = ({ medium, name, reel }: CutClip): string => medium.file || reel || name;

/** Where the timecode of a medium begins, in frames. @param rate of the timeline, frames a second. */
export const startFrames = (
  { frames, framesPerSecond, seconds }: NonNullable<MediumInfo['start']>,
  rate: number,
): number => (isSameRate(framesPerSecond, rate) ? frames : Math.round(seconds * rate));

/** Whether frames of a medium are written with dropped numbers; undefined where those of the timeline are counted alike. */
function dropsNumbersOf(
  { timecode, framesPerSecond }: NonNullable<MediumInfo['start']>,
  rate: number,
): boolean | undefined {
  if (timecode === undefined) return undefined;
  if (!isDropFrame(timecode)) return false;
  // Frames of another rate are counted anew, by the clock.
  return isSameRate(framesPerSecond, rate) ? true : undefined;
}

const isSameRate = (a: number, b: number): boolean => Math.abs(a - b) < 0.01;

/** The first and last frame of a medium that clips show, in its timecode. */
function extents(cut: Cut): Map<string, { from: number; to: number }> {
  const found = new Map<string, { from: number; to: number }>();
  for (const clip of cut.tracks.flatMap(({ clips }) => clips)) {
    if (clip.text !== undefined) continue;
    const to = clip.sourceIn + Math.ceil(clip.duration * Math.abs(clip.speed));
    const before = found.get(keyOf(clip));
    found.set(keyOf(clip), {
      from: Math.min(before?.from ?? Infinity, clip.sourceIn),
      to: Math.max(before?.to ?? 0, to),
    });
  }
  return found;
}

/** Where a medium begins, in frames of the cut; `isInferred` where nothing says it. */
function startOf(
  { from, to }: { from: number; to: number },
  rate: number,
  existing: MediumInfo | undefined,
): { start: number; isInferred: boolean } {
  const length = existing?.seconds === undefined ? null : (existing.seconds + TOLERANCE_SECONDS) * rate;
  const fits = (start: number): boolean => from >= start && (length === null || to - start <= length);
  const reported = existing?.start;
  if (reported) {
    const start = startFrames(reported, rate);
    if (fits(start)) return { start, isInferred: false };
  }
  if (length !== null && fits(0)) return { start: 0, isInferred: false };
  const hour = 3600 * timebaseOf(rate);
  const rounded = Math.floor(from / hour) * hour;
  return fits(rounded) ? { start: rounded, isInferred: rounded > 0 } : { start: 0, isInferred: false };
}

/**
 * Places the clips of a list in their media. A medium whose file says no timecode and whose clips lie beyond it is taken to
 * begin at the whole hour before them, as recorders are set, which is noted.
 * @param existing files by their names.
 */
export function offsetInMedia(cut: Cut, existing: ReadonlyMap<string, MediumInfo>, note: Note): Cut {
  const { rate } = cut;
  const starts = new Map<string, { start: number; length: number }>();
  for (const [key, extent] of extents(cut)) {
    const medium = existing.get(key);
    const { start, isInferred } = startOf(extent, rate, medium);
    if (start === 0) continue;
    const hours = Math.round(start / (3600 * timebaseOf(rate)));
    if (isInferred)
      note(
        'SOURCE_TIMECODE_ASSUMED',
        `“${key}” was taken to begin at ${String(hours).padStart(2, '0')}:00:00:00.`,
        null,
      );
    const length = medium?.seconds === undefined ? extent.to - start : Math.round(medium.seconds * rate);
    starts.set(key, { start, length });
  }
  if (starts.size === 0) return cut;
  const positioned = (clip: CutClip): CutClip => {
    const found = clip.text === undefined ? starts.get(keyOf(clip)) : undefined;
    return found ? { ...clip, medium: { ...clip.medium, ...found } } : clip;
  };
  return { ...cut, tracks: cut.tracks.map((track) => ({ ...track, clips: track.clips.map(positioned) })) };
}

/**
 * The same the other way: sources that are counted from the beginning of their files, in the timecode that those have, and
 * pictures that sound.
 * @param existing of the medium of a clip, by the id of that. @param sounding the ids of clips whose own sound is heard.
 */
export function withMedia(
  cut: Cut,
  existing: ReadonlyMap<string, MediumInfo>,
  sounding: ReadonlySet<string>,
): Cut {
  const { rate } = cut;
  const withStart = (clip: CutClip, { start: reported }: MediumInfo): CutClip => {
    if (!reported || clip.medium.start !== 0) return clip;
    const start = startFrames(reported, rate);
    const dropsNumbers = dropsNumbersOf(reported, rate);
    return {
      ...clip,
      sourceIn: clip.sourceIn + start,
      medium: { ...clip.medium, start, ...(dropsNumbers !== undefined && { dropsNumbers }) },
      markers: clip.markers.map((marker) => ({ ...marker, at: marker.at + start })),
    };
  };
  const shifted = (clip: CutClip, kind: CutTrack['kind']): CutClip => {
    const { id } = clip;
    const medium = (id === undefined ? undefined : existing.get(id)) ?? {};
    const hasSound = kind === 'Video' && id !== undefined && sounding.has(id) && medium.hasSound !== false;
    return withStart(hasSound ? { ...clip, hasSound } : clip, medium);
  };
  const tracks = cut.tracks.map((track) => ({
    ...track,
    clips: track.clips.map((clip) => shifted(clip, track.kind)),
  }));
  return { ...cut, tracks };
}

/** The files that clips of a cut ask for. */
export const filesOfCut = (cut: Cut): string[] => [
  ...new Set(cut.tracks.flatMap(({ clips }) => clips.flatMap(({ medium }) => medium.file || []))),
];
